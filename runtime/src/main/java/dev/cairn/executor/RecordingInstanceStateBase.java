package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;

/**
 * Base class of the instance state with records for observers: completed tasks, retry decisions, task changes and the
 * trace context. Nothing that the instance does depends on them.
 */
abstract class RecordingInstanceStateBase extends ObservableInstanceStateBase {

    /** A loop may retry without end before the notes are taken: then the first are kept. */
    private static final int MAX_RETRY_NOTES = 32;

    private CompletedTaskEntryCollector notes;
    /** Null while there are none. */
    private List<RetryDecisionNotice> retryNotes;
    private TaskChangeCollector changes;
    /** Null while no caller waits for a reply. */
    private ReplyCollector replies;
    /** Null if the instance is in no trace. Read by any thread. */
    private volatile TraceContext traceMark;

    /** The replies that callers wait for, or null if none do. */
    public ReplyCollector replies() {
        return replies;
    }

    void collectReply(AwaitedReply reply) {
        if (replies == null) {
            replies = new ReplyCollector();
        }
        replies.add(reply);
    }

    /** The caller does not wait for a reply any more. */
    public void forgetReply(AwaitedReply reply) {
        if (replies != null) {
            replies.remove(reply);
            forgetRepliesIfNone();
        }
    }

    /** Stops to collect once no caller waits. */
    public void forgetRepliesIfNone() {
        if (replies.isEmpty()) {
            replies = null;
        }
    }

    /** The tasks that are done and not in the journal yet, or null if the journal has no tasks. */
    public CompletedTaskEntryCollector notes() {
        return notes;
    }

    /** Takes notes of the tasks that are done, for an instance that has not begun. */
    public CompletedTaskEntryCollector noteTasks() {
        notes = new CompletedTaskEntryCollector(this);
        trace(notes);
        return notes;
    }

    /** Forgets the notes that there are, and takes no more. */
    public void stopNotes() {
        notes.stop();
        notes = null;
    }

    /** Notes the decision of a retry policy. */
    public void noteRetry(RetryDecisionNotice note) {
        if (retryNotes == null) {
            retryNotes = new ArrayList<>();
        }
        if (retryNotes.size() < MAX_RETRY_NOTES) {
            retryNotes.add(note);
        }
    }

    /** The decisions of retry policies since the last call. */
    public List<RetryDecisionNotice> takeRetryNotes() {
        List<RetryDecisionNotice> taken = retryNotes == null ? List.of() : retryNotes;
        retryNotes = null;
        return taken;
    }

    /** Changes of tasks that were not reported yet, or null without a watcher. */
    public TaskChangeCollector changes() {
        return changes;
    }

    /** From now on records the changes of the tasks, including tasks under way. */
    public TaskChangeCollector recordChanges() {
        changes = new TaskChangeCollector(this);
        trace(changes);
        return changes;
    }

    /** The place of the instance in a distributed trace, or null. */
    public TraceContext traceMark() {
        return traceMark;
    }

    /** Sets the place of the instance in a distributed trace; replay does not depend on it. */
    public void traceMark(TraceContext mark) {
        traceMark = mark;
    }
}
