package dev.cairn.jq.value;

/** Finds a text in another one, in time that grows with their lengths and not with the product of them. */
final class SubstringSearch {

    /** Parts up to here are searched for as the JDK does it, which is fast, and slow only by this factor at worst. */
    private static final int MAX_SIMPLE = 32;

    private final String text;
    private final String part;
    /** For each prefix of the part the length of the longest shorter prefix it ends with (Knuth, Morris and Pratt); null if simple. */
    private final int[] borders;

    SubstringSearch(String text, String part) {
        this.text = text;
        this.part = part;
        this.borders = part.length() <= MAX_SIMPLE || part.length() > text.length() ? null : borders(part);
    }

    private static int[] borders(String part) {
        int[] borders = new int[part.length()];
        int length = 0;
        for (int i = 1; i < borders.length; i++) {
            while (length > 0 && part.charAt(i) != part.charAt(length)) {
                length = borders[length - 1];
            }
            if (part.charAt(i) == part.charAt(length)) {
                length++;
            }
            borders[i] = length;
        }
        return borders;
    }

    /** The first position from the given one on, or -1. */
    int from(int start) {
        if (borders == null) {
            return text.indexOf(part, start);
        }
        int matched = 0;
        for (int i = start; i < text.length(); i++) {
            matched = next(matched, text.charAt(i));
            if (matched == borders.length) {
                return i + 1 - matched;
            }
        }
        return -1;
    }

    private int next(int matched, char c) {
        int length = matched;
        while (length > 0 && part.charAt(length) != c) {
            length = borders[length - 1];
        }
        return part.charAt(length) == c ? length + 1 : length;
    }

    /** Receives a position. */
    @FunctionalInterface
    interface Found {
        void at(int position);
    }

    /** All positions, also those that overlap. */
    void each(Found found) {
        if (borders == null) {
            for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
                found.at(at);
            }
            return;
        }
        int matched = 0;
        for (int i = 0; i < text.length(); i++) {
            matched = next(matched == borders.length ? borders[matched - 1] : matched, text.charAt(i));
            if (matched == borders.length) {
                found.at(i + 1 - matched);
            }
        }
    }
}
