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
public record SchedulePolicyOverride(ZoneId zone, OverlapPolicy overlap, MissedPolicy missed, Integer maxMissed,
        Long jitterMillis) {

    /** Overrides nothing. */
    public static final SchedulePolicyOverride NONE = new SchedulePolicyOverride(null, null, null, null, null);

    /** These settings, and the other ones for each that is null here. */
    public SchedulePolicyOverride orElse(SchedulePolicyOverride other) {
        return new SchedulePolicyOverride(zone == null ? other.zone : zone, overlap == null ? other.overlap : overlap,
                missed == null ? other.missed : missed, maxMissed == null ? other.maxMissed : maxMissed,
                jitterMillis == null ? other.jitterMillis : jitterMillis);
    }

    /**
     * Checks that the settings fit a schedule. Slow for a jitter and a cron expression.
     *
     * @throws InvalidScheduleException if a bound is out of range, a jitter is too long for the schedule, or a policy for missed
     *         occurrences is given although occurrences wait
     */
    public void check(ScheduleSpec spec) {
        ScheduleSpec applied = apply(spec);
        ScheduleSpec.checkPolicies(applied.overlap(), missed);
        if (jitterMillis != null) {
            ScheduleSpec.checkJitter(jitterMillis, applied.rule());
        }
    }

    /**
     * A schedule with these settings, which {@linkplain #check fit} it.
     *
     * @throws InvalidScheduleException if a bound is out of range
     */
    public ScheduleSpec apply(ScheduleSpec spec) {
        ScheduleRule rule = zone != null && spec.rule() instanceof CronRule cron ? new CronRule(cron.cron(), zone)
                : spec.rule();
        return new ScheduleSpec(spec.name(), rule, overlap == null ? spec.overlap() : overlap,
                missed == null ? spec.missed() : missed, maxMissed == null ? spec.maxMissed() : maxMissed,
                jitterMillis == null ? spec.jitterMillis() : jitterMillis, spec.input());
    }
}
