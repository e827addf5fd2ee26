package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;

/** What is noted of an instance for those who watch it. Nothing that it does depends on that. */
abstract class WatchedState extends WorkBudget {

    /** A loop may retry without end before the notes are taken: then the first are kept. */
    private static final int MAX_RETRY_NOTES = 32;

    private Trace trace;
    private TaskNotes notes;
    /** Null while there are none. */
    private List<RetryNote> retryNotes;
    private TaskChanges changes;
    /** Null if the instance is in no trace. Read by any thread. */
    private volatile TraceMark traceMark;

    Trace trace() {
        return trace;
    }

    void trace(Trace watcher) {
        trace = watcher;
    }

    /** The tasks that are done and not in the journal yet, or null if the journal has no tasks. */
    public TaskNotes notes() {
        return notes;
    }

    void notes(TaskNotes taken) {
        notes = taken;
    }

    /** Adds what a retry policy said. */
    public void noteRetry(RetryNote note) {
        if (retryNotes == null) {
            retryNotes = new ArrayList<>();
        }
        if (retryNotes.size() < MAX_RETRY_NOTES) {
            retryNotes.add(note);
        }
    }

    /** What retry policies said since this was asked last. */
    public List<RetryNote> takeRetryNotes() {
        List<RetryNote> taken = retryNotes == null ? List.of() : retryNotes;
        retryNotes = null;
        return taken;
    }

    /** What became of tasks and was not told yet, or null if nobody watches them. */
    public TaskChanges changes() {
        return changes;
    }

    void changes(TaskChanges noted) {
        changes = noted;
    }

    /** Where the instance is in a distributed trace, or null. */
    public TraceMark traceMark() {
        return traceMark;
    }

    /** Says where the instance is in a distributed trace; replay goes by none of it. */
    public void traceMark(TraceMark mark) {
        traceMark = mark;
    }
}
