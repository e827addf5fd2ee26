package dev.cairn.compiler;

/** A place in a program that is being made; known for sure when the program is complete. */
final class JumpLabel {

    private int slot = -1;
    private boolean used;

    void place(int atSlot) {
        if (slot >= 0) {
            throw new IllegalStateException("A label stands in one place only");
        }
        slot = atSlot;
    }

    /** This label, as somewhere to go. */
    JumpLabel used() {
        used = true;
        return this;
    }

    /** True if something goes there. */
    boolean isUsed() {
        return used;
    }

    int slot() {
        if (slot < 0) {
            throw new IllegalStateException("A label was used but never placed");
        }
        return slot;
    }
}
