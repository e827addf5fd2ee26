package dev.cairn.testkit.crash;

import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.cairn.testkit.crash.ContractViolation.Kind;

/**
 * Compares a ledger with what the durability contract allows:
 *
 * <ul>
 * <li>each acknowledged start ends, with the output of an instance that no crash disturbed;
 * <li>an effect is finished once a later effect of its instance was seen, or the end was acknowledged; a finished effect does not
 * happen again;
 * <li>the effect in flight may happen again, once a life, with the same idempotency key, if the life that had it was disturbed;
 * <li>a wait ends at its time, however often the application was restarted, unless the application lacked a server then.
 * </ul>
 */
public final class CrashChecker {

    /**
     * Maximum delay of an effect after a wait, in an application that is up: machines are slow at times. Measured stalls are
     * added.
     */
    public static final Duration SLACK = Duration.ofSeconds(4);

    /** Maximum time until an application notices that a server is back: it has long pauses between its attempts by then. */
    private static final Duration RECOVERY = Duration.ofSeconds(15);
    /**
     * Maximum time that an effect after a wait may be early: nodes estimate the clock of their store's server to within a round
     * trip, which may be long when an application has just started. Waits in scenarios are longer than this.
     */
    private static final long CLOCK_ERROR_MICROS = 500_000;

    /** For how long what a life had sent may be seen after it was disturbed: it was in a buffer. Stalls meanwhile are added. */
    private static final long BUFFERED_MICROS = 500_000;

    private final CrashRunObservations ledger;
    private final long slackMicros;
    private final List<ContractViolation> violations;

    private CrashChecker(CrashRunObservations ledger, Duration slack) {
        this.ledger = ledger;
        this.slackMicros = micros(slack);
        this.violations = new ArrayList<>(ledger.violations());
    }

    /** All that is wrong; empty if the application kept its word. To be called once nothing happens any more. */
    public static List<ContractViolation> check(CrashRunObservations ledger) {
        return check(ledger, Duration.ZERO);
    }

    /**
     * As {@link #check(CrashRunObservations)}, for an application of several nodes.
     *
     * @param failover additional time of a wait, because the others have to find out that a node is dead
     */
    public static List<ContractViolation> check(CrashRunObservations ledger, Duration failover) {
        CrashChecker checker = new CrashChecker(ledger, SLACK.plus(failover));
        Map<String, List<ObservedEffect>> byStart = ledger.sightings().stream()
                .collect(Collectors.groupingBy(ObservedEffect::start));
        for (CrashRunObservations.Start start : ledger.starts()) {
            List<ObservedEffect> seen = new ArrayList<>(byStart.getOrDefault(start.id(), List.of()));
            seen.sort(comparingLong(ObservedEffect::atMicros));
            checker.checkEnd(start);
            checker.checkRepetitions(start, seen);
            checker.checkAttempts(start, seen);
            checker.checkOrderAndWaits(start, seen);
        }
        return List.copyOf(checker.violations);
    }

    private void checkEnd(CrashRunObservations.Start start) {
        CrashRunObservations.End end = ledger.end(start.id());
        if (end == null) {
            if (ledger.violations().stream().noneMatch(known -> known.start().equals(start.id()))) {
                violated(Kind.LOST_START, start, start.scenario().name() + " was acknowledged and has not ended [instance="
                        + start.instance() + "]");
            }
        } else if (end.output() == null || !end.output().equals(ledger.expectedOutput(start.scenario()))) {
            violated(Kind.WRONG_RESULT, start, start.scenario().name() + " ended with " + end.detail() + ", not "
                    + ledger.expectedOutput(start.scenario()));
        }
    }

    private void checkRepetitions(CrashRunObservations.Start start, List<ObservedEffect> seen) {
        CrashRunObservations.End end = ledger.end(start.id());
        Map<String, ObservedEffect> latestOfKey = new HashMap<>();
        String current = null;
        for (ObservedEffect sighting : seen) {
            ObservedEffect before = latestOfKey.put(sighting.key(), sighting);
            if (end != null && sighting.atMicros() > end.atMicros()) {
                violated(Kind.FINISHED_EFFECT_REPEATED, start, sighting + " came after the end was acknowledged");
            } else if (before != null && !sighting.key().equals(current)) {
                violated(Kind.FINISHED_EFFECT_REPEATED, start, sighting + " came after a later effect");
            } else if (before != null && before.life() == sighting.life()) {
                violated(Kind.REPEATED_WITHOUT_CRASH, start, sighting + " came twice in one life");
            } else if (before != null && !isDisturbed(before, sighting)) {
                violated(Kind.REPEATED_WITHOUT_CRASH, start, sighting + " came although nothing had disturbed " + before);
            }
            current = sighting.key();
        }
    }

    /** True if the life that had an effect first was disturbed before the effect was repeated. */
    private boolean isDisturbed(ObservedEffect before, ObservedEffect sighting) {
        return ledger.disturbances().stream().anyMatch(disturbance -> {
            long doneMicros = disturbance.untilMicros();
            return disturbance.life() == before.life() && disturbance.fromMicros() <= sighting.atMicros()
                    && before.atMicros() <= doneMicros + BUFFERED_MICROS + ledger.stalledMicros(doneMicros, before.atMicros());
        });
    }

    private void checkAttempts(CrashRunObservations.Start start, List<ObservedEffect> seen) {
        Map<String, Long> attempts = seen.stream().collect(Collectors.groupingBy(ObservedEffect::label,
                Collectors.collectingAndThen(Collectors.mapping(ObservedEffect::key, Collectors.toSet()),
                        keys -> (long) keys.size())));
        for (ExpectedEffect effect : start.scenario().effects()) {
            Long counted = attempts.remove(effect.label());
            long count = counted == null ? 0 : counted;
            if (count > effect.attempts()) {
                violated(Kind.TOO_MANY_ATTEMPTS, start, effect.label() + " was attempted " + count + " times, not "
                        + effect.attempts());
            } else if (count < effect.attempts() && ledger.end(start.id()) != null) {
                violated(Kind.MISSING_EFFECT, start, effect.label() + " was attempted " + count + " times, not "
                        + effect.attempts() + ", before the end");
            }
        }
        attempts.keySet().forEach(label -> violated(Kind.UNKNOWN_EFFECT, start, label));
    }

    private void checkOrderAndWaits(CrashRunObservations.Start start, List<ObservedEffect> seen) {
        Map<String, ObservedEffect> first = new LinkedHashMap<>();
        Map<String, ObservedEffect> last = new HashMap<>();
        seen.forEach(sighting -> {
            first.putIfAbsent(sighting.label(), sighting);
            last.put(sighting.label(), sighting);
        });
        ExpectedEffect before = null;
        for (ExpectedEffect effect : start.scenario().effects()) {
            ObservedEffect sighting = first.get(effect.label());
            ObservedEffect previous = before == null ? null : first.get(before.label());
            if (sighting != null && before != null && (previous == null || previous.atMicros() > sighting.atMicros())) {
                violated(Kind.OUT_OF_ORDER, start, effect.label() + " was seen before " + before.label());
            } else if (sighting != null && previous != null && !effect.after().isZero()) {
                checkWait(start, effect, last.get(before.label()), sighting);
            }
            before = effect;
        }
    }

    /** The wait began right after the effect before it was seen for the last time. */
    private void checkWait(CrashRunObservations.Start start, ExpectedEffect effect, ObservedEffect before,
            ObservedEffect sighting) {
        long dueMicros = before.atMicros() + micros(effect.after());
        if (before.atMicros() > sighting.atMicros()) {
            // Already found as a repetition; when the wait began is unknown.
            return;
        }
        if (sighting.atMicros() < dueMicros - CLOCK_ERROR_MICROS) {
            violated(Kind.WAITED_TOO_SHORT, start, effect.label() + " came "
                    + (sighting.atMicros() - before.atMicros()) / 1_000 + " ms after the effect before it, not "
                    + effect.after().toMillis());
        }
        long possibleMicros = possibleMicros(dueMicros, sighting);
        long lateMicros = sighting.atMicros() - possibleMicros;
        if (lateMicros > slackMicros + ledger.stalledMicros(possibleMicros, sighting.atMicros())) {
            violated(Kind.WAITED_TOO_LONG, start, effect.label() + " came " + lateMicros / 1_000
                    + " ms after it was due and the application was up, in life " + sighting.life());
        }
    }

    /** When an effect that was due could be had at the earliest. */
    private long possibleMicros(long dueMicros, ObservedEffect sighting) {
        long possibleMicros = Math.max(dueMicros, readyMicros(sighting.life()));
        for (CrashRunObservations.Outage outage : ledger.outages()) {
            if (outage.untilMicros() > possibleMicros && outage.fromMicros() < sighting.atMicros()) {
                possibleMicros = outage.untilMicros() + micros(RECOVERY);
            }
        }
        return possibleMicros;
    }

    private long readyMicros(int life) {
        CrashRunObservations.Life found = ledger.lives().get(life - 1);
        return found.readyMicros() == Long.MAX_VALUE ? found.startedMicros() : found.readyMicros();
    }

    private void violated(Kind kind, CrashRunObservations.Start start, String detail) {
        violations.add(new ContractViolation(kind, start.id(), detail));
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
