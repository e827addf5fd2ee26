package dev.cairn.expression;

import java.util.Set;

/** Whether a result of an expression may be its input, or have it inside. */
final class InputUse {

    /** Functions whose results have nothing of their input but its parts. */
    private static final Set<String> LOOKING = Set.of("length", "keys", "keys_unsorted", "has", "type", "not", "isempty",
            "empty", "range",
            "now");

    private InputUse() {}

    /** False if no result has the input inside; true if one may, or nobody knows. */
    static boolean isKept(Expression part) {
        if (part instanceof Expression.Literal || part instanceof Expression.Variable || part instanceof Expression.Local
                || part instanceof Expression.Negate || part instanceof Expression.And || part instanceof Expression.Or
                || part instanceof Expression.Interpolation) {
            return false;
        } else if (part instanceof Expression.Field field) {
            return isKeptByParts(field.target());
        } else if (part instanceof Expression.Index index) {
            return isKeptByParts(index.target());
        } else if (part instanceof Expression.Pipe pipe) {
            return isKept(pipe.left()) && isKept(pipe.right());
        } else if (part instanceof Expression.Binary binary) {
            boolean mayGiveSide = binary.operator() == BinaryOperator.ADD || binary.operator() == BinaryOperator.MULTIPLY;
            return mayGiveSide && (isKept(binary.left()) || isKept(binary.right()));
        } else if (part instanceof Expression.If choice) {
            return isKept(choice.consequent()) || isKept(choice.otherwise());
        } else if (part instanceof Expression.Builtin builtin) {
            return !LOOKING.contains(builtin.name());
        } else if (part instanceof Expression.Alternative || part instanceof Expression.ArrayConstruction
                || part instanceof Expression.ObjectConstruction || part instanceof Expression.Comma) {
            return ExpressionChildren.of(part).stream().anyMatch(InputUse::isKept);
        }
        return true;
    }

    /** The parts of the input are not the input, but a part of what has it inside may be. */
    private static boolean isKeptByParts(Expression target) {
        return !(target instanceof Expression.Identity) && isKept(target);
    }
}
