package dev.cairn.compiler.jq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.expression.ExpressionFacts;
import dev.cairn.value.Values;

/** Cases in the format of jq's own tests: program, input, outputs; or {@code %%FAIL} and a program that must not parse. */
final class ConformanceCases {

    /** @param input null for a program that must not parse */
    record Case(int line, String program, String input, List<String> outputs) {

        /** Null if the case passes, else why not. */
        String failure() {
            try {
                return input == null ? refused() : evaluated();
            } catch (JqSyntaxException e) {
                return "does not parse: " + e.getMessage();
            } catch (RuntimeException | StackOverflowError e) {
                return e.toString();
            }
        }

        private String refused() {
            try {
                boolean isClosed = ExpressionFacts.of(JqParser.parse(program)).variables().isEmpty();
                return isClosed ? "parses, but must not" : null;
            } catch (JqSyntaxException e) {
                return null;
            }
        }

        private String evaluated() {
            List<Object> results = Evaluation.all(program, Evaluation.read(input), Map.of());
            List<Object> values = results.stream().filter(result -> result instanceof JsonNode).toList();
            if (values.size() != outputs.size()) {
                return "gives " + results + " instead of " + outputs;
            }
            for (int i = 0; i < values.size(); i++) {
                JsonNode expected = Values.finite(Evaluation.read(outputs.get(i)));
                if (!Values.equal((JsonNode) values.get(i), expected)) {
                    return "gives " + results + " instead of " + outputs;
                }
            }
            return null;
        }
    }

    private ConformanceCases() {}

    static List<Case> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<Case> cases = new ArrayList<>();
        int i = 0;
        while (i < lines.size()) {
            if (isSkipped(lines.get(i))) {
                i++;
                continue;
            }
            int line = i + 1;
            boolean mustFail = lines.get(i).startsWith("%%FAIL");
            String program = lines.get(mustFail ? ++i : i);
            i++;
            String input = mustFail || i >= lines.size() ? null : lines.get(i++);
            List<String> outputs = new ArrayList<>();
            while (i < lines.size() && !lines.get(i).isBlank()) {
                if (!lines.get(i).startsWith("#")) {
                    outputs.add(lines.get(i));
                }
                i++;
            }
            cases.add(new Case(line, program, input == null ? null : withoutMark(input), List.copyOf(outputs)));
        }
        return cases;
    }

    private static boolean isSkipped(String line) {
        return line.isBlank() || line.startsWith("#");
    }

    private static String withoutMark(String input) {
        return input.startsWith("\uFEFF") ? input.substring(1) : input;
    }
}
