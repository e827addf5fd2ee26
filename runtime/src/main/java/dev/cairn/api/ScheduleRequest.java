package dev.cairn.api;

import java.time.Duration;

/**
 * A schedule to create: the workflow, a name, one rule, and what else is to apply. Immutable; each {@code with…} gives a changed copy.
 *
 * <pre>{@code
 * ScheduleRequest.cron("reports", "tenant-7", "0 8 * * MON-FRI").withZone("Europe/Berlin").withInput(Map.of("tenant", 7))
 * }</pre>
 *
 * @param workflow {@code name} if only one namespace has it, or {@code namespace:name}
 * @param name unique among the schedules of the workflow; 1 to 255 characters. {@code cron}, {@code every}, {@code after} and {@code on}
 *        are those of definitions
 * @param rule gives the due times
 * @param policies decide about occurrences
 * @param input raw input of each instance: anything Jackson can convert to JSON; null for an object that describes the occurrence
 */
public record ScheduleRequest(String workflow, String name, DueRule rule, OccurrencePolicies policies, Object input) {

    /** Maximum length of a name, in characters. */
    public static final int MAX_NAME_CHARACTERS = 255;

    private static final OccurrencePolicies NO_POLICIES = new OccurrencePolicies(null, null, null, null);

    /**
     * @throws CairnException with {@code INVALID_SCHEDULE} if a part is null that must not be
     * @throws IllegalArgumentException if the name is empty or too long
     */
    public ScheduleRequest {
        given("workflow", workflow);
        given("name", name);
        given("rule", rule);
        given("policies", policies);
        if (name.isEmpty() || name.length() > MAX_NAME_CHARACTERS) {
            throw new IllegalArgumentException("The name of a schedule has 1 to " + MAX_NAME_CHARACTERS + " characters, not "
                    + name.length());
        }
    }

    /**
     * The rule of a schedule: one of three kinds.
     *
     * @param cron a cron expression; null for another kind
     * @param zone time zone of the cron expression, such as {@code Europe/Berlin}; null for UTC
     * @param every a period; null for another kind
     * @param after a delay after the end of each instance; null for another kind
     */
    public record DueRule(String cron, String zone, Duration every, Duration after) {

        /** @throws IllegalArgumentException if there is not exactly one kind, or a zone without a cron expression */
        public DueRule {
            if ((cron == null ? 0 : 1) + (every == null ? 0 : 1) + (after == null ? 0 : 1) != 1) {
                throw new IllegalArgumentException("A schedule has one of cron, every and after");
            }
            if (zone != null && cron == null) {
                throw new IllegalArgumentException("Only a cron expression has a time zone, not every and after");
            }
        }
    }

    /**
     * The policies of a schedule.
     *
     * @param overlap applies while an instance of the schedule has not ended; null for {@link OverlapPolicy#ALLOW}
     * @param missed applies to occurrences that nothing could start in time; null for {@link MissedPolicy#FIRE_ONCE}. Must be null
     *        beside an overlap that buffers
     * @param maxMissed maximum number of missed occurrences that {@link MissedPolicy#FIRE_ALL} starts, 1 to 10,000; null for 100
     * @param jitter each occurrence is delayed by less than this; null for no delay
     */
    public record OccurrencePolicies(OverlapPolicy overlap, MissedPolicy missed, Integer maxMissed, Duration jitter) {}

    /** Is due at the times that a cron expression matches: five fields, six with the second first, or such as {@code @daily}. */
    public static ScheduleRequest cron(String workflow, String name, String expression) {
        return of(workflow, name, new DueRule(given("expression", expression), null, null, null));
    }

    /** Is due after each full period since its creation. */
    public static ScheduleRequest every(String workflow, String name, Duration period) {
        return of(workflow, name, new DueRule(null, null, given("period", period), null));
    }

    /** Is due at once, and then a delay after the end of each of its instances. */
    public static ScheduleRequest after(String workflow, String name, Duration delay) {
        return of(workflow, name, new DueRule(null, null, null, given("delay", delay)));
    }

    private static <T> T given(String parameter, T value) {
        if (value == null) {
            throw new CairnException(CairnException.Reason.INVALID_SCHEDULE, "CAIRN-0814: A request for a schedule lacks a part"
                    + " [parameter=" + parameter + "]. Nothing was changed: give it.", null);
        }
        return value;
    }

    private static ScheduleRequest of(String workflow, String name, DueRule rule) {
        return new ScheduleRequest(workflow, name, rule, NO_POLICIES, null);
    }

    /**
     * With this time zone.
     *
     * @throws IllegalArgumentException if the rule is no cron expression
     */
    public ScheduleRequest withZone(String zone) {
        return new ScheduleRequest(workflow, name, new DueRule(rule.cron, zone, rule.every, rule.after), policies, input);
    }

    /** With this policy for overlapping occurrences. */
    public ScheduleRequest withOverlap(OverlapPolicy overlap) {
        return with(new OccurrencePolicies(overlap, policies.missed, policies.maxMissed, policies.jitter));
    }

    /** With this policy for missed occurrences. */
    public ScheduleRequest withMissed(MissedPolicy missed) {
        return with(new OccurrencePolicies(policies.overlap, missed, policies.maxMissed, policies.jitter));
    }

    /** With this bound of missed occurrences. */
    public ScheduleRequest withMaxMissed(int occurrences) {
        return with(new OccurrencePolicies(policies.overlap, policies.missed, occurrences, policies.jitter));
    }

    /** With this jitter. */
    public ScheduleRequest withJitter(Duration most) {
        return with(new OccurrencePolicies(policies.overlap, policies.missed, policies.maxMissed, most));
    }

    private ScheduleRequest with(OccurrencePolicies newPolicies) {
        return new ScheduleRequest(workflow, name, rule, newPolicies, input);
    }

    /** With this input. */
    public ScheduleRequest withInput(Object newInput) {
        return new ScheduleRequest(workflow, name, rule, policies, newInput);
    }
}
