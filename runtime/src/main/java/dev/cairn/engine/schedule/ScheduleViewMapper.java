package dev.cairn.engine.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.ScheduleRequest.DueRule;
import dev.cairn.api.ScheduleRequest.OccurrencePolicies;
import dev.cairn.api.ScheduleView;
import dev.cairn.api.ScheduleView.DueTimes;
import dev.cairn.api.ScheduleView.LostOccurrences;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;

/** Stored schedules as applications see them. */
final class ScheduleViewMapper {

    private ScheduleViewMapper() {}

    static ScheduleView view(StoredSchedule stored) {
        List<Long> next = stored.nextDues(1);
        OccurrenceLossCount lost = stored.lost();
        return new ScheduleView(statement(stored), ScheduleRows.isOfDefinition(stored.row()), stored.isPaused(),
                Instant.ofEpochMilli(stored.last().atMillis()), stored.last().origin(),
                new DueTimes(instant(stored.lastDueMillis()), next.isEmpty() ? null : Instant.ofEpochMilli(next.get(0))),
                new LostOccurrences(lost.skipped(), lost.missed(), lost.refused()));
    }

    private static ScheduleRequest statement(StoredSchedule stored) {
        ScheduleSpec spec = stored.spec();
        return new ScheduleRequest(stored.workflow(), spec.name(), rule(spec.rule()),
                new OccurrencePolicies(spec.overlap(), spec.overlap().buffers() ? null : spec.missed(), spec.maxMissed(),
                        Duration.ofMillis(spec.jitterMillis())),
                spec.input());
    }

    /** The rule as a request states it. */
    static DueRule rule(ScheduleRule rule) {
        if (rule instanceof CronRule cron) {
            return new DueRule(cron.cron().toString(), cron.zone().getId(), null, null);
        }
        return rule instanceof EveryRule every ? new DueRule(null, null, Duration.ofMillis(every.periodMillis()), null)
                : new DueRule(null, null, null, Duration.ofMillis(((AfterRule) rule).delayMillis()));
    }

    private static Instant instant(OptionalLong millis) {
        return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()) : null;
    }
}
