package dev.cairn.jq.tree;

import java.util.List;
import java.util.Set;

/**
 * The share of its input that the results of an expression may refer to. Every form that is not known here counts as {@link #WHOLE}.
 */
public enum InputRetention {
    /** Nothing: the results are new, constants, or values of variables. */
    NONE,
    /** Fields and elements of the input at any depth, but never the input itself. */
    PARTS,
    /** The input itself, alone or inside another value. */
    WHOLE;

    /** Functions whose results are numbers, booleans, texts and arrays of these, for any input. */
    private static final Set<String> FRESH_RESULTS = Set.of("length", "keys", "keys_unsorted", "has", "type", "not", "isempty",
            "empty", "range", "now");

    /** The most that a result of the expression may refer to. */
    public static InputRetention of(Expression part) {
        if (part instanceof Expression.Literal || part instanceof Expression.Variable || part instanceof Expression.Local
                || part instanceof Expression.Negate || part instanceof Expression.And || part instanceof Expression.Or
                || part instanceof Expression.Interpolation) {
            return NONE;
        } else if (part instanceof Expression.Field field) {
            return ofAccess(field.target());
        } else if (part instanceof Expression.Index index) {
            return ofAccess(index.target());
        } else if (part instanceof Expression.Pipe pipe) {
            return ofPipe(pipe);
        } else if (part instanceof Expression.Binary binary) {
            return ofBinary(binary);
        } else if (part instanceof Expression.If choice) {
            return most(List.of(choice.consequent(), choice.otherwise()));
        } else if (part instanceof Expression.Builtin builtin) {
            return FRESH_RESULTS.contains(builtin.name()) ? NONE : WHOLE;
        } else if (part instanceof Expression.Alternative || part instanceof Expression.ArrayConstruction
                || part instanceof Expression.ObjectConstruction || part instanceof Expression.Comma) {
            return most(ExpressionChildren.of(part));
        }
        return WHOLE;
    }

    /** A field of the input is a part of it. A field of a value around the input may be the input. */
    private static InputRetention ofAccess(Expression target) {
        return target instanceof Expression.Identity ? PARTS : of(target);
    }

    /** The right side can take the input out of a value that the left side has put it into: {@code [.] | .[0]}. */
    private static InputRetention ofPipe(Expression.Pipe pipe) {
        InputRetention right = of(pipe.right());
        return right == NONE || pipe.left() instanceof Expression.Identity ? right : of(pipe.left());
    }

    /** Sums, differences and products of arrays and objects have elements of their sides. Other results are fresh. */
    private static InputRetention ofBinary(Expression.Binary binary) {
        return switch (binary.operator()) {
            case ADD, SUBTRACT, MULTIPLY -> most(List.of(binary.left(), binary.right()));
            case DIVIDE, REMAINDER, EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> NONE;
        };
    }

    private static InputRetention most(List<Expression> parts) {
        return parts.stream().map(InputRetention::of).reduce(NONE, (one, other) -> one.compareTo(other) < 0 ? other : one);
    }
}
