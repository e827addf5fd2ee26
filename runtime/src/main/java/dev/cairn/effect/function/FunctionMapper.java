package dev.cairn.effect.function;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.value.ExactMapper;

/** The application's mapper, for all methods that workflows call. */
@Singleton
public class FunctionMapper {

    private final ObjectMapper writing;
    private final ObjectMapper reading;

    FunctionMapper(ObjectMapper mapper) {
        this.writing = mapper;
        this.reading = new ExactMapper(mapper);
    }

    /** Writes results. */
    ObjectMapper writing() {
        return writing;
    }

    /** Reads arguments. */
    ObjectMapper reading() {
        return reading;
    }
}
