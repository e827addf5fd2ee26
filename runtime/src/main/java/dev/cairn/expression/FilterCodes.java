package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;

import dev.cairn.value.Values;

/** Code that lets results through or holds them back. */
final class FilterCodes {

    private FilterCodes() {}

    /** {@code empty}. */
    static final class Empty extends ValueCode {
        Empty() {
            super(AT_MOST_ONE);
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return null;
        }
    }

    /** {@code select(condition)}. */
    static final class Select extends Code {
        private final Code condition;

        Select(Code condition) {
            super(Math.max(AT_MOST_ONE, condition.results));
            this.condition = condition;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode decision = condition.eval(scope, locals, input);
            return decision != null && Values.truthy(decision) ? input : null;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return condition.each(scope, locals, null, input,
                    (p, decision) -> !Values.truthy(decision) || sink.accept(path, input));
        }
    }

    /** {@code debug(message)}: the input, once the message has been computed, which may fail. */
    static final class Message extends Code {
        private final Code content;

        Message(Code content) {
            super(ONE);
            this.content = content;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            content.each(scope, locals, null, input, (path, ignored) -> true);
            return input;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return sink.accept(path, eval(scope, locals, input));
        }
    }

    /** Lets the input through if it is of a kind, as {@code strings} does. */
    static final class OfKind extends Code {

        /** A kind of values. */
        @FunctionalInterface
        interface Kind {
            boolean includes(JsonNode value);
        }

        private final Kind kind;

        OfKind(Kind kind) {
            super(AT_MOST_ONE);
            this.kind = kind;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return kind.includes(input) ? input : null;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return !kind.includes(input) || sink.accept(path, input);
        }
    }

    /** Keeps one result and where it stands. */
    static final class Kept implements Sink {
        private final boolean onlyFirst;
        Path path;
        /** Null before there was a result. */
        JsonNode value;

        Kept(boolean onlyFirst) {
            this.onlyFirst = onlyFirst;
        }

        @Override
        public boolean accept(Path resultPath, JsonNode result) {
            path = resultPath;
            value = result;
            return !onlyFirst;
        }
    }

    /** {@code first(content)}, {@code last(content)}. */
    static final class First extends Code {
        private final Code content;
        private final boolean isFirst;

        First(Code content, boolean isFirst) {
            super(Math.min(AT_MOST_ONE, content.results));
            this.content = content;
            this.isFirst = isFirst;
        }

        /** Code that gives at most one result. */
        static Code of(Code content) {
            return content.isDirect() ? content : new First(content, true);
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            if (content.isDirect()) {
                return content.eval(scope, locals, input);
            }
            Kept kept = new Kept(isFirst);
            content.each(scope, locals, null, input, kept);
            return kept.value;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            Kept kept = new Kept(isFirst);
            content.each(scope, locals, path, input, kept);
            return kept.value == null || sink.accept(kept.path, kept.value);
        }
    }

    /** {@code limit(count; content)}, {@code skip(count; content)}. */
    static final class Limit extends ManyCode {
        private final Code count;
        private final Code content;
        private final boolean isSkip;

        Limit(Code count, Code content, boolean isSkip) {
            this.count = count;
            this.content = content;
            this.isSkip = isSkip;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
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

    static long checked(JsonNode number, String negative) {
        if (!number.isNumber()) {
            throw new ExpressionException(Values.describe(number) + " is not a number of results");
        }
        if (number.doubleValue() < 0) {
            throw new ExpressionException(negative);
        }
        return (long) Math.ceil(number.doubleValue());
    }

    private static final class Limited implements Sink {
        private final Sink sink;
        private long remaining;
        private boolean more = true;

        private Limited(long remaining, Sink sink) {
            this.remaining = remaining;
            this.sink = sink;
        }

        @Override
        public boolean accept(Path path, JsonNode value) {
            remaining--;
            more = sink.accept(path, value);
            return more && remaining > 0;
        }
    }

    private static final class Skipped implements Sink {
        private final Sink sink;
        private long remaining;

        private Skipped(long remaining, Sink sink) {
            this.remaining = remaining;
            this.sink = sink;
        }

        @Override
        public boolean accept(Path path, JsonNode value) {
            if (remaining > 0) {
                remaining--;
                return true;
            }
            return sink.accept(path, value);
        }
    }

    /** {@code any(source; condition)}, {@code all(source; condition)}: stops where the outcome is known. */
    static final class Quantifier extends ValueCode {
        private final Code source;
        private final Code condition;
        /** The deciding value: true for any, false for all. */
        private final boolean decisive;

        Quantifier(Code source, Code condition, boolean decisive) {
            super(ONE);
            this.source = source;
            this.condition = condition;
            this.decisive = decisive;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            Sink decide = (p, value) -> Values.truthy(value) != decisive;
            boolean undecided = source.each(scope, locals, null, input,
                    (p, item) -> condition.each(scope, locals, null, item, decide));
            return BooleanNode.valueOf(undecided != decisive);
        }
    }

    /** {@code isempty(content)}. */
    static final class IsEmpty extends ValueCode {
        private final Code content;

        IsEmpty(Code content) {
            super(ONE);
            this.content = content;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return BooleanNode.valueOf(content.each(scope, locals, null, input, (p, value) -> false));
        }
    }
}
