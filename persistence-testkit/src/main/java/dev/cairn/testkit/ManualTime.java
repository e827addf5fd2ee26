package dev.cairn.testkit;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

import dev.cairn.time.TimeSource;
import dev.cairn.time.Timers;

/** Time that stands still until a test moves it. Timers fire on the thread that moves it, in the order they are due. */
public final class ManualTime implements TimeSource, Timers {

    private final Queue<Alarm> alarms = new PriorityQueue<>(
            Comparator.comparingLong(Alarm::atMillis).thenComparingLong(Alarm::order));
    private long nowMillis;
    private long orders;

    /** Time that stands at this moment. */
    public ManualTime(long nowMillis) {
        this.nowMillis = nowMillis;
    }

    @Override
    public synchronized long millis() {
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
        long target = millis() + millis;
        Alarm next = next(target);
        while (next != null) {
            next.action().run();
            next = next(target);
        }
        jump(target);
    }

    /** Sets the clock, in either direction, and fires nothing: as when somebody sets the clock of a machine. */
    public synchronized void jump(long toMillis) {
        nowMillis = toMillis;
    }

    /** Forgets all timers: those who set them are gone, as after a crash. */
    public synchronized void forgetTimers() {
        alarms.clear();
    }

    /** When the next timer fires, or -1 if none is set. */
    public synchronized long nextAlarmMillis() {
        return alarms.isEmpty() ? -1 : alarms.peek().atMillis();
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
