package dev.cairn.schedule;

import java.time.ZoneId;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;

/**
 * Settings of the schedules of a workflow that take precedence over its definition. Each may be null, which leaves the definition's.
 *
 * @param zone zone of cron expressions
 * @param overlap as of {@link ScheduleSpec}
 * @param missed as of {@link ScheduleSpec}
 * @param maxMissed as of {@link ScheduleSpec}
 * @param jitterMillis as of {@link ScheduleSpec}
 */
public record ScheduleOverride(ZoneId zone, OverlapPolicy overlap, MissedPolicy missed, Integer maxMissed, Long jitterMillis) {

    /** Overrides nothing. */
    public static final ScheduleOverride NONE = new ScheduleOverride(null, null, null, null, null);

    /**
     * A schedule with these settings.
     *
     * @throws InvalidScheduleException if a bound is out of range, or a jitter of these settings is too long for the schedule
     */
    public ScheduleSpec apply(ScheduleSpec spec) {
        ScheduleRule rule = zone != null && spec.rule() instanceof CronRule cron ? new CronRule(cron.cron(), zone)
                : spec.rule();
        if (jitterMillis != null) {
            ScheduleSpec.checkJitter(jitterMillis, rule);
        }
        return new ScheduleSpec(spec.name(), rule, overlap == null ? spec.overlap() : overlap,
                missed == null ? spec.missed() : missed, maxMissed == null ? spec.maxMissed() : maxMissed,
                jitterMillis == null ? spec.jitterMillis() : jitterMillis, spec.input());
    }
}
