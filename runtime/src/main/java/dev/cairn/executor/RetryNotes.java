package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;

/** Notes of what retry policies decided while an instance ran, until they are taken. Used in the turns of the instance. */
public final class RetryNotes {

    /** A loop may retry without end before anybody takes the notes: then the first are kept. */
    private static final int MAX_NOTES = 32;

    /** Null while there are none. */
    private List<RetryNote> notes;

    /** Adds what a policy decided. */
    public void add(RetryNote note) {
        if (notes == null) {
            notes = new ArrayList<>();
        }
        if (notes.size() < MAX_NOTES) {
            notes.add(note);
        }
    }

    /** The notes so far, which are forgotten here. */
    public List<RetryNote> take() {
        List<RetryNote> taken = notes == null ? List.of() : notes;
        notes = null;
        return taken;
    }
}
