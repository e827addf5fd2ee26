package dev.cairn.architecture;

import java.util.ArrayList;
import java.util.List;

/** Reads the comments of a source in Java's or JavaScript's syntax; what looks like a comment within a string is none. */
final class JavaCommentReader {

    private final String text;
    private final boolean templates;
    private final List<String> comments = new ArrayList<>();
    /** Behind the last line comment that stands on its own line; the next line may continue it. */
    private int lineCommentEnd = -1;

    /** @param templates backquotes begin strings, as in JavaScript */
    JavaCommentReader(String text, boolean templates) {
        this.text = text;
        this.templates = templates;
    }

    /** The texts without the marks of comments; line comments on lines that follow each other are one. */
    List<String> comments() {
        int at = 0;
        while (at < text.length()) {
            char character = text.charAt(at);
            if (text.startsWith("//", at)) {
                at = lineComment(at);
            } else if (text.startsWith("/*", at)) {
                at = blockComment(at);
            } else if (text.startsWith("\"\"\"", at)) {
                at = stringEnd(at + 3, "\"\"\"", true);
            } else if (character == '"' || character == '\'') {
                at = stringEnd(at + 1, String.valueOf(character), false);
            } else if (character == '`' && templates) {
                at = stringEnd(at + 1, "`", true);
            } else {
                at++;
            }
        }
        return comments;
    }

    private int lineComment(int start) {
        int end = text.indexOf('\n', start) < 0 ? text.length() : text.indexOf('\n', start);
        String comment = text.substring(start + 2, end).strip();
        boolean ownLine = text.substring(text.lastIndexOf('\n', start) + 1, start).isBlank();
        boolean continues = ownLine && lineCommentEnd >= 0 && text.substring(lineCommentEnd, start).isBlank()
                && text.indexOf('\n', lineCommentEnd + 1) >= start;
        if (continues) {
            comments.set(comments.size() - 1, comments.get(comments.size() - 1) + "\n" + comment);
        } else {
            comments.add(comment);
        }
        lineCommentEnd = end;
        return end;
    }

    private int blockComment(int start) {
        int close = text.indexOf("*/", start + 2);
        int end = close < 0 ? text.length() : close;
        comments.add(text.substring(start, end).replaceFirst("^/\\*+", "").replaceAll("(?m)^[ \\t]*\\* ?", ""));
        lineCommentEnd = -1;
        return Math.min(text.length(), end + 2);
    }

    /** A string without its end on the line was no string, for example a quote within a regular expression. */
    private int stringEnd(int start, String quote, boolean multiline) {
        for (int at = start; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.startsWith(quote, at)) {
                return at + quote.length();
            } else if (text.charAt(at) == '\n' && !multiline) {
                return at;
            }
        }
        return text.length();
    }
}
