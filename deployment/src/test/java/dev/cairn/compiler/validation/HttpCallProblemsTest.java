package dev.cairn.compiler.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.ProblemCollector;

/** Forms and limits of HTTP calls that the build refuses. */
class HttpCallProblemsTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String PARTS = "multipart/form-data";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            FORM + " | {a: {b: 1}} | CAIRN-0252: The form field \"a\" has a nested value. Name a field for each part, such as \"a[key]\"",
            FORM + "; charset=utf-8 | {a: [[1]]} | CAIRN-0252",
            FORM + " | {a: {b: '${ .b }'}} | CAIRN-0252",
            PARTS + " | {a: {b: 1}} | CAIRN-0252: The form field \"a\" has a nested value. A part that is an object has one of text",
            PARTS + " | {a: {text: x, json: 1}} | CAIRN-0252", PARTS + " | {a: [[1]]} | CAIRN-0252" })
    void aNestedValueOfAFormIsRefused(String type, String body, String problem) {
        assertThat(problems(type, body).all()).singleElement().asString().contains("/with/body/a", problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { FORM + " | {a: 1, b: [x, true], c: null, d: '${ .d }'}", FORM + " | '''${ .form }'''",
            PARTS + " | {a: {json: {b: [1]}}, b: [{text: x}, {base64: AA==, fileName: f, contentType: a/b}], c: '${ .c }'}",
            "application/json | {a: {b: 1}}" })
    void otherBodiesAreNot(String type, String body) {
        assertThat(problems(type, body).all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "connectTimeout: PT0S", "requestTimeout: '${ .t }'", "requestTimeout: P99D",
            "maxResponseBytes: 0" })
    void aLimitThatIsNoneIsRefused(String limit) {
        assertThat(problemsOf("call: http, metadata: {cairn: {http: {" + limit
                + "}}}, with: {method: get, endpoint: 'https://x.example'}").all()).singleElement().asString()
                .contains("CAIRN-0120", "/metadata/cairn/http/");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "call: http, metadata: {cairn: {http: {timeout: PT1S}}}, with: {method: get, endpoint: 'https://x.example'}",
            "set: {a: 1}, metadata: {cairn: {http: {requestTimeout: PT1S}}}",
            "call: ask, metadata: {cairn: {http: {requestTimeout: PT1S}}}, with: {question: a}" })
    void aLimitThatDoesNotExistIsRefused(String task) {
        assertThat(problemsOf(task).all()).singleElement().asString().contains("CAIRN-0112");
    }

    private static ProblemCollector problems(String type, String body) {
        return problemsOf("call: http, with: {method: post, endpoint: 'https://x.example', headers: {content-type: '" + type
                + "'}, body: " + body + "}");
    }

    private static ProblemCollector problemsOf(String task) {
        ProblemCollector problems = new ProblemCollector();
        String text = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\ndo:\n  - task: {" + task + "}\n";
        DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems)
                .ifPresent(definition -> DefinitionValidator.validate(definition, problems));
        return problems;
    }
}
