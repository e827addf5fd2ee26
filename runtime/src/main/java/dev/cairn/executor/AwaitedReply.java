package dev.cairn.executor;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A reply to an event that a caller waits for. Changed in the turns of the instance; any thread reads its stage. */
public final class AwaitedReply {

    /** The progress of a reply. */
    public enum Stage {
        /** The instance has not taken the event since the caller waits. */
        UNKNOWN,
        /** A task has the event, and replies later. */
        OWED,
        /** The answer is known. */
        REPLIED,
        /** A task has the event that does not reply. */
        WITHOUT_REPLY,
        /** The task was left before it replied. */
        LEFT,
        /** The instance is no longer in memory. */
        UNLOADED
    }

    private final String event;
    private final Consumer<AwaitedReply> listener;
    private volatile Stage stage = Stage.UNKNOWN;
    private volatile CapturedAnswer answer;

    /**
     * @param event source and id of the event
     * @param listener told once, when the stage is final and what it follows from is durable
     */
    public AwaitedReply(String event, Consumer<AwaitedReply> listener) {
        this.event = event;
        this.listener = listener;
    }

    /** Source and id of the event. */
    String event() {
        return event;
    }

    public Stage stage() {
        return stage;
    }

    /** The answer, if the stage is {@link Stage#REPLIED}. */
    public CapturedAnswer answer() {
        return answer;
    }

    /** True if the stage is final. */
    boolean isSettled() {
        return stage != Stage.UNKNOWN && stage != Stage.OWED;
    }

    /** The first task that takes the event decides. */
    void taken(boolean replies) {
        if (stage == Stage.UNKNOWN) {
            stage = replies ? Stage.OWED : Stage.WITHOUT_REPLY;
        }
    }

    /** Finds out if the task that owes the reply was left. */
    void leaveUnless(Predicate<String> isOwed) {
        if (stage == Stage.OWED && !isOwed.test(event)) {
            stage = Stage.LEFT;
        }
    }

    void reply(CapturedAnswer captured) {
        if (!isSettled()) {
            answer = captured;
            stage = Stage.REPLIED;
        }
    }

    /** Tells the caller. */
    public void tell() {
        listener.accept(this);
    }

    /** The instance has left the memory; tells the caller. */
    public void unload() {
        stage = Stage.UNLOADED;
        tell();
    }
}
