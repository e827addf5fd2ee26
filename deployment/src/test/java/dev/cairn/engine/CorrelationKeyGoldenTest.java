package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.link.LinkedCorrelationSignature;
import dev.cairn.value.JsonCodec;

/**
 * The keys by which publishers find listening instances in a store do not change between versions: an earlier version has stored
 * some of them. {@code CorrelationSignature} says what to do if a change is intended. The lines of a released version stay as they are.
 */
class CorrelationKeyGoldenTest {

    private static final int BUDGET = 100_000;
    private static final JsonNode EVENT = JsonCodec.read("""
            {"id": "1", "source": "/shop", "type": "paid", "subject": "s-7", "data": {
              "order": 7, "half": 0.5, "negative": -0.0, "large": 12345678901234567890, "text": "\\u00e4 \\ud83d\\ude00", "yes": true,
              "no": false, "list": [1, "2", [3.0, null]], "items": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}],
              "deep": {"z": {"y": [{}]}, "a": []}}}
            """);

    /** Lines with a key and the expression of the only correlation of a filter. */
    static Stream<String> lines() throws IOException {
        try (InputStream lines = CorrelationKeyGoldenTest.class.getResourceAsStream("/correlation-keys.txt")) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void anEventHasTheKeyThatItAlwaysHad(String line) {
        String from = line.substring(line.indexOf(' ') + 1);
        String yaml = """
                do:
                  - paid:
                      listen:
                        to: {one: {with: {type: paid}, correlate: {first: {from: '%s', expect: "${ . }"}}}}
                """.formatted(from.replace("'", "''"));
        List<LinkedCorrelationSignature> signatures = new EngineFixture().workflow(yaml).installed().listens().all();
        assertThat(signatures).hasSize(1);
        String key = signatures.get(0).key(EVENT, BUDGET).orElseThrow();
        assertThat(key + ' ' + from).isEqualTo(line);
    }
}
