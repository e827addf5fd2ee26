package dev.cairn.engine.node;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

import org.jboss.logging.Logger;

import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.time.LogRateLimiter;
import dev.cairn.time.TimeSource;
import dev.cairn.value.HeapSizeEstimator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Bounds the memory that instances hold, in bytes. Half of the budget is for instances that wait for their calls: beyond that
 * others leave the memory before they begin theirs, if the store keeps them. Safe for any thread; no lock.
 *
 * <p>
 * Instances that others run have more of it, the deeper they stand, and one of each depth always has room: those around them wait for
 * them, so the deepest must be able to go on.
 */
public final class MemoryBudget {

    /** Size of an instance with small values that waits for an HTTP call, with the objects of the HTTP client. Measured: 4.5 KiB. */
    public static final long MIN_INSTANCE_BYTES = 5 << 10;
    /** Maximum size of a value that is measured; a larger one counts as this. */
    public static final long MAX_VALUE_BYTES = 64 << 20;

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long LOG_INTERVAL_MILLIS = 60_000;

    private final long maxBytes;
    private final int maxDepth;
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicLong callingBytes = new AtomicLong();
    private final AtomicLong idleBytes = new AtomicLong();
    /** Number of instances of each depth, and number of them that wait for calls. */
    private final AtomicIntegerArray heldByDepth;
    private final AtomicIntegerArray callingByDepth;
    private final LogRateLimiter logInterval;
    private final Runnable refused;
    private volatile Runnable whenRoom = () -> {};
    private volatile boolean roomWanted;

    /**
     * @param maxBytes the budget
     * @param maxDepth maximum nesting of instances that run each other
     * @param refused run each time a start or the body of a request is refused
     */
    MemoryBudget(long maxBytes, int maxDepth, TimeSource time, Runnable refused) {
        this.refused = refused;
        this.logInterval = new LogRateLimiter(time, LOG_INTERVAL_MILLIS);
        this.maxBytes = maxBytes;
        this.maxDepth = maxDepth;
        this.heldByDepth = new AtomicIntegerArray(maxDepth + 1);
        this.callingByDepth = new AtomicIntegerArray(maxDepth + 1);
    }

    /** Runs something when there is room again for calls that {@link #mayCall} refused. Set once, before the first instance. */
    public void whenRoom(Runnable action) {
        whenRoom = action;
    }

    /** True if no body of a request may be read; says so in the log. */
    public boolean isFull() {
        boolean full = heldBytes.get() >= maxBytes;
        if (full) {
            sayFull();
        }
        return full;
    }

    /** Counts bytes of something that is not an instance; negative when they are free again. */
    public void hold(long bytes) {
        heldBytes.addAndGet(bytes);
        if (bytes < 0) {
            tellRoom();
        }
    }

    /** Counts a value that belongs to no instance, until something that is made of it is there. */
    public <T> Uni<T> holding(JsonPayload value, Uni<T> made) {
        return Uni.createFrom().deferred(() -> {
            long textBytes = value.knownTextBytes();
            long bytes = textBytes >= 0 ? textBytes : HeapSizeEstimator.of(value.tree(), MAX_VALUE_BYTES);
            hold(bytes);
            return made.onTermination().invoke(() -> hold(-bytes));
        });
    }

    /** Number of bytes held. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** Bytes held by instances that wait for their calls. */
    public long callingBytes() {
        return callingBytes.get();
    }

    /** The budget. */
    public long maxBytes() {
        return maxBytes;
    }

    /** True if no instance may be started under this id; says so in the log. A null stands for a new id. */
    public boolean refuses(String instanceId) {
        int depth = instanceId == null ? 0 : InstanceIdGenerator.depth(instanceId);
        boolean refused = heldBytes.get() >= limit(maxBytes, depth) && heldByDepth.get(level(depth)) > 0;
        if (refused) {
            sayFull();
        }
        return refused;
    }

    /**
     * True if instances may be brought into memory, in any waiting state. Otherwise the action of {@link #whenRoom} runs once
     * they may. Idle instances and those that wait for calls do not count. An event waits until all possible listeners are in
     * memory, and must not wait for an event or an answer there.
     */
    public boolean mayLoad() {
        if (hasRoomToLoad()) {
            return true;
        }
        roomWanted = true;
        return hasRoomToLoad();
    }

    private boolean hasRoomToLoad() {
        return heldBytes.get() - idleBytes.get() - callingBytes.get() < maxBytes + maxBytes / 2;
    }

    /** True if an instance that stands so deep in others may begin its calls. Otherwise the action of {@link #whenRoom} runs once it may. */
    public boolean mayCall(int depth) {
        if (hasRoomToCall(depth)) {
            return true;
        }
        roomWanted = true;
        // Room that came free in between has notified no listener.
        return hasRoomToCall(depth);
    }

    private boolean hasRoomToCall(int depth) {
        return callingBytes.get() < limit(maxBytes / 2, depth) || callingByDepth.get(level(depth)) == 0;
    }

    /** Instances that were begun with other settings may stand deeper. */
    private int level(int depth) {
        return Math.min(depth, maxDepth);
    }

    private long limit(long ofRoots, int depth) {
        return ofRoots + ofRoots / 2 * level(depth) / maxDepth;
    }

    /** An instance comes into memory, or leaves it. */
    public void count(int depth, boolean comes) {
        heldByDepth.addAndGet(level(depth), comes ? 1 : -1);
    }

    /** An instance that holds this number of bytes begins to wait for its calls, or no longer does. */
    public void count(int depth, boolean calls, long bytes) {
        callingByDepth.addAndGet(level(depth), calls ? 1 : -1);
        call(calls ? bytes : -bytes);
    }

    /** Counts bytes of instances that wait for their calls; negative when they are free again. */
    public void call(long bytes) {
        callingBytes.addAndGet(bytes);
        // More of it leaves room to load, less of it room to call.
        tellRoom();
    }

    /** Counts bytes that are held as long as nothing comes from outside; negative when they no longer are. */
    public void idle(long bytes) {
        idleBytes.addAndGet(bytes);
        if (bytes >= 0) {
            tellRoom();
        }
    }

    private void tellRoom() {
        if (roomWanted) {
            roomWanted = false;
            whenRoom.run();
        }
    }

    /** Says that starts are refused, in the log once in a while. */
    private void sayFull() {
        refused.run();
        if (logInterval.isDue()) {
            LOG.warnf(
                    "CAIRN-0469: Starts are refused [held=%d, waiting for calls=%d, budget=%d bytes]: instances in memory take up the"
                            + " budget. Clients are told to try again. If this lasts, raise quarkus.cairn.memory.budget or the heap, or"
                            + " see what the instances wait for.",
                    heldBytes.get(), callingBytes.get(), maxBytes);
        }
    }
}
