package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.ExpressionCodec;

/**
 * Evaluates the cases of {@code *.cases} files: a program, an input and the results, one per line; the last may be
 * {@code error: value}. Cases are divided by empty lines; lines that begin with {@code #} are comments.
 */
class JqEvaluationTest {

    record Case(String name, String program, String input, List<String> results) {

        @Override
        public String toString() {
            return name + " " + program;
        }
    }

    static Stream<Case> cases() {
        return Stream.of("paths", "operators", "construction", "flow", "functions", "arrays", "objects", "strings", "numbers",
                "formats", "regex", "regexsyntax", "assignment", "loops", "time").flatMap(JqEvaluationTest::read);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheResults(Case each) {
        List<String> results = new ArrayList<>();
        for (Object result : Evaluation.all(each.program(), each.input())) {
            results.add(
                    result instanceof ExpressionException failure ? "error: " + failure.getMessage() : text((JsonNode) result));
        }
        assertThat(results).as(each.toString()).isEqualTo(each.results());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void survivesBeingStored(Case each) throws IOException {
        Expression expression = JqParser.parse(each.program());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ExpressionCodec.write(expression, new DataOutputStream(bytes));
        Expression read = ExpressionCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(read).isEqualTo(expression);
    }

    /** As Jackson writes it, so that whole numbers and doubles are told apart. */
    private static String text(JsonNode value) {
        return value.toString();
    }

    private static Stream<Case> read(String name) {
        List<Case> cases = new ArrayList<>();
        List<String> block = new ArrayList<>();
        int line = 0;
        for (String text : lines(name + ".cases")) {
            line++;
            if (!text.isBlank() && !text.startsWith("#")) {
                block.add(text);
            } else if (text.isBlank()) {
                close(name, line, block, cases);
            }
        }
        close(name, line + 1, block, cases);
        assertThat(cases).as(name).isNotEmpty();
        return cases.stream();
    }

    private static void close(String name, int line, List<String> block, List<Case> cases) {
        if (!block.isEmpty()) {
            String where = name + ":" + (line - block.size());
            cases.add(new Case(where, block.get(0), block.get(1), List.copyOf(block.subList(2, block.size()))));
            block.clear();
        }
    }

    private static List<String> lines(String resource) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(JqEvaluationTest.class.getResourceAsStream(resource), resource),
                StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
