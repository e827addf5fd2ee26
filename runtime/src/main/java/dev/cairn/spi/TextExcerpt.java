package dev.cairn.spi;

/** The beginning of a text from outside as one line, for the sentence of a message. */
public final class TextExcerpt {

    private static final char DELETE = 0x7f;

    private TextExcerpt() {}

    /**
     * The beginning of a text. A blank stands for each run of white space and control characters. Reads no more of a long text than it
     * gives. Conceal secrets before: a part of a secret is not found.
     *
     * @param maxChars characters that it gives at the most, before the ellipsis of a longer text; no pair of surrogates is cut
     */
    public static String of(String text, int maxChars) {
        StringBuilder line = new StringBuilder();
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next <= ' ' || next == DELETE || Character.isWhitespace(next)) {
                gap = line.length() > 0;
                continue;
            }
            if (gap) {
                line.append(' ');
                gap = false;
            }
            line.append(next);
            if (line.length() > maxChars) {
                int end = Character.isHighSurrogate(line.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
                return line.substring(0, end) + "…";
            }
        }
        return line.toString();
    }
}
