package dev.cairn.management.live;

import dev.cairn.engine.observer.LiveChange;

/**
 * An entry of a {@link ChangeRing}: a change, or a reason to read everything again. Its text is made once, for all viewers.
 * Thread-safe.
 */
final class ChangeRingEntry {

    /** Beside the texts: names of fields, the id, objects of the heap. */
    private static final int OVERHEAD_BYTES = 400;

    private final long sequence;
    private final LiveChange change;
    private final StreamInterruptionReason reset;
    /** A race makes it twice, and equal. */
    private volatile byte[] text;

    /** One of change and reset is null. */
    ChangeRingEntry(long sequence, LiveChange change, StreamInterruptionReason reset) {
        this.sequence = sequence;
        this.change = change;
        this.reset = reset;
    }

    long sequence() {
        return sequence;
    }

    /** Null if everything is to be read again. */
    LiveChange change() {
        return change;
    }

    byte[] text(String life) {
        byte[] made = text;
        if (made == null) {
            String id = ChangeRing.id(life, sequence);
            made = change == null ? reset.text(id)
                    : ChangeTextEncoder.event(id, change.task() == null ? "instance" : "task", ChangeTextEncoder.json(change));
            text = made;
        }
        return made;
    }

    /** An upper bound of what it takes in memory: each character twice, as a text of its own and in that of the block. */
    int bytes() {
        return change == null ? OVERHEAD_BYTES
                : OVERHEAD_BYTES + 2 * (change.instance().length() + change.workflow().length() + change.version().length()
                        + length(change.businessKey()) + length(change.task()) + length(change.errorType()));
    }

    private static int length(String text) {
        return text == null ? 0 : text.length();
    }
}
