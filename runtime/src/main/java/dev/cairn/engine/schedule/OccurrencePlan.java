package dev.cairn.engine.schedule;

import java.util.List;

/**
 * The outcome planned for an evaluation of a schedule.
 *
 * @param starts due times of the occurrences to start, in order
 * @param cursorMillis due time of the last occurrence that is decided about once all of these are started; at least the cursor before
 * @param wakeMillis time of the next evaluation; {@link dev.cairn.spi.InstanceRow#NEVER} for none
 * @param skipped number of occurrences that are dropped because an instance has not ended
 * @param missed number of occurrences that are dropped because they are late
 */
record OccurrencePlan(List<Long> starts, long cursorMillis, long wakeMillis, long skipped, long missed) {

    OccurrencePlan {
        starts = List.copyOf(starts);
    }
}
