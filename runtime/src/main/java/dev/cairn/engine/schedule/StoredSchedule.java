package dev.cairn.engine.schedule;

import java.util.OptionalLong;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.ScheduleMarks;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceRow;

/**
 * A schedule as the store has it.
 *
 * @param row its row: see {@link ScheduleRows}
 * @param epoch the epoch that it has there
 * @param entries number of entries of its journal
 * @param specified the last entry that specifies it
 * @param last the last entry
 * @param version highest version of a definition that has changed it; null if none has
 */
record StoredSchedule(InstanceRow row, long epoch, long entries, ScheduleEntry specified, ScheduleEntry last,
        String version) {

    /** The place of the next write to it. */
    Claim position() {
        return new Claim(row, epoch, entries);
    }

    String id() {
        return row.id();
    }

    ScheduleSpec spec() {
        return specified.spec();
    }

    /** Qualified name of the workflow that it starts. */
    String workflow() {
        return ScheduleMarks.workflow(row);
    }

    boolean isEnded() {
        return row.status().ended();
    }

    boolean isPaused() {
        return row.status() == InstanceStatus.SUSPENDED;
    }

    /** Due time of the last occurrence that was decided about. */
    long cursorMillis() {
        return row.updatedAtMillis();
    }

    /**
     * The time that the rule counts from when it comes to another rule at a time: a rule that stays the same goes on.
     */
    long anchorMillis(ScheduleRule newRule, long nowMillis) {
        return keepsOn(newRule) ? specified.anchorMillis() : nowMillis;
    }

    /** The cursor when it comes to another rule at a time: nothing that is over then is an occurrence of the new rule. */
    long cursorMillis(ScheduleRule newRule, long nowMillis) {
        return keepsOn(newRule) ? cursorMillis() : ScheduleRows.firstCursorMillis(newRule, nowMillis);
    }

    /** The delay of {@code after} may change: the occurrence after the present one has the new one. */
    private boolean keepsOn(ScheduleRule newRule) {
        return newRule.equals(spec().rule()) || newRule instanceof AfterRule && spec().rule() instanceof AfterRule;
    }

    /** Due time of the last occurrence that was decided about; empty for none since the last change. */
    OptionalLong lastDueMillis() {
        long cursor = cursorMillis();
        if (spec().rule() instanceof AfterRule) {
            return cursor < specified.anchorMillis() ? OptionalLong.empty() : OptionalLong.of(cursor);
        }
        OptionalLong due = spec().rule().previous(cursor + 1, specified.anchorMillis());
        return due.isPresent() && due.getAsLong() == cursor ? due : OptionalLong.empty();
    }
}
