package dev.cairn.snippets;

import java.nio.file.Path;
import java.util.List;

/**
 * A block of code in a page.
 *
 * @param page relative to the top of the project
 * @param line where its text begins, from 1
 * @param language as the page says; empty if it says none
 * @param part of what the text is a part: empty for the whole of a file, or for what is seen by the text
 * @param reason why it is not compiled; null if it is to be
 * @param sources files that it is taken from, each with the lines it shows; they are compiled where they stand
 * @param text its lines, those of included files left out
 */
record Block(String page, int line, String language, String part, String reason, List<Excerpt> sources, String text) {

    /**
     * Lines of a file.
     *
     * @param file absolute
     * @param tag of the region that is shown; null for all of it
     * @param text what a copy says that the file has in it; null if the file itself is shown
     */
    record Excerpt(Path file, String tag, String text) {}

    /** Where it is, for messages and names of tests. */
    String place() {
        return page + ":" + line;
    }

    /** Where a line of its text is, from 1. */
    String place(long lineOfText) {
        return page + ":" + (line + lineOfText - 1);
    }
}
