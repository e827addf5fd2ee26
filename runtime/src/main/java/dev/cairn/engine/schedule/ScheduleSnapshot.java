package dev.cairn.engine.schedule;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleSpec;

/**
 * A schedule as an evaluation finds it.
 *
 * @param id identity of the schedule, from which its jitter follows
 * @param spec the schedule as stated
 * @param anchorMillis the time that its rule counts from
 * @param cursorMillis due time of the last occurrence that was decided about
 * @param nowMillis the present time
 * @param busy true if an instance that it started has not ended
 * @param pauses nothing that was due in them is an occurrence
 */
record ScheduleSnapshot(String id, ScheduleSpec spec, long anchorMillis, long cursorMillis, long nowMillis, boolean busy,
        List<SchedulePause> pauses) {

    /** The time at which an occurrence is to be started: its due time and its jitter. */
    long startMillis(long dueMillis) {
        return dueMillis + jitterMillis(id, spec, dueMillis, cursorMillis);
    }

    /**
     * The jitter of an occurrence. With {@code after} it follows from the occurrence before, since the due time may be known from the time
     * of the start alone.
     */
    static long jitterMillis(String id, ScheduleSpec spec, long dueMillis, long cursorMillis) {
        return spec.delayMillis(id, spec.rule() instanceof AfterRule ? cursorMillis : dueMillis);
    }

    /** The first due time after another one; empty if no more come. */
    OptionalLong next(long afterMillis) {
        return StoredSchedule.next(spec.rule(), afterMillis, anchorMillis, pauses);
    }

    /** The last due time before another one; empty if it was decided about. */
    OptionalLong previous(long beforeMillis) {
        OptionalLong due = spec.rule().previous(beforeMillis, anchorMillis);
        while (due.isPresent()) {
            Optional<SchedulePause> pause = StoredSchedule.pause(pauses, due.getAsLong());
            if (pause.isEmpty()) {
                break;
            }
            due = spec.rule().previous(pause.get().fromMillis() + 1, anchorMillis);
        }
        return due.isPresent() && due.getAsLong() > cursorMillis ? due : OptionalLong.empty();
    }

    /** True if an occurrence waits for its start. */
    boolean isDue() {
        OptionalLong first = next(cursorMillis);
        return first.isPresent() && startMillis(first.getAsLong()) <= nowMillis;
    }
}
