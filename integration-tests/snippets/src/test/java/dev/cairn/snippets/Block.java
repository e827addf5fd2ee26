package dev.cairn.snippets;

import java.nio.file.Path;

/**
 * A block of code in a page.
 *
 * @param page relative to the top of the project
 * @param line first line of its text, from 1
 * @param language as the page says; empty if it says none
 * @param part of what the text is a part: empty for the whole of a file, or for what is seen by the text
 * @param reason reason not to compile it; null to compile it
 * @param source the excerpt that it copies, compiled in its own module; null if it is no copy
 * @param text its lines
 */
record Block(String page, int line, String language, String part, String reason, Excerpt source, String text) {

    /**
     * Lines of a file.
     *
     * @param file absolute
     * @param text the lines that a copy attributes to the file
     */
    record Excerpt(Path file, String text) {}

    /** Its location, for messages and names of tests. */
    String place() {
        return page + ":" + line;
    }

    /** Location of a line of its text, from 1. */
    String place(long lineOfText) {
        return page + ":" + (line + lineOfText - 1);
    }
}
