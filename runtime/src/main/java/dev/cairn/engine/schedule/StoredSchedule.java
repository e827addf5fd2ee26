package dev.cairn.engine.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.SemanticVersionOrder;
import dev.cairn.engine.option.ScheduleRowMarkers;
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
 * @param pauses the pauses that ended after the cursor; none for {@code after}, which goes on when it is resumed
 * @param version highest version of a definition that has changed it; null if none has
 */
record StoredSchedule(InstanceRow row, long epoch, long entries, ScheduleJournalEntry specified, ScheduleJournalEntry last,
        List<SchedulePause> pauses, String version) {

    StoredSchedule {
        pauses = List.copyOf(pauses);
    }

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
        return ScheduleRowMarkers.workflow(row);
    }

    boolean isEnded() {
        return row.status().ended();
    }

    /** True if a newer version of the definition than this one has stated it. */
    boolean isNewerThan(String ofProgram) {
        return version != null && SemanticVersionOrder.ORDER.compare(ofProgram, version) < 0;
    }

    boolean isPaused() {
        return row.status() == InstanceStatus.SUSPENDED;
    }

    /** Due time of the last occurrence that was decided about. */
    long cursorMillis() {
        return row.updatedAtMillis();
    }

    /** The occurrences since its creation that started no instance. */
    OccurrenceLossCount lost() {
        return ScheduleRows.lost(row);
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

    /**
     * The time of the first evaluation with another rule. The next due time of {@code after} may be known from the wake time alone, so
     * that stays: only a shorter delay moves a time to come.
     */
    long wakeMillis(ScheduleRule newRule, long nowMillis) {
        if (newRule instanceof AfterRule next && spec().rule() instanceof AfterRule present) {
            long wakeMillis = keptWakeMillis();
            long earlierMillis = wakeMillis - Math.max(0, present.delayMillis() - next.delayMillis());
            return Math.max(earlierMillis, Math.min(wakeMillis, nowMillis));
        }
        return nowMillis;
    }

    /**
     * The cursor when it is resumed. No occurrence is made up for whose time has come, unless the policy has it wait. The last one may be
     * delayed by jitter: it starts at its time, if it was due before the pause.
     */
    long resumedCursorMillis(long nowMillis) {
        if (spec().rule() instanceof AfterRule || spec().overlap().buffers()) {
            return cursorMillis();
        }
        OptionalLong due = spec().rule().previous(nowMillis + 1, specified.anchorMillis());
        boolean isDelayed = due.isPresent() && due.getAsLong() + spec().delayMillis(id(), due.getAsLong()) > nowMillis;
        return Math.max(cursorMillis(), isDelayed ? due.getAsLong() - 1 : nowMillis);
    }

    /** The wake time of {@code after}, also while it is paused; 0 for other rules, and if an earlier version of Cairn has paused it. */
    long keptWakeMillis() {
        if (!(spec().rule() instanceof AfterRule)) {
            return 0;
        }
        return isPaused() ? last.wakeMillis() : row.wakeAtMillis();
    }

    /**
     * The time of the first evaluation when it is resumed. An instance of {@code after} ends at its due time or later, so the next one is
     * not due before the delay is over, even if it was paused before that instance ended.
     */
    long resumedWakeMillis(long nowMillis) {
        if (!(spec().rule() instanceof AfterRule after)) {
            return nowMillis;
        }
        long wakeMillis = Math.max(nowMillis, keptWakeMillis());
        return lastDueMillis().isPresent() ? Math.max(wakeMillis, cursorMillis() + after.delayMillis()) : wakeMillis;
    }

    /** The delay of {@code after} may change: the occurrence after the present one has the new one. */
    private boolean keepsOn(ScheduleRule newRule) {
        return newRule.equals(spec().rule()) || newRule instanceof AfterRule && spec().rule() instanceof AfterRule;
    }

    /** The pause in which an occurrence was due. */
    static Optional<SchedulePause> pause(List<SchedulePause> pauses, long dueMillis) {
        return pauses.stream().filter(pause -> pause.covers(dueMillis)).findFirst();
    }

    /** The first due time after a moment that is in no pause; empty if no more come. */
    static OptionalLong next(ScheduleRule rule, long afterMillis, long anchorMillis, List<SchedulePause> pauses) {
        OptionalLong due = rule.next(afterMillis, anchorMillis);
        while (due.isPresent()) {
            Optional<SchedulePause> pause = pause(pauses, due.getAsLong());
            if (pause.isEmpty()) {
                break;
            }
            due = rule.next(pause.get().toMillis(), anchorMillis);
        }
        return due;
    }

    /** The next due times, at most a number of them; none while it is paused, and none of {@code after}. */
    List<Long> nextDues(int most) {
        List<Long> dues = new ArrayList<>();
        if (isPaused() || spec().rule() instanceof AfterRule) {
            return dues;
        }
        OptionalLong due = next(spec().rule(), cursorMillis(), specified.anchorMillis(), pauses);
        while (due.isPresent() && dues.size() < most) {
            dues.add(due.getAsLong());
            due = next(spec().rule(), due.getAsLong(), specified.anchorMillis(), pauses);
        }
        return dues;
    }

    /** The schedule as an evaluation begins with it. */
    ScheduleState state() {
        return new ScheduleState(id(), specified, pauses, cursorMillis(), row.wakeAtMillis());
    }

    /** Due time of the last occurrence that was decided about or fell into a pause; empty for none since the last change. */
    OptionalLong lastDueMillis() {
        long cursor = cursorMillis();
        if (spec().rule() instanceof AfterRule) {
            return cursor < specified.anchorMillis() ? OptionalLong.empty() : OptionalLong.of(cursor);
        }
        OptionalLong due = spec().rule().previous(cursor + 1, specified.anchorMillis());
        return due.isPresent() && due.getAsLong() > specified.anchorMillis() ? due : OptionalLong.empty();
    }
}
