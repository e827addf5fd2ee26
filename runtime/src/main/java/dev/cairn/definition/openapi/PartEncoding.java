package dev.cairn.definition.openapi;

/**
 * The encoding of a part of a multipart form.
 *
 * @param content the kind of value that the part carries
 * @param contentType its media type unless the call names one; null for that of the content
 * @param delimiter joins the elements of an array to one text; null if each element is a part of its own
 */
public record PartEncoding(Content content, String contentType, String delimiter) {

    /** The kinds of values that parts carry. */
    public enum Content {
        /** Text of a scalar; an object says more about the part. */
        TEXT,
        /** An object as JSON; anything else as text. */
        OBJECT,
        /** Any value as JSON, an array as a whole. */
        JSON,
        /** A file: as text, but with a name. */
        FILE
    }
}
