package dev.cairn.bench.application;

import java.util.Map;

import io.restassured.common.mapper.TypeRef;

/** Reads answers. */
final class Answers {

    static final TypeRef<Map<String, Object>> OBJECT = new TypeRef<>() {};

    private Answers() {}
}
