package dev.cairn.compiler.jq;

import java.util.Random;

/** Writes a {@code reduce} at random, with an update of a form that is done in place if its operands allow that. */
final class RandomReduce {

    private static final int OPERAND_DEPTH = 3;
    private static final String[] ANY_VALUES = { ".", "$i", "1", "\"t\"", "{}", "[]", "[$i]", "{a: $i}", "length", "keys",
            "type", "(. == 1)", "\"\\(.)\"", "(. as $x | $x)", "first(.)", "({a: .} | length)" };

    private final Random random;
    private final boolean isArray;
    private final String[] places;
    private final String initial;
    private final String update;

    RandomReduce(Random random) {
        this.random = random;
        this.isArray = random.nextInt(3) == 0;
        this.places = isArray ? new String[] { ".[0]", ".[1]", ".[-1]", ".[$i]" }
                : new String[] { ".a", ".n", ".[\"p\"]", ".q" };
        this.initial = isArray ? "[0, [1]]" : "{n: 0, a: {b: 1}}";
        this.update = random.nextInt(5) == 0 ? inside() : update(2);
    }

    /** The loop, with its update in place where it may be. */
    String plain() {
        return loop(update);
    }

    /** The same, with an update of a form that is never done in place. */
    String copying() {
        return loop("(" + update + ") as $turn | $turn");
    }

    /** The initial value is shared: the last result shows it, and it must not change. */
    private String loop(String turn) {
        return initial + " as $start | (reduce range(3) as $i ($start; " + turn + ")), $start";
    }

    /** An update of a place further inside. */
    private String inside() {
        String[] keys = { "[$i]", ".b", "[0]", "[{\"start\": $i, \"end\": null}]", "[\"k\\($i)\"]", "[1 - $i]" };
        String[] values = { "$i", "[$i]", "{b: $i}", "$start", "{b: $start}", "[$start]", "[[$i], [$i]]" };
        String place = pick(places) + pick(keys) + (random.nextBoolean() ? pick(keys) : "");
        return place + pick(new String[] { " = ", " = ", " += ", " -= ", " *= " }) + pick(values);
    }

    private String update(int depth) {
        int kind = random.nextInt(depth == 0 ? 6 : 9);
        String place = pick(places);
        return switch (kind) {
            case 0, 1, 2 -> place + " = " + operand(OPERAND_DEPTH);
            case 3 -> ". + " + (isArray ? "[" + operand(2) + "]" : "{(\"k\\($i)\"): " + operand(2) + "}");
            case 4 -> random.nextBoolean() ? ". + " + around(operand(2)) : place + " |= " + operand(2);
            case 5 -> random.nextBoolean() ? place + " //= " + operand(2) : pick(places) + " = 0 | " + place + " = $i";
            case 6 ->
                "if $i == 1 then " + update(depth - 1) + " else " + (random.nextBoolean() ? "." : update(depth - 1)) + " end";
            default -> update(depth - 1) + " | " + update(depth - 1);
        };
    }

    /** A value around another, of the kind that can be added. */
    private String around(String value) {
        return isArray ? "([" + value + "] - [1])" : "({a: 1} * {q: " + value + "})";
    }

    private String operand(int depth) {
        if (depth == 0) {
            return pick(random.nextBoolean() ? places : ANY_VALUES);
        }
        return switch (random.nextInt(14)) {
            case 0 -> "([" + operand(depth - 1) + "] | .[0])";
            case 1 -> "({p: " + operand(depth - 1) + "} | .p)";
            case 2 -> "([" + operand(depth - 1) + "] + [" + operand(depth - 1) + "] | .[1])";
            case 3 -> "(([" + operand(depth - 1) + "] - []) | .[0])";
            case 4 -> "({} * {p: " + operand(depth - 1) + "} | .p)";
            case 5 -> "[" + operand(depth - 1) + "][0]";
            case 6 -> "{p: {q: " + operand(depth - 1) + "}}.p";
            case 7 -> "(" + operand(depth - 1) + " // " + operand(depth - 1) + ")";
            case 8 -> "(if $i == 1 then " + operand(depth - 1) + " else " + operand(depth - 1) + " end)";
            case 9 -> "([" + operand(depth - 1) + ", " + operand(depth - 1) + "] | .[-1])";
            case 10 -> "([" + operand(depth - 1) + "] | .[{\"start\": 0, \"end\": null}])";
            case 11 -> "(. | " + operand(depth - 1) + ")";
            default -> operand(0);
        };
    }

    private String pick(String[] texts) {
        return texts[random.nextInt(texts.length)];
    }
}
