package dev.cairn.executor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Collects the replies of one instance that callers wait for, while it runs or is replayed. A state without waiting callers has none,
 * and captures no reply. Nothing that the instance does depends on it.
 */
public final class ReplyCollector {

    private final List<AwaitedReply> awaited = new ArrayList<>(1);

    ReplyCollector() {}

    void add(AwaitedReply reply) {
        awaited.add(reply);
    }

    void remove(AwaitedReply reply) {
        awaited.remove(reply);
    }

    boolean isEmpty() {
        return awaited.isEmpty();
    }

    /**
     * A task has taken an event.
     *
     * @param event source and id of the event
     * @param replies false if the task does not reply to it
     */
    public void received(String event, boolean replies) {
        for (AwaitedReply reply : awaited) {
            if (reply.event().equals(event)) {
                reply.taken(replies);
            }
        }
    }

    /** A task replies to an event; the answer is captured only if a caller waits for it. */
    public void replied(String event, Supplier<CapturedAnswer> answer) {
        for (AwaitedReply reply : awaited) {
            if (reply.event().equals(event)) {
                reply.reply(answer.get());
            }
        }
    }

    /**
     * Takes the replies whose stage is final: all that the state follows from is durable.
     *
     * @param isOwed true if the instance is in a task that has an event, by its source and id, and replies later
     */
    public List<AwaitedReply> takeSettled(Predicate<String> isOwed) {
        List<AwaitedReply> settled = new ArrayList<>(1);
        for (Iterator<AwaitedReply> all = awaited.iterator(); all.hasNext();) {
            AwaitedReply reply = all.next();
            reply.leaveUnless(isOwed);
            if (reply.isSettled()) {
                all.remove();
                settled.add(reply);
            }
        }
        return settled;
    }

    /** Takes all replies. */
    public List<AwaitedReply> takeAll() {
        List<AwaitedReply> all = List.copyOf(awaited);
        awaited.clear();
        return all;
    }
}
