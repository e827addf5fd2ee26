package dev.cairn.crash.harness;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.ObservedEffect;

/**
 * Calls that a node had begun when it was stopped: they reach the services when it goes on, though another node has made them
 * meanwhile or is about to. No store can prevent that; the idempotency key makes it harmless. The first act of another
 * node, after it has taken the instance over, identifies the call.
 */
final class LateCalls {

    /** Maximum time of a late call after the node goes on. */
    private static final long LATE_MICROS = 2_000_000;

    private final CrashRunObservations ledger;
    private final List<Stop> stops = new ArrayList<>();

    LateCalls(CrashRunObservations ledger) {
        this.ledger = ledger;
    }

    /**
     * A node stood still.
     *
     * @param life of the node
     * @param fromMicros when it was stopped
     * @param untilMicros when it went on
     */
    record Stop(int life, long fromMicros, long untilMicros) {}

    void stopped(Stop stop) {
        stops.add(stop);
    }

    /** All of them. To be called once nothing happens any more. */
    List<ObservedEffect> all() {
        Map<String, List<ObservedEffect>> byStart = ledger.sightings().stream()
                .collect(Collectors.groupingBy(ObservedEffect::start));
        return stops.stream().flatMap(stop -> ledger.sightings().stream()
                .filter(sighting -> isLate(sighting, stop, byStart.get(sighting.start())))).toList();
    }

    private boolean isLate(ObservedEffect sighting, Stop stop, List<ObservedEffect> ofStart) {
        return sighting.life() == stop.life && isSoonAfter(stop.untilMicros, sighting.atMicros())
                && ofStart.stream()
                        .noneMatch(seen -> seen != sighting && isSameCall(seen, sighting) && seen.life() == stop.life)
                && ofStart.stream().filter(seen -> seen.life() != stop.life && seen.atMicros() > stop.fromMicros)
                        .min(comparingLong(ObservedEffect::atMicros)).filter(takenOver -> isSameCall(takenOver, sighting))
                        .isPresent();
    }

    private static boolean isSameCall(ObservedEffect one, ObservedEffect other) {
        return one.key().equals(other.key());
    }

    private boolean isSoonAfter(long wokeMicros, long atMicros) {
        return atMicros >= wokeMicros
                && atMicros < wokeMicros + LATE_MICROS + ledger.stalledMicros(wokeMicros, wokeMicros + LATE_MICROS);
    }
}
