package dev.cairn.definition.openapi;

/**
 * The encoding of a parameter.
 *
 * @param style the style
 * @param explode true if each element of an array or object is written on its own
 * @param allowReserved true if reserved characters are not percent-encoded
 * @param mediaType media type that the value is written in instead of a style, or null
 */
public record ParameterEncoding(ParameterStyle style, boolean explode, boolean allowReserved, String mediaType) {

    /** The encoding by a style. */
    public static ParameterEncoding of(ParameterStyle style, boolean explode) {
        return new ParameterEncoding(style, explode, false, null);
    }
}
