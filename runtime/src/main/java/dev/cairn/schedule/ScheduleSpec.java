package dev.cairn.schedule;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;

/**
 * A schedule of a workflow, as its author states it.
 *
 * @param name its name, unique among the schedules of the workflow
 * @param rule gives the due times
 * @param overlap applies while an instance of the schedule has not ended
 * @param missed applies to occurrences that nothing could start in time; has no effect on a buffering overlap
 * @param maxMissed maximum number of missed occurrences that {@link MissedPolicy#FIRE_ALL} starts at once
 * @param jitterMillis occurrences are delayed by less than this, or 0 for no delay
 * @param input the raw input of each instance; null for an object that describes the occurrence
 */
public record ScheduleSpec(String name, ScheduleRule rule, OverlapPolicy overlap, MissedPolicy missed, int maxMissed,
        long jitterMillis, JsonNode input) {

    /** The policy of schedules that state none: the DSL starts instances whether or not others have ended. */
    public static final OverlapPolicy DEFAULT_OVERLAP = OverlapPolicy.ALLOW;

    /** The policy of schedules that state none. */
    public static final MissedPolicy DEFAULT_MISSED = MissedPolicy.FIRE_ONCE;

    /** The bound of schedules that state none. */
    public static final int DEFAULT_MAX_MISSED = 100;

    /** Largest bound: the starts of one look at a schedule fit into memory. */
    public static final int MAX_MISSED_OCCURRENCES = 10_000;

    /**
     * Leaves the length of the jitter to {@link #checkJitter}, which is too slow for schedules that are read often.
     *
     * @throws InvalidScheduleException if a bound is out of range
     */
    public ScheduleSpec {
        checkMaxMissed(maxMissed);
        if (jitterMillis < 0) {
            throw new InvalidScheduleException("A jitter of " + jitterMillis + " ms is negative", "Write 0 for none.");
        }
    }

    /** A schedule that states nothing but its rule, with the name of the rule's kind. */
    public static ScheduleSpec of(ScheduleRule rule) {
        return of(rule.kind(), rule, null);
    }

    /** A schedule with the default policies; the input may be null. */
    public static ScheduleSpec of(String name, ScheduleRule rule, JsonNode input) {
        return new ScheduleSpec(name, rule, DEFAULT_OVERLAP, DEFAULT_MISSED, DEFAULT_MAX_MISSED, 0, input);
    }

    /**
     * Checks the bound of missed occurrences.
     *
     * @throws InvalidScheduleException if it is out of range
     */
    public static void checkMaxMissed(int maxMissed) {
        if (maxMissed < 1 || maxMissed > MAX_MISSED_OCCURRENCES) {
            throw new InvalidScheduleException("A schedule cannot start " + maxMissed + " missed occurrences at once",
                    "The bound is from 1 to 10,000.");
        }
    }

    /**
     * Checks that jitter keeps the order of occurrences.
     *
     * @throws InvalidScheduleException if it is longer than half of the shortest interval of the rule
     */
    public static void checkJitter(long jitterMillis, ScheduleRule rule) {
        if (jitterMillis == 0) {
            return;
        }
        long longest = rule.shortestIntervalMillis() / 2;
        if (jitterMillis > longest) {
            throw new InvalidScheduleException("A jitter of " + jitterMillis
                    + " ms is longer than half of the shortest interval between two due times",
                    "The jitter of this schedule is at most " + longest + " ms.");
        }
    }

    /**
     * Checks policies that were given, each of which may be null.
     *
     * @throws InvalidScheduleException if a buffering overlap has a policy for missed occurrences, which all wait
     */
    public static void checkPolicies(OverlapPolicy overlap, MissedPolicy missed) {
        if (overlap != null && overlap.buffers() && missed != null) {
            throw new InvalidScheduleException("\"missed\" has no effect beside the overlap \"" + overlap.word() + "\"",
                    "Remove it: occurrences wait, however late.");
        }
    }

    /**
     * Reads the word of an overlap policy.
     *
     * @throws InvalidScheduleException if no policy has this word
     */
    public static OverlapPolicy overlap(String word) {
        return policy("overlap", word, OverlapPolicy.values(), OverlapPolicy::word);
    }

    /**
     * Reads the word of a policy for missed occurrences.
     *
     * @throws InvalidScheduleException if no policy has this word
     */
    public static MissedPolicy missed(String word) {
        return policy("policy for missed occurrences", word, MissedPolicy.values(), MissedPolicy::word);
    }

    private static <P> P policy(String title, String word, P[] policies, Function<P, String> words) {
        return Arrays.stream(policies).filter(policy -> words.apply(policy).equals(word)).findFirst()
                .orElseThrow(() -> new InvalidScheduleException("The " + title + " \"" + word + "\" is unknown",
                        "Possible: " + Arrays.stream(policies).map(words).collect(Collectors.joining(", ")) + "."));
    }

    /**
     * The delay of an occurrence by jitter. The same occurrence always has the same delay, and schedules differ. A change of a zone's
     * offset may bring due times closer than the jitter: a delay ends at the next due time at the latest, so occurrences keep their order.
     *
     * @param schedule identity of the schedule
     * @param dueMillis due time of the occurrence by the rule
     * @return at least 0, less than the jitter; 0 without jitter
     */
    public long delayMillis(String schedule, long dueMillis) {
        if (jitterMillis == 0) {
            return 0;
        }
        // The finalizer of SplitMix64: neighbouring due times get unrelated delays.
        long hash = schedule.hashCode() * 0x9E3779B97F4A7C15L + dueMillis;
        hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
        long delayMillis = Math.floorMod(hash ^ (hash >>> 31), jitterMillis);
        OptionalLong next = rule instanceof CronRule ? rule.next(dueMillis, dueMillis) : OptionalLong.empty();
        return next.isPresent() ? Math.min(delayMillis, next.getAsLong() - dueMillis) : delayMillis;
    }
}
