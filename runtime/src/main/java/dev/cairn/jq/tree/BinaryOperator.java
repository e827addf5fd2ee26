package dev.cairn.jq.tree;

/** The arithmetic and comparison operators. The order of the constants is part of the stored form. */
public enum BinaryOperator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%"),
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    BinaryOperator(String symbol) {
        this.symbol = symbol;
    }

    /** The operator as it is written. */
    public String symbol() {
        return symbol;
    }
}
