package dev.cairn.engine.operation;

/**
 * Tells if an instance can go on with the current definition of the application.
 *
 * @param id the instance
 * @param workflow qualified name, {@code namespace:name}
 * @param version of the definition that it runs
 * @param verdict the result
 * @param task reference of the task whose entry in the journal does not fit, a JSON pointer; null if it fits, or if no task wrote the entry
 * @param entry position of that entry in the journal, or -1 if there is none
 * @param reason reason of the misfit, or null
 */
public record JournalCompatibilityResult(String id, String workflow, String version, Verdict verdict, String task, int entry,
        String reason) {

    /** Position if no entry is to blame. */
    public static final int NO_ENTRY = -1;

    /** Of an instance that can go on. */
    static JournalCompatibilityResult good(String id, String workflow, String version, boolean changed) {
        return new JournalCompatibilityResult(id, workflow, version, changed ? Verdict.FITS : Verdict.UNCHANGED, null, NO_ENTRY,
                null);
    }

    /** The finding. */
    public enum Verdict {
        /** The definition is the one with which the instance began. */
        UNCHANGED,
        /** The definition has changed, and the journal fits it. */
        FITS,
        /** The journal does not fit the changed definition. */
        MISFIT,
        /** The application has no definition of this name and version any more. */
        NO_DEFINITION,
        /** An entry is damaged, or a key or codec is missing. */
        UNREADABLE
    }
}
