package dev.cairn.testkit;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;

/** Time that stands still until a test moves it. Timers fire on the thread that moves it, in the order they are due. */
public final class ManualTime implements TimeSource, TimerService {

    private final Queue<Alarm> alarms = new PriorityQueue<>(
            Comparator.comparingLong(Alarm::atMillis).thenComparingLong(Alarm::order));
    /** Elapsed time: timers count by it. */
    private long nowMillis;
    /** Lead of the wall clock over {@code nowMillis}. */
    private long leadMillis;
    private long orders;

    /** Time that stands at this moment. */
    public ManualTime(long nowMillis) {
        this.nowMillis = nowMillis;
    }

    @Override
    public synchronized long millis() {
        return nowMillis + leadMillis;
    }

    @Override
    public synchronized long elapsedMillis() {
        return nowMillis;
    }

    @Override
    public synchronized Runnable after(long delayMillis, Runnable action) {
        Alarm alarm = new Alarm(nowMillis + Math.max(0, delayMillis), orders++, action);
        alarms.add(alarm);
        return () -> cancel(alarm);
    }

    /** Moves time forward and fires what is due on the way, each at its own time. */
    public void advance(long millis) {
        long target = elapsedMillis() + millis;
        Alarm next = next(target);
        while (next != null) {
            next.action().run();
            next = next(target);
        }
        elapse(target);
    }

    /** Moves time, in either direction, and fires nothing: as when a machine sleeps. */
    public synchronized void jump(long toMillis) {
        nowMillis = toMillis - leadMillis;
    }

    /**
     * Sets the wall clock alone, in either direction, as an administrator may set the clock of a machine. Timers go on as they
     * did.
     */
    public synchronized void setClock(long toMillis) {
        leadMillis = toMillis - nowMillis;
    }

    private synchronized void elapse(long toMillis) {
        nowMillis = toMillis;
    }

    /** Forgets all timers: their owners are gone, as after a crash. */
    public synchronized void forgetTimers() {
        alarms.clear();
    }

    /** When the next timer fires unless the clock is set, or -1 if no timer waits. */
    public synchronized long nextAlarmMillis() {
        return alarms.isEmpty() ? -1 : alarms.peek().atMillis() + leadMillis;
    }

    private synchronized Alarm next(long untilMillis) {
        if (alarms.isEmpty() || alarms.peek().atMillis() > untilMillis) {
            return null;
        }
        Alarm next = alarms.poll();
        nowMillis = Math.max(nowMillis, next.atMillis());
        return next;
    }

    private synchronized void cancel(Alarm alarm) {
        alarms.remove(alarm);
    }

    private record Alarm(long atMillis, long order, Runnable action) {}
}
