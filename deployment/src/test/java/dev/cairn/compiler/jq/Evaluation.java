package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.jq.tree.Expression;
import dev.cairn.value.JqValues;

/** Evaluates programs for tests, with a clock that stands still and a budget that ends. */
final class Evaluation implements EvaluationHost {

    static final long NOW_MILLIS = 1_425_599_507_250L;
    private static final int BUDGET = 2_000_000;
    private static final int MAX_HELD_BYTES = 200_000_000;

    private static final JsonMapper LENIENT = JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private final Map<String, JsonNode> variables;
    private final int budget;
    private long charged;
    private long heldBytes;

    private Evaluation(Map<String, JsonNode> variables, int budget) {
        this.variables = variables;
        this.budget = budget;
    }

    /** All results of a program; what it fails with after some of them comes last, as an {@link ExpressionException}. */
    static List<Object> all(String program, String input) {
        return all(program, read(input), Map.of());
    }

    static List<Object> all(String program, JsonNode input, Map<String, JsonNode> variables) {
        // Wrapped so that results before an error are seen as well.
        String wrapped = "[try (" + program + "\n| [.]) catch {error: .}]";
        List<Object> results = new ArrayList<>();
        for (JsonNode result : one(JqParser.parse(wrapped), input, variables)) {
            results.add(result.isArray() ? result.get(0) : new ExpressionException(result.get("error").toString()));
        }
        return results;
    }

    /** A value of a test, which may have numbers that JSON has not. */
    static JsonNode read(String text) {
        try {
            JsonNode value = LENIENT.readTree(text.replaceAll("(?<![\\w\"])nan(?![\\w\"])", "NaN").replace("-NaN", "NaN"));
            return text.matches("(?s).*(NaN|nan|Infinity).*") ? value : JqValues.canonical(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not a value: " + text, e);
        }
    }

    /** The one result of a program. */
    static JsonNode one(String program, String input) {
        return one(JqParser.parse(program), read(input), Map.of());
    }

    static JsonNode one(Expression expression, JsonNode input, Map<String, JsonNode> variables) {
        return linked(expression, variables).evaluate(scope(variables), input);
    }

    /** The one result of a program without input that may work for longer than most. */
    static JsonNode one(String program, Map<String, JsonNode> variables, int budget) {
        return linked(JqParser.parse(program), variables).evaluate(new Evaluation(variables, budget), NullNode.instance);
    }

    private static CompiledExpression linked(Expression expression, Map<String, JsonNode> variables) {
        return ExpressionLinker.link(expression, name -> variables.containsKey(name)
                ? scope -> ((Evaluation) scope).variables.get(name)
                : null);
    }

    /** The scope of an evaluation, with variables that programs may read. */
    static Evaluation scope(Map<String, JsonNode> variables) {
        return new Evaluation(variables, BUDGET);
    }

    @Override
    public long nowMillis() {
        return NOW_MILLIS;
    }

    @Override
    public void charge(int units) {
        charged += units;
        if (charged > budget) {
            throw new BudgetException();
        }
    }

    @Override
    public long charged() {
        return charged;
    }

    @Override
    public void hold(long sizeBytes) {
        heldBytes += sizeBytes;
        if (heldBytes > MAX_HELD_BYTES) {
            throw new SizeException();
        }
    }

    @Override
    public long held() {
        return heldBytes;
    }

    /** The program makes too much. */
    static final class SizeException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** The program works for too long. */
    static final class BudgetException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
