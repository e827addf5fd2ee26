package dev.cairn.schedule;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Is due at the local times of a zone that a cron expression matches.
 *
 * <p>
 * When clocks go forward, an expression with fixed hours is due once at the first moment after the gap for all its times within
 * the gap; an expression that matches every hour has no due times there. When clocks go back, an expression with fixed hours is due
 * at the earlier of two equal local times; an expression that matches every hour is due at both.
 *
 * @param cron matches local times
 * @param zone its offset changes decide which local times exist
 */
public record CronRule(CronExpression cron, ZoneId zone) implements ScheduleRule {

    /** The zone of schedules that name none. */
    public static final ZoneId DEFAULT_ZONE = ZoneOffset.UTC;

    /** Due times end here, at the beginning of the year 10,000. */
    private static final long MAX_SECOND = 253_402_300_800L;
    /** Due times begin here, at the beginning of the year 1. */
    private static final long MIN_SECOND = -62_135_596_800L;

    /**
     * Reads a zone.
     *
     * @param text an identifier such as {@code Europe/Berlin}, or an offset such as {@code +02:00}
     * @throws InvalidScheduleException if no such zone is known
     */
    public static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException unknown) {
            throw new InvalidScheduleException("The time zone \"" + text + "\" is unknown",
                    "Write an identifier such as Europe/Berlin, or UTC.");
        }
    }

    @Override
    public OptionalLong next(long afterMillis, long anchorMillis) {
        ZoneRules rules = zone.getRules();
        Instant after = second(Math.floorDiv(afterMillis, 1_000L));
        ZoneOffset offset = rules.getOffset(after);
        LocalDateTime bound = LocalDateTime.ofInstant(after, offset);
        ZoneOffsetTransition begin = rules.previousTransition(after.plusSeconds(1));
        if (begin != null && bound.isBefore(firstLocal(begin))) {
            bound = firstLocal(begin).minusSeconds(1);
        }
        ZoneOffsetTransition end = rules.nextTransition(after);
        while (true) {
            Optional<LocalDateTime> due = cron.next(bound);
            if (due.isEmpty()) {
                return OptionalLong.empty();
            }
            if (end == null || due.get().isBefore(end.getDateTimeBefore())) {
                return millis(due.get().toEpochSecond(offset));
            }
            if (runsAtEndOf(end, due.get())) {
                return millis(end.toEpochSecond());
            }
            bound = firstLocal(end).minusSeconds(1);
            offset = end.getOffsetAfter();
            end = rules.nextTransition(end.getInstant());
        }
    }

    @Override
    public OptionalLong previous(long beforeMillis, long anchorMillis) {
        ZoneRules rules = zone.getRules();
        Instant before = second(-Math.floorDiv(-beforeMillis, 1_000L));
        ZoneOffset offset = rules.getOffset(before.minusSeconds(1));
        LocalDateTime bound = LocalDateTime.ofInstant(before, offset);
        ZoneOffsetTransition begin = rules.previousTransition(before);
        while (true) {
            Optional<LocalDateTime> due = cron.previous(bound);
            if (due.isEmpty()) {
                return OptionalLong.empty();
            }
            if (begin == null || !due.get().isBefore(firstLocal(begin))) {
                return millis(due.get().toEpochSecond(offset));
            }
            if (runsAtEndOf(begin, due.get())) {
                return millis(begin.toEpochSecond());
            }
            bound = begin.getDateTimeBefore();
            offset = begin.getOffsetBefore();
            begin = rules.previousTransition(begin.getInstant());
        }
    }

    /** The first local time after a change of the offset that stands for a due time: fixed hours are not due a second time. */
    private LocalDateTime firstLocal(ZoneOffsetTransition change) {
        return change.isOverlap() && !cron.matchesEveryHour() ? change.getDateTimeBefore() : change.getDateTimeAfter();
    }

    /** True if the local time is in the gap that a change makes, and is made up for when the gap ends. */
    private boolean runsAtEndOf(ZoneOffsetTransition change, LocalDateTime due) {
        return change.isGap() && !cron.matchesEveryHour() && !due.isBefore(change.getDateTimeBefore())
                && due.isBefore(change.getDateTimeAfter());
    }

    private static Instant second(long second) {
        return Instant.ofEpochSecond(Math.max(MIN_SECOND, Math.min(second, MAX_SECOND)));
    }

    private static OptionalLong millis(long second) {
        return second < MIN_SECOND || second >= MAX_SECOND ? OptionalLong.empty() : OptionalLong.of(second * 1_000);
    }

    @Override
    public String kind() {
        return "cron";
    }

    @Override
    public long shortestIntervalMillis() {
        return cron.shortestIntervalMillis();
    }
}
