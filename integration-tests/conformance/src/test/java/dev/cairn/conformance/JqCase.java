package dev.cairn.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.cairn.compiler.jq.JqParser;
import dev.cairn.compiler.jq.JqSyntaxException;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.jq.link.ExpressionVariableUse;
import dev.cairn.value.JqValues;
import dev.cairn.value.WorkMeter;

/**
 * A case of jq's own format: program, input, outputs; or {@code %%FAIL} and a program that must not compile.
 *
 * @param line its first line
 * @param input null for a program that must not compile
 */
record JqCase(int line, String program, String input, List<String> outputs) {

    private static final int BUDGET = 5_000_000;
    private static final JsonMapper LENIENT = JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    /** Null if the case passes, else why not. */
    String failure() {
        try {
            return input == null ? refused() : evaluated();
        } catch (JqSyntaxException e) {
            return "does not compile: " + e.getMessage();
        } catch (ExpressionException | BudgetException e) {
            return "fails: " + e;
        }
    }

    private String refused() {
        try {
            return ExpressionVariableUse.of(JqParser.parse(program)).variables().isEmpty() ? "compiles, but must not" : null;
        } catch (JqSyntaxException e) {
            return null;
        }
    }

    private String evaluated() {
        // Wrapped so that the outputs before an error are seen as well.
        CompiledExpression compiled = ExpressionLinker.link(JqParser.parse("[try (" + program + "\n| [.]) catch {error: .}]"),
                name -> null);
        List<JsonNode> values = new ArrayList<>();
        JsonNode results = compiled.evaluate(new Budget(), read(input));
        results.forEach(result -> {
            if (result.isArray()) {
                values.add(result.get(0));
            }
        });
        boolean same = values.size() == outputs.size();
        for (int i = 0; same && i < values.size(); i++) {
            same = JqValues.equal(values.get(i), JqValues.finite(read(outputs.get(i)), WorkMeter.UNLIMITED));
        }
        return same ? null : "gives " + JqValues.shortForm(results) + " instead of " + outputs;
    }

    /** A value of a test, which may have numbers that JSON has not. */
    private static JsonNode read(String text) {
        try {
            JsonNode value = LENIENT.readTree(text.replaceAll("(?<![\\w\"])nan(?![\\w\"])", "NaN").replace("-NaN", "NaN"));
            return text.matches("(?s).*(NaN|nan|Infinity).*") ? value : JqValues.canonical(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not a value: " + text, e);
        }
    }

    /** The cases of a file. */
    static List<JqCase> all(Path file) {
        List<String> lines = ConformanceData.text(file).lines().toList();
        List<JqCase> cases = new ArrayList<>();
        int i = 0;
        while (i < lines.size()) {
            if (lines.get(i).isBlank() || lines.get(i).startsWith("#")) {
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
            cases.add(new JqCase(line, program, input == null || !input.startsWith("\uFEFF") ? input : input.substring(1),
                    List.copyOf(outputs)));
        }
        return cases;
    }

    /** A clock that stands still, and work that ends. */
    private static final class Budget implements EvaluationHost {

        private long charged;

        @Override
        public long nowMillis() {
            return 1_425_599_507_250L;
        }

        @Override
        public void charge(int units) {
            charged += units;
            if (charged > BUDGET) {
                throw new BudgetException();
            }
        }

        @Override
        public long charged() {
            return charged;
        }

        @Override
        public void hold(long sizeBytes) {
            // Values within the budget fit into the heap of a test.
        }

        @Override
        public long held() {
            return 0;
        }
    }

    private static final class BudgetException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BudgetException() {
            super("works for more than " + BUDGET + " units");
        }
    }
}
