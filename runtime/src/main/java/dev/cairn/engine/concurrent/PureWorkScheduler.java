package dev.cairn.engine.concurrent;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import org.jboss.logging.Logger;

import io.smallrye.mutiny.Uni;

/**
 * Schedules pure work on workers, no more of it at once than there are processors. More would be done no sooner, and all of it
 * would hold its values in memory meanwhile.
 *
 * <p>
 * Each workflow has a lane. The lane that has had the least time comes next, so one workflow cannot keep the others waiting, however much
 * it has to do. Work of one lane is done in the order in which it came; an instance comes again behind the others after each slice.
 * Work that takes long in one piece gives way in the middle of it: its thread waits for its next turn. Thread-safe.
 */
public final class PureWorkScheduler {

    /** Threads that may wait in the middle of their work. Each holds a stack and the values of an evaluation. */
    static final int MAX_RESTING = 64;
    /** A lane that had much more time than the others makes up for this much of it. */
    public static final long MAX_LEAD_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** If no thread of the pool takes the work that another one gave way to for so long, the pool has none left, and it goes on. */
    private static final long MAX_REST_MILLIS = 2_000;

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final Consumer<Runnable> worker;
    private final int mostAtOnce;
    private final LongSupplier nanos;
    private final boolean mayRest;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
    /** Lanes in which work waits. Guarded by this, as all that follows. */
    private final Queue<Lane> ready = new PriorityQueue<>(
            Comparator.comparingLong((Lane lane) -> lane.usedNanos).thenComparingLong(lane -> lane.turn));
    private int running;
    private int resting;
    private long turns;
    /** Time of the lane that came last. A lane that was idle begins at this time at least, so it saves up no time. */
    private long leastNanos;
    private volatile int waiting;

    /**
     * @param worker runs something on another thread
     * @param mostAtOnce threads that work at the same time
     * @param nanos tells how long something takes
     * @param mayRest true if threads may wait for each other
     */
    public PureWorkScheduler(Consumer<Runnable> worker, int mostAtOnce, LongSupplier nanos, boolean mayRest) {
        this.worker = worker;
        this.mostAtOnce = mostAtOnce;
        this.nanos = nanos;
        this.mayRest = mayRest;
    }

    /** The lane of a workflow, or of something that the engine does for all of them. */
    public Lane lane(String name) {
        return lanes.computeIfAbsent(name, any -> new Lane());
    }

    /** Amount of work that waits for a worker. */
    public int waiting() {
        return waiting;
    }

    private void add(Lane lane, Consumer<Slot> work) {
        synchronized (this) {
            enqueue(lane, work);
            if (running >= mostAtOnce) {
                return;
            }
            running++;
        }
        worker.accept(this::next);
    }

    /** Has another thread go on. */
    private void handOn() {
        try {
            worker.accept(this::next);
        } catch (RejectedExecutionException over) {
            // The application has stopped: the work that waits here is lost, as in a crash.
            LOG.debugf(over, "Work for %d lanes is dropped", lanes.size());
        }
    }

    private void enqueue(Lane lane, Consumer<Slot> work) {
        boolean idle = lane.waiting.isEmpty();
        lane.waiting.add(work);
        waiting++;
        if (idle) {
            lane.usedNanos = Math.max(lane.usedNanos, leastNanos);
            line(lane);
        }
    }

    private void line(Lane lane) {
        lane.turn = ++turns;
        ready.add(lane);
    }

    /** Runs the work whose turn it is. At least one item is queued; withdrawing an item leaves this unchanged. */
    private void next() {
        Slot slot = new Slot();
        try {
            Consumer<Slot> work = take(slot);
            if (work != null) {
                work.accept(slot);
            }
        } finally {
            if (slot.endsHere()) {
                handOn();
            }
        }
    }

    private synchronized Consumer<Slot> take(Slot slot) {
        Lane lane = ready.poll();
        if (lane == null) {
            return null;
        }
        waiting--;
        leastNanos = Math.max(leastNanos, lane.usedNanos);
        Consumer<Slot> work = lane.waiting.remove();
        if (!lane.waiting.isEmpty()) {
            line(lane);
        }
        slot.lane = lane;
        slot.sinceNanos = nanos.getAsLong();
        return work;
    }

    /** Work of one workflow. */
    public final class Lane {
        private final Queue<Consumer<Slot>> waiting = new ArrayDeque<>();
        private long usedNanos;
        private long turn;

        private Lane() {}

        /** Has something done that does not block. */
        public void add(Runnable work) {
            PureWorkScheduler.this.add(this, slot -> work.run());
        }

        /** As {@link #add(Runnable)}, for work that gives way in between. */
        public void addInSlices(Consumer<Slot> work) {
            PureWorkScheduler.this.add(this, work);
        }

        /** Computes a result in slices; fails with the exception of the computation. */
        public <T> Uni<T> compute(Function<Slot, T> work) {
            return Uni.createFrom().emitter(emitter -> addInSlices(slot -> {
                T result;
                try {
                    result = work.apply(slot);
                } catch (RuntimeException | Error failure) {
                    emitter.fail(failure);
                    return;
                }
                emitter.complete(result);
            }));
        }
    }

    /** The right to work, as long as a thread has it. */
    public final class Slot {
        private Lane lane;
        private long sinceNanos;
        private boolean handedOn;

        private Slot() {}

        /**
         * Lets others have their turn, if any waits that had less time. Returns when it is this one's turn again. May be called by
         * a thread that works for the one which has the slot.
         */
        public void giveWay() {
            Rest rest;
            synchronized (PureWorkScheduler.this) {
                account();
                Lane first = ready.peek();
                if (!mayRest || first == null || first.usedNanos > lane.usedNanos || resting >= MAX_RESTING) {
                    return;
                }
                rest = new Rest(this);
                resting++;
                enqueue(lane, rest);
            }
            try {
                worker.accept(PureWorkScheduler.this::next);
            } catch (RejectedExecutionException over) {
                // The application has stopped: no other thread would ever have the turn.
                rest.isWithdrawn();
                return;
            }
            rest.await();
        }

        private void account() {
            long now = nanos.getAsLong();
            boolean inLine = ready.remove(lane);
            // One at the least: where no time passes, lanes take turns.
            lane.usedNanos = Math.min(lane.usedNanos + Math.max(1, now - sinceNanos), leastNanos + MAX_LEAD_NANOS);
            if (inLine) {
                line(lane);
            }
            sinceNanos = now;
        }

        /** @return true if another thread is to go on */
        private boolean endsHere() {
            synchronized (PureWorkScheduler.this) {
                if (handedOn) {
                    return false;
                }
                if (lane != null) {
                    account();
                }
                if (ready.isEmpty() || running > mostAtOnce) {
                    running--;
                    return false;
                }
                return true;
            }
        }
    }

    /**
     * The rest of a computation that yielded, waiting in its lane. The thread that takes it passes the right to work to the
     * waiting thread.
     */
    private final class Rest implements Consumer<Slot> {
        private final Slot slot;
        private final CountDownLatch over = new CountDownLatch(1);

        Rest(Slot slot) {
            this.slot = slot;
        }

        @Override
        public void accept(Slot other) {
            synchronized (PureWorkScheduler.this) {
                other.handedOn = true;
                resting--;
                slot.sinceNanos = other.sinceNanos;
            }
            over.countDown();
        }

        void await() {
            boolean wasInterrupted = false;
            boolean isOver = false;
            while (!isOver) {
                try {
                    isOver = over.await(MAX_REST_MILLIS, TimeUnit.MILLISECONDS) || goesOnAnyway();
                } catch (InterruptedException interrupted) {
                    wasInterrupted = true;
                }
            }
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean goesOnAnyway() {
            synchronized (PureWorkScheduler.this) {
                if (!isWithdrawn()) {
                    return false;
                }
                running++;
                return true;
            }
        }

        /** @return false if a thread has taken it already */
        private boolean isWithdrawn() {
            synchronized (PureWorkScheduler.this) {
                Lane lane = slot.lane;
                if (!lane.waiting.remove(this)) {
                    return false;
                }
                if (lane.waiting.isEmpty()) {
                    ready.remove(lane);
                }
                waiting--;
                resting--;
                slot.sinceNanos = nanos.getAsLong();
                return true;
            }
        }
    }
}
