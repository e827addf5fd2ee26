package dev.cairn.effect.function;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.value.StrictObjectMapper;

/** Holds the application's Jackson mapper, for all methods that workflows call. */
@Singleton
public class FunctionObjectMapper {

    private final ObjectMapper writing;
    private final ObjectMapper reading;

    FunctionObjectMapper(ObjectMapper mapper) {
        this.writing = mapper;
        this.reading = new StrictObjectMapper(mapper);
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
