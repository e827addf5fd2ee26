package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.JqValues;

/**
 * Nodes that pass or hold back results: {@code empty}, {@code select}, {@code first}, {@code limit}, {@code skip}.
 */
public final class ResultFilterNodes {

    private ResultFilterNodes() {}

    /** {@code empty}. */
    public static final class Empty extends PathlessNode {
        public Empty() {
            super(AT_MOST_ONE);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return null;
        }
    }

    /** {@code select(condition)}. */
    public static final class Select extends EvaluationNode {
        private final EvaluationNode condition;

        public Select(EvaluationNode condition) {
            super(Math.max(AT_MOST_ONE, condition.results));
            this.condition = condition;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode decision = condition.eval(scope, locals, input);
            return decision != null && JqValues.truthy(decision) ? input : null;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return condition.each(scope, locals, null, input,
                    (p, decision) -> !JqValues.truthy(decision) || sink.accept(path, input));
        }
    }

    /** {@code debug(message)}: the input, once the message has been computed, which may fail. */
    public static final class Message extends EvaluationNode {
        private final EvaluationNode content;

        public Message(EvaluationNode content) {
            super(ONE);
            this.content = content;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            content.each(scope, locals, null, input, (path, ignored) -> true);
            return input;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return sink.accept(path, eval(scope, locals, input));
        }
    }

    /** Lets the input through if it is of a kind, as {@code strings} does. */
    public static final class OfKind extends EvaluationNode {

        /** A kind of values. */
        @FunctionalInterface
        public interface Kind {
            boolean includes(JsonNode value);
        }

        private final Kind kind;

        public OfKind(Kind kind) {
            super(AT_MOST_ONE);
            this.kind = kind;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return kind.includes(input) ? input : null;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return !kind.includes(input) || sink.accept(path, input);
        }
    }

    /** Keeps one result and where it stands. */
    public static final class Kept implements ResultSink {
        private final boolean onlyFirst;
        ValuePath path;
        /** Null before there was a result. */
        public JsonNode value;

        public Kept(boolean onlyFirst) {
            this.onlyFirst = onlyFirst;
        }

        @Override
        public boolean accept(ValuePath resultPath, JsonNode result) {
            path = resultPath;
            value = result;
            return !onlyFirst;
        }
    }

    /** {@code first(content)}, {@code last(content)}. */
    public static final class First extends EvaluationNode {
        private final EvaluationNode content;
        private final boolean isFirst;

        public First(EvaluationNode content, boolean isFirst) {
            super(Math.min(AT_MOST_ONE, content.results));
            this.content = content;
            this.isFirst = isFirst;
        }

        /** Code that gives at most one result. */
        public static EvaluationNode of(EvaluationNode content) {
            return content.isDirect() ? content : new First(content, true);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            if (content.isDirect()) {
                return content.eval(scope, locals, input);
            }
            Kept kept = new Kept(isFirst);
            content.each(scope, locals, null, input, kept);
            return kept.value;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            Kept kept = new Kept(isFirst);
            content.each(scope, locals, path, input, kept);
            return kept.value == null || sink.accept(kept.path, kept.value);
        }
    }

    /** {@code limit(count; content)}, {@code skip(count; content)}. */
    public static final class Limit extends MultiResultNode {
        private final EvaluationNode count;
        private final EvaluationNode content;
        private final boolean isSkip;

        public Limit(EvaluationNode count, EvaluationNode content, boolean isSkip) {
            this.count = count;
            this.content = content;
            this.isSkip = isSkip;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return count.each(scope, locals, null, input, (p, number) -> {
                long bound = checked(number, isSkip ? "skip doesn't support negative count"
                        : "limit doesn't support negative count");
                if (isSkip) {
                    Skipped skipped = new Skipped(bound, sink);
                    return content.each(scope, locals, path, input, skipped);
                }
                if (bound == 0) {
                    return true;
                }
                Limited limited = new Limited(bound, sink);
                content.each(scope, locals, path, input, limited);
                return limited.more;
            });
        }
    }

    public static long checked(JsonNode number, String negative) {
        if (!number.isNumber()) {
            throw new ExpressionException(JqValues.describe(number) + " is not a number of results");
        }
        if (number.doubleValue() < 0) {
            throw new ExpressionException(negative);
        }
        return (long) Math.ceil(number.doubleValue());
    }

    private static final class Limited implements ResultSink {
        private final ResultSink sink;
        private long remaining;
        private boolean more = true;

        private Limited(long remaining, ResultSink sink) {
            this.remaining = remaining;
            this.sink = sink;
        }

        @Override
        public boolean accept(ValuePath path, JsonNode value) {
            remaining--;
            more = sink.accept(path, value);
            return more && remaining > 0;
        }
    }

    private static final class Skipped implements ResultSink {
        private final ResultSink sink;
        private long remaining;

        private Skipped(long remaining, ResultSink sink) {
            this.remaining = remaining;
            this.sink = sink;
        }

        @Override
        public boolean accept(ValuePath path, JsonNode value) {
            if (remaining > 0) {
                remaining--;
                return true;
            }
            return sink.accept(path, value);
        }
    }

    /** {@code any(source; condition)}, {@code all(source; condition)}: stops where the outcome is known. */
    public static final class Quantifier extends PathlessNode {
        private final EvaluationNode source;
        private final EvaluationNode condition;
        /** The deciding value: true for any, false for all. */
        private final boolean decisive;

        public Quantifier(EvaluationNode source, EvaluationNode condition, boolean decisive) {
            super(ONE);
            this.source = source;
            this.condition = condition;
            this.decisive = decisive;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            ResultSink decide = (p, value) -> JqValues.truthy(value) != decisive;
            boolean undecided = source.each(scope, locals, null, input,
                    (p, item) -> condition.each(scope, locals, null, item, decide));
            return BooleanNode.valueOf(undecided != decisive);
        }
    }

    /** {@code isempty(content)}. */
    public static final class IsEmpty extends PathlessNode {
        private final EvaluationNode content;

        public IsEmpty(EvaluationNode content) {
            super(ONE);
            this.content = content;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return BooleanNode.valueOf(content.each(scope, locals, null, input, (p, value) -> false));
        }
    }
}
