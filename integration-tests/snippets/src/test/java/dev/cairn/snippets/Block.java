package dev.cairn.snippets;

import java.nio.file.Path;

/**
 * A block of code in a page.
 *
 * @param page relative to the top of the project
 * @param line where its text begins, from 1
 * @param language as the page says; empty if it says none
 * @param part of what the text is a part: empty for the whole of a file, or for what is seen by the text
 * @param reason why it is not compiled; null if it is to be
 * @param source what it is a copy of, and compiled where that stands; null if it is none
 * @param text its lines
 */
record Block(String page, int line, String language, String part, String reason, Excerpt source, String text) {

    /**
     * Lines of a file.
     *
     * @param file absolute
     * @param text what a copy says that the file has in it
     */
    record Excerpt(Path file, String text) {}

    /** Where it is, for messages and names of tests. */
    String place() {
        return page + ":" + line;
    }

    /** Where a line of its text is, from 1. */
    String place(long lineOfText) {
        return page + ":" + (line + lineOfText - 1);
    }
}
