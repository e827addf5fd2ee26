package dev.cairn.jq.value;

/** Counts the characters before positions in a text, each from the one before, so that many positions cost one pass. */
public final class CodePointCounter {

    private final String text;
    private int position;
    private int count;

    public CodePointCounter(String text) {
        this.text = text;
    }

    /** Number of characters before an index of a char. */
    public int before(int index) {
        count += index >= position ? text.codePointCount(position, index) : -text.codePointCount(index, position);
        position = index;
        return count;
    }
}
