package dev.cairn.definition;

/**
 * Source location of an element of a definition.
 *
 * @param file path below the project's resources, or the source file of a fluent definition
 * @param line from 1; 0 if unknown
 * @param column from 1; 0 if unknown
 * @param pointer JSON pointer (RFC 6901) of the element in the definition; empty for the whole
 * @param written JSON pointer of the element where it was written: another one for a function or an extension, which occur
 *        wherever they are used
 */
public record SourceLocation(String file, int line, int column, String pointer, String written) {

    /** The place of an element that stands where it was written. */
    public SourceLocation(String file, int line, int column, String pointer) {
        this(file, line, column, pointer, pointer);
    }

    /** The place of a child: same line unless something better is known. */
    public SourceLocation child(String token) {
        return new SourceLocation(file, line, column, pointer + "/" + escape(token), written + "/" + escape(token));
    }

    /** The location where the element was written, for any use of it. */
    public SourceLocation asWritten() {
        return new SourceLocation(file, line, column, written);
    }

    /** Escapes one token of a JSON pointer (RFC 6901, section 3). */
    public static String escape(String token) {
        return token.replace("~", "~0").replace("/", "~1");
    }

    /** {@code file:line:column (pointer where it was written)}, without what is unknown. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file);
        if (line > 0) {
            text.append(':').append(line);
            if (column > 0) {
                text.append(':').append(column);
            }
        }
        return text.append(" (").append(written.isEmpty() ? "/" : written).append(')').toString();
    }
}
