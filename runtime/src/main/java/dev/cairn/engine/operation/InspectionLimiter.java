package dev.cairn.engine.operation;

import java.util.ArrayDeque;
import java.util.Queue;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import io.smallrye.mutiny.Uni;

/**
 * Bounds the number of journals that are loaded and replayed at a time for inspection: each is in memory as a whole, and
 * occupies a worker. Other requests queue, and leave the queue if they are cancelled. Thread-safe.
 */
public final class InspectionLimiter {

    private static final int MAX_WAITING = 64;

    private final int maxRunning;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;

    public InspectionLimiter(int maxRunning) {
        this.maxRunning = maxRunning;
    }

    /**
     * The same, once there is room for it. Fails with {@code OVERLOADED} if too many wait. An inspection that has begun is not cancelled:
     * its worker goes on, so its room is not free.
     */
    public <T> Uni<T> admit(Uni<T> inspection) {
        return Uni.createFrom().emitter(emitter -> {
            Runnable begin = () -> inspection.onTermination().invoke(this::ended).subscribe().with(emitter::complete,
                    emitter::fail);
            switch (admission(begin)) {
                case BEGINS -> begin.run();
                case WAITS -> emitter.onTermination(() -> leave(begin));
                case REFUSED -> emitter.fail(refusal());
            }
        });
    }

    /** The failure of a request that finds no room. */
    static CairnException refusal() {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0744: Cannot inspect instances: too many requests wait already."
                + " Try again later.", null);
    }

    private synchronized Admission admission(Runnable inspection) {
        if (running < maxRunning) {
            running++;
            return Admission.BEGINS;
        }
        if (waiting.size() >= MAX_WAITING) {
            return Admission.REFUSED;
        }
        waiting.add(inspection);
        return Admission.WAITS;
    }

    /** Does nothing if the inspection has begun. */
    private synchronized void leave(Runnable inspection) {
        waiting.remove(inspection);
    }

    private void ended() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                running--;
            }
        }
        if (next != null) {
            next.run();
        }
    }

    private enum Admission {
        BEGINS,
        WAITS,
        /** Too many wait. */
        REFUSED
    }
}
