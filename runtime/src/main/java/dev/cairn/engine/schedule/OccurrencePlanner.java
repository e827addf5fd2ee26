package dev.cairn.engine.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.spi.InstanceRow;

/**
 * Decides which occurrences of a schedule are started. A pure function of the snapshot: the same evaluation after a crash decides the same,
 * or more. The cursor never goes back, so a clock that is set back repeats nothing.
 */
final class OccurrencePlanner {

    /** An occurrence that is later than this was missed. */
    static final long MISSED_AFTER_MILLIS = 60_000;
    /** Maximum number of starts before the row is written: a crash repeats no more than these. */
    static final int MAX_STARTS = 100;
    /** Maximum number of dropped occurrences that are counted. */
    static final int MAX_COUNTED = 1_000;
    /** Bounds of the time between two searches for the end of an instance. The node that ends it evaluates at once. */
    private static final long MIN_POLL_MILLIS = 100;
    private static final long MAX_POLL_MILLIS = 60_000;
    /** The wait for an end is prolonged by at most this part of it. */
    private static final int POLL_PART = 4;

    private final ScheduleSnapshot snapshot;

    private OccurrencePlanner(ScheduleSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Plans the starts of a snapshot. */
    static OccurrencePlan plan(ScheduleSnapshot snapshot) {
        return new OccurrencePlanner(snapshot).plan();
    }

    /** Delay until something is tried again that could not be done for an occurrence. */
    static long pollMillis(long dueMillis, long nowMillis) {
        return Math.max(MIN_POLL_MILLIS, Math.min((nowMillis - dueMillis) / POLL_PART, MAX_POLL_MILLIS));
    }

    private OccurrencePlan plan() {
        long cursor = snapshot.cursorMillis();
        if (snapshot.busy() && isAfter()) {
            return waiting(cursor);
        }
        if (!snapshot.isDue()) {
            return new OccurrencePlan(List.of(), cursor, wakeMillis(cursor), 0, 0);
        }
        OverlapPolicy overlap = snapshot.spec().overlap();
        if (overlap.buffers()) {
            return buffered(snapshot.next(cursor).getAsLong());
        }
        long newest = newest();
        if (snapshot.busy() && overlap == OverlapPolicy.SKIP) {
            return new OccurrencePlan(List.of(), newest, wakeMillis(newest), 1 + olderThan(newest), 0);
        }
        List<Long> timely = timely(newest);
        long missed = olderThan(timely.isEmpty() ? newest : timely.get(0)) + (timely.isEmpty() ? 1 : 0);
        if (overlap != OverlapPolicy.ALLOW && timely.size() > 1) {
            // Only one may run: the latest stands for all.
            return new OccurrencePlan(List.of(newest), newest, wakeMillis(newest), timely.size() - 1, missed);
        }
        if (timely.size() > MAX_STARTS) {
            List<Long> some = timely.subList(0, MAX_STARTS);
            return new OccurrencePlan(some, some.get(MAX_STARTS - 1), snapshot.nowMillis(), 0, missed);
        }
        return new OccurrencePlan(timely, newest, timely.isEmpty() ? droppedWakeMillis(newest) : wakeMillis(newest), 0, missed);
    }

    /**
     * Waits for the end of an instance. No occurrence is due at or before the given time, so a clock that was set back has no search
     * for the end before it.
     */
    private OccurrencePlan waiting(long dueMillis) {
        long now = snapshot.nowMillis();
        return new OccurrencePlan(List.of(), snapshot.cursorMillis(), Math.max(dueMillis + 1, now + pollMillis(dueMillis, now)),
                0, 0);
    }

    /** Occurrences wait for the end of an instance, however late. */
    private OccurrencePlan buffered(long first) {
        if (snapshot.busy()) {
            return waiting(first);
        }
        if (snapshot.spec().overlap() == OverlapPolicy.BUFFER_ALL) {
            return new OccurrencePlan(List.of(first), first, wakeMillis(first), 0, 0);
        }
        long newest = newest();
        return new OccurrencePlan(List.of(first), newest, wakeMillis(newest), olderThan(newest), 0);
    }

    /** The last occurrence that is to be started by now; at least one is. */
    private long newest() {
        long due = snapshot.previous(snapshot.nowMillis() + 1).getAsLong();
        while (snapshot.startMillis(due) > snapshot.nowMillis()) {
            due = snapshot.previous(due).getAsLong();
        }
        return due;
    }

    /** The occurrences that are started although they may be late, in order. */
    private List<Long> timely(long newest) {
        MissedPolicy missed = snapshot.spec().missed();
        if (missed == MissedPolicy.FIRE_ONCE && !isTimely(snapshot.next(snapshot.cursorMillis()).getAsLong())) {
            return List.of(newest);
        }
        int limit = missed == MissedPolicy.FIRE_ALL ? snapshot.spec().maxMissed() : MAX_COUNTED;
        List<Long> timely = new ArrayList<>();
        OptionalLong due = OptionalLong.of(newest);
        while (due.isPresent() && timely.size() < limit && (missed == MissedPolicy.FIRE_ALL || isTimely(due.getAsLong()))) {
            timely.add(due.getAsLong());
            due = snapshot.previous(due.getAsLong());
        }
        Collections.reverse(timely);
        return timely;
    }

    private boolean isTimely(long dueMillis) {
        return snapshot.nowMillis() - snapshot.startMillis(dueMillis) <= MISSED_AFTER_MILLIS;
    }

    /** Number of undecided occurrences before one of them, counted up to a bound. */
    private long olderThan(long dueMillis) {
        if (snapshot.spec().rule() instanceof EveryRule every && snapshot.pauses().isEmpty()) {
            return (dueMillis - snapshot.next(snapshot.cursorMillis()).getAsLong()) / every.periodMillis();
        }
        long count = 0;
        OptionalLong due = snapshot.previous(dueMillis);
        while (due.isPresent() && count < MAX_COUNTED) {
            count++;
            due = snapshot.previous(due.getAsLong());
        }
        return count;
    }

    /** Time of the next evaluation when the occurrences up to a due time are decided about. */
    private long wakeMillis(long cursor) {
        if (isAfter() && cursor > snapshot.cursorMillis()) {
            return snapshot.nowMillis() + MIN_POLL_MILLIS;
        }
        OptionalLong next = snapshot.next(cursor);
        if (next.isEmpty()) {
            return InstanceRow.NEVER;
        }
        long start = snapshot.startMillis(next.getAsLong());
        // Of those that wait for an instance the next one cannot begin at once.
        return start > snapshot.nowMillis() ? start : snapshot.nowMillis() + MIN_POLL_MILLIS;
    }

    /** Time of the next evaluation when an occurrence starts nothing. No instance will end: {@code after} counts from now. */
    private long droppedWakeMillis(long dropped) {
        return snapshot.spec().rule() instanceof AfterRule after
                ? snapshot.nowMillis() + Math.max(MIN_POLL_MILLIS,
                        after.delayMillis() + snapshot.spec().delayMillis(snapshot.id(), dropped))
                : wakeMillis(dropped);
    }

    private boolean isAfter() {
        return snapshot.spec().rule() instanceof AfterRule;
    }
}
