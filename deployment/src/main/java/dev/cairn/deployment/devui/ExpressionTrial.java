package dev.cairn.deployment.devui;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.jq.JqParser;
import dev.cairn.compiler.jq.JqSyntaxException;
import dev.cairn.compiler.jq.PositionedExpressionTree;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.jq.link.FailureLocator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;

/**
 * Evaluates an expression with the parser and the evaluator that definitions have. Nothing here fails: what is wrong with the expression or
 * its input is the result.
 */
final class ExpressionTrial {

    /** Characters of a result that a page shows. */
    private static final int MAX_RESULT = 1 << 20;

    private ExpressionTrial() {}

    /**
     * Evaluates an expression. On a thread that may take a while.
     *
     * @param text may have {@code ${ }} around it, as in a definition
     * @param input JSON; null or blank for null
     * @param variables an object with the values of variables, by their names without the dollar sign; null or blank for none
     * @param budget units that it may use, as a task of a definition may
     * @return {@code result}, a text, or {@code error}; always {@code steps}, the units of {@code budget} that were used. An
     *         error has its message. If its place is known, it also has {@code offset} from 0, and {@code line} and
     *         {@code column} from 1. If an evaluation failed, the place also has the {@code length} of the part that failed
     */
    static Map<String, Object> run(String text, String input, String variables, long budget) {
        Map<String, Object> outcome = new LinkedHashMap<>();
        BoundedEvaluationHost scope = new BoundedEvaluationHost(budget);
        try {
            PositionedExpressionTree parsed = JqParser.parsePlaced(bare(text));
            scope.bind(object(variables));
            JsonNode result = evaluate(parsed, scope, read("input", input));
            String written = new String(JsonCodec.writeAsJq(result), StandardCharsets.UTF_8);
            outcome.put("result", written.length() <= MAX_RESULT ? written : written.substring(0, MAX_RESULT));
            outcome.put("truncated", written.length() > MAX_RESULT);
        } catch (JqSyntaxException syntax) {
            outcome.put("error", error(text, syntax.getMessage(), syntax.offset()));
        } catch (LocatedExpressionException failure) {
            Map<String, Object> error = error(text, failure.getMessage(), failure.place().offset());
            error.put("length", failure.place().length());
            outcome.put("error", error);
        } catch (ValueException | IllegalArgumentException failure) {
            outcome.put("error", Map.of("message", String.valueOf(failure.getMessage())));
        }
        outcome.put("steps", scope.charged());
        outcome.put("budget", budget);
        return outcome;
    }

    /** @throws LocatedExpressionException if it fails at a part with a known place */
    private static JsonNode evaluate(PositionedExpressionTree parsed, BoundedEvaluationHost scope, JsonNode input) {
        try {
            return ExpressionLinker.link(parsed.expression(), scope::reader).evaluate(scope, input);
        } catch (ExpressionException failure) {
            Optional<Expression> part = scope.isSpent() ? Optional.empty()
                    : FailureLocator.failedPart(parsed.expression(), scope::reader, scope.again(), input, failure.getMessage(),
                            each -> parsed.place(each) != null);
            throw part
                    .<ExpressionException>map(
                            failed -> new LocatedExpressionException(failure.getMessage(), parsed.place(failed)))
                    .orElse(failure);
        }
    }

    /** @param offset in the bare expression, without the surrounding {@code ${ }} */
    private static Map<String, Object> error(String text, String message, int offset) {
        Map<String, Object> error = new LinkedHashMap<>();
        int place = offset + offset(text);
        String before = text.substring(0, place);
        error.put("message", message);
        error.put("offset", place);
        error.put("line", (int) before.chars().filter(character -> character == '\n').count() + 1);
        error.put("column", place - before.lastIndexOf('\n'));
        return error;
    }

    private static boolean isWrapped(String text) {
        String stripped = text.strip();
        return stripped.startsWith("${") && stripped.endsWith("}");
    }

    private static String bare(String text) {
        if (!isWrapped(text)) {
            return text;
        }
        return text.substring(offset(text), text.stripTrailing().length() - 1);
    }

    /** Characters before the expression itself. */
    private static int offset(String text) {
        return isWrapped(text) ? text.indexOf("${") + 2 : 0;
    }

    private static ObjectNode object(String variables) {
        JsonNode read = read("variables", variables);
        if (read.isNull()) {
            return null;
        }
        if (!(read instanceof ObjectNode object)) {
            throw new IllegalArgumentException("The variables are no object: {\"context\": …}.");
        }
        return object;
    }

    private static JsonNode read(String what, String text) {
        if (text == null || text.isBlank()) {
            return NullNode.instance;
        }
        try {
            return JqValues.canonical(JsonCodec.readExact(text.getBytes(StandardCharsets.UTF_8)));
        } catch (ValueException malformed) {
            throw new IllegalArgumentException("The " + what + " is not JSON: " + malformed.getMessage());
        }
    }
}
