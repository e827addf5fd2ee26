package dev.cairn.effect.function;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.value.NonCoercingObjectMapper;

/**
 * Holds the Jackson mappers for all methods that workflows call: the application's for results, a strict one for
 * arguments.
 */
@Singleton
public class FunctionObjectMappers {

    private final ObjectMapper writing;
    private final ObjectMapper reading;

    FunctionObjectMappers(ObjectMapper mapper) {
        this.writing = mapper;
        this.reading = new NonCoercingObjectMapper(mapper);
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
