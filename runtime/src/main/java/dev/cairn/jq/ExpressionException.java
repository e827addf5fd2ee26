package dev.cairn.jq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.ValueException;

/**
 * The evaluation of an expression failed. The message is meant for users and names the offending value in short; there
 * is no stack trace, since it says nothing about the expression.
 */
public class ExpressionException extends ValueException {

    private static final long serialVersionUID = 1L;

    private final transient JsonNode value;

    /** A failure that {@code catch} sees as the message. */
    public ExpressionException(String message) {
        this(message, null);
    }

    /**
     * A failure raised with a value, as {@code error({code: 1})} does.
     *
     * @param value the value that {@code catch} receives, or null for the message itself
     */
    public ExpressionException(String message, JsonNode value) {
        super(message);
        this.value = value;
    }

    /** The value that {@code catch} receives: the value that the error was raised with, or the message. */
    public JsonNode value() {
        return value == null ? TextNode.valueOf(getMessage()) : value;
    }

    /** The value that {@code catch} receives for any failure. */
    public static JsonNode valueOf(ValueException failure) {
        return failure instanceof ExpressionException expression ? expression.value()
                : TextNode.valueOf(failure.getMessage());
    }
}
