package dev.cairn.time;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Timers that fire when the wall clock has reached a time, even if the clock is set while they wait. Thread-safe.
 *
 * <p>
 * Each timer sleeps for the remaining time, and reads the clock when it wakes. So a clock that is set back needs nothing more.
 * While timers wait, a check per second finds that the clock was set forward: then all of them sleep anew.
 */
public final class WallClockTimers {

    /** Maximum delay of a timer after the clock was set forward. */
    static final long LOOK_MILLIS = 1_000;
    /** Smaller changes of the clock make timers late by as much: a rearmament takes a task of an event loop for each timer. */
    static final long MIN_CHANGE_MILLIS = 100;

    private final TimerService timers;
    private final TimeSource time;
    private final Executor worker;
    private final Set<Alarm> armed = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean checkingClock = new AtomicBoolean();
    /** The least lead of the wall clock over the elapsed time with which a timer that waits was armed. */
    private final AtomicLong leadMillis;

    /** @param worker arms all timers anew when the clock was set forward */
    public WallClockTimers(TimerService timers, TimeSource time, Executor worker) {
        this.timers = timers;
        this.time = time;
        this.worker = worker;
        this.leadMillis = new AtomicLong(lead());
    }

    /**
     * Runs something once the wall clock has come to a time.
     *
     * @param dueMillis milliseconds since the epoch; a past time means as soon as possible, not before this method has returned
     * @param action must not block; called on any thread
     * @return cancels it; has no effect once the action has begun
     */
    public Runnable at(long dueMillis, Runnable action) {
        Alarm alarm = new Alarm(dueMillis, action);
        // Before it reads the clock: a look that comes in between arms it.
        armed.add(alarm);
        look();
        alarm.arm();
        return alarm;
    }

    /** Cancels all timers. */
    public void cancelAll() {
        armed.forEach(Alarm::run);
    }

    private void look() {
        if (!checkingClock.get() && checkingClock.compareAndSet(false, true)) {
            timers.after(LOOK_MILLIS, this::looks);
        }
    }

    private void looks() {
        if (armed.isEmpty()) {
            checkingClock.set(false);
            // A timer that was armed in between relied on this look.
            if (!armed.isEmpty()) {
                look();
            }
            return;
        }
        timers.after(LOOK_MILLIS, this::looks);
        long before = leadMillis.get();
        long now = lead();
        // Not if a timer was armed in between: the next look sees what became of the clock.
        if (now - before >= MIN_CHANGE_MILLIS && leadMillis.compareAndSet(before, now)) {
            worker.execute(() -> armed.forEach(Alarm::arm));
        }
    }

    private long lead() {
        return time.millis() - time.elapsedMillis();
    }

    /** A timer that waits. Run, it is cancelled. */
    private final class Alarm implements Runnable {

        private final long dueMillis;
        private final Runnable action;
        /** Null until it is armed. */
        private Runnable timer;
        private boolean over;

        Alarm(long dueMillis, Runnable action) {
            this.dueMillis = dueMillis;
            this.action = action;
        }

        private synchronized void arm() {
            if (!over) {
                stop();
                long nowMillis = time.millis();
                long now = nowMillis - time.elapsedMillis();
                if (now < leadMillis.get()) {
                    leadMillis.accumulateAndGet(now, Math::min);
                }
                timer = timers.after(Math.max(0, dueMillis - nowMillis), this::ring);
            }
        }

        private void ring() {
            synchronized (this) {
                if (over) {
                    return;
                }
                if (time.millis() < dueMillis) {
                    arm();
                    return;
                }
                over = true;
            }
            armed.remove(this);
            action.run();
        }

        @Override
        public void run() {
            synchronized (this) {
                over = true;
                stop();
            }
            armed.remove(this);
        }

        private void stop() {
            if (timer != null) {
                timer.run();
                timer = null;
            }
        }
    }
}
