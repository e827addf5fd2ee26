package dev.cairn.definition;

import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A value in which strings may be runtime expressions.
 *
 * @param value as written; never null, a JSON null is a {@code NullNode}
 * @param expression true if the place takes an expression by type, so that {@code value}, if it is a string, may be written bare
 *        ({@code .a}) as well as wrapped ({@code ${ .a }}); false where only wrapped strings are expressions (DSL, "Runtime
 *        expressions", strict mode). Strings inside an object or array always need the wrapping
 * @param location its source location
 */
public record ValueTemplate(JsonNode value, boolean expression, SourceLocation location) {

    private static final Pattern WRAPPED = Pattern.compile("\\s*\\$\\{.+}\\s*", Pattern.DOTALL);

    /** True if nothing in it is an expression. A bare string counts as text. */
    public boolean isConstant() {
        return isConstant(value);
    }

    /** True if no string in a value is a wrapped expression. */
    public static boolean isConstant(JsonNode value) {
        if (value.isTextual()) {
            return !isWrapped(value.textValue());
        }
        for (JsonNode child : value) {
            if (!isConstant(child)) {
                return false;
            }
        }
        return true;
    }

    /** True if the whole text is a wrapped expression: {@code ${ … }}. */
    public static boolean isWrapped(String text) {
        return WRAPPED.matcher(text).matches();
    }
}
