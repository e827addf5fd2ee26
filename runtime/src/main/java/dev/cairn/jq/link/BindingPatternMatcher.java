package dev.cairn.jq.link;

import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.FailureTrackingSink;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.ValueException;

/**
 * Takes values apart by the patterns after {@code as}; each alternative binds the variables of all, those that it lacks to
 * null.
 */
final class BindingPatternMatcher {

    /** One pattern, linked; the variables are numbered as {@link BindingPattern#variables} orders them. */
    interface Matcher {

        /**
         * Fills in variables and goes on with {@code rest}, once per result of the keys in the pattern.
         *
         * @return false to stop
         */
        boolean match(Match match, JsonNode value, Rest rest);
    }

    /** Continues after a part of a pattern has been matched. */
    @FunctionalInterface
    interface Rest {
        boolean run();
    }

    /** One match under way. */
    record Match(EvaluationHost scope, BindingEnvironment locals, JsonNode input, JsonNode[] variables) {}

    private final List<Matcher> alternatives;
    private final int variables;

    BindingPatternMatcher(List<Matcher> alternatives, int variables) {
        this.alternatives = alternatives;
        this.variables = variables;
    }

    /**
     * Evaluates what is bound, with the first alternative; an error in an alternative, or in what is evaluated with it, leads
     * to the next.
     */
    boolean bind(EvaluationHost scope, BindingEnvironment locals, JsonNode input, JsonNode value, ResultSink sink,
            BindingNodes.Bound bound) {
        int last = alternatives.size() - 1;
        for (int i = 0; i < last; i++) {
            FailureTrackingSink guard = new FailureTrackingSink(sink);
            try {
                return bindBy(alternatives.get(i), scope, locals, input, value, guard, bound);
            } catch (ValueException e) {
                if (e == guard.failure) {
                    throw e;
                }
                // The next alternative is tried.
            }
        }
        return bindBy(alternatives.get(last), scope, locals, input, value, sink, bound);
    }

    private boolean bindBy(Matcher matcher, EvaluationHost scope, BindingEnvironment locals, JsonNode input, JsonNode value,
            ResultSink sink, BindingNodes.Bound bound) {
        JsonNode[] values = new JsonNode[variables];
        Arrays.fill(values, NullNode.instance);
        return matcher.match(new Match(scope, locals, input, values), value, () -> {
            BindingEnvironment chain = locals;
            for (JsonNode variable : values) {
                chain = chain.bind(variable);
            }
            return bound.apply(chain, sink);
        });
    }

    static Matcher single(int variable) {
        return (match, value, rest) -> {
            match.variables()[variable] = value;
            return rest.run();
        };
    }

    static Matcher elements(List<Matcher> elements) {
        Matcher[] matchers = elements.toArray(Matcher[]::new);
        return (match, value, rest) -> {
            if (!value.isArray() && !value.isNull()) {
                throw ValueAccess.cannotIndex(value, CanonicalArithmetic.of(0));
            }
            return element(matchers, 0, match, value, rest);
        };
    }

    private static boolean element(Matcher[] matchers, int index, Match match, JsonNode value, Rest rest) {
        if (index == matchers.length) {
            return rest.run();
        }
        return matchers[index].match(match, ValueAccess.index(match.scope(), value, CanonicalArithmetic.of(index)),
                () -> element(matchers, index + 1, match, value, rest));
    }

    /** @param variable the variable that gets the whole field, or -1 */
    record FieldMatcher(int variable, EvaluationNode key, Matcher matcher) {}

    static Matcher fields(List<FieldMatcher> fields) {
        FieldMatcher[] matchers = fields.toArray(FieldMatcher[]::new);
        return (match, value, rest) -> field(matchers, 0, match, value, rest);
    }

    private static boolean field(FieldMatcher[] matchers, int index, Match match, JsonNode value, Rest rest) {
        if (index == matchers.length) {
            return rest.run();
        }
        FieldMatcher matcher = matchers[index];
        return matcher.key().each(match.scope(), match.locals(), null, match.input(), (p, key) -> {
            if (!key.isTextual()) {
                throw ValueAccess.cannotIndex(value, key);
            }
            JsonNode found = ValueAccess.field(value, key.textValue());
            if (matcher.variable() >= 0) {
                match.variables()[matcher.variable()] = found;
            }
            Rest next = () -> field(matchers, index + 1, match, value, rest);
            return matcher.matcher() == null ? next.run() : matcher.matcher().match(match, found, next);
        });
    }
}
