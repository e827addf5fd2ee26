package dev.cairn.definition;

/**
 * Where an element of a definition was written.
 *
 * @param file path below the project's resources, or the source file of a fluent definition
 * @param line from 1; 0 if unknown
 * @param column from 1; 0 if unknown
 * @param pointer JSON pointer (RFC 6901) of the element in the definition; empty for the whole
 */
public record Location(String file, int line, int column, String pointer) {

    /** The place of a child: same line unless something better is known. */
    public Location child(String token) {
        return new Location(file, line, column, pointer + "/" + escape(token));
    }

    /** Escapes one token of a JSON pointer (RFC 6901, section 3). */
    public static String escape(String token) {
        return token.replace("~", "~0").replace("/", "~1");
    }

    /** {@code file:line:column (pointer)}, without what is unknown. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file);
        if (line > 0) {
            text.append(':').append(line);
            if (column > 0) {
                text.append(':').append(column);
            }
        }
        return text.append(" (").append(pointer.isEmpty() ? "/" : pointer).append(')').toString();
    }
}
