package dev.cairn.crash.harness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.testkit.crash.ContractViolation;
import dev.cairn.testkit.crash.ContractViolation.Kind;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.ObservedEffect;

/** Finds instances that were under way although enough others were: from the first effect of each to its last one. */
final class UnderWay {

    private static final String ENTER = "enter";
    private static final String LEAVE = "leave";

    private UnderWay() {}

    /** Instances that began while more than this number of others were under way. */
    static List<ContractViolation> moreThan(int most, CrashRunObservations ledger) {
        Map<String, Long> begun = new HashMap<>();
        Map<String, Long> ended = new HashMap<>();
        for (ObservedEffect sighting : ledger.sightings()) {
            if (sighting.label().equals(ENTER)) {
                begun.merge(sighting.start(), sighting.atMicros(), Math::min);
            } else if (sighting.label().equals(LEAVE)) {
                ended.merge(sighting.start(), sighting.atMicros(), Math::max);
            }
        }
        List<ContractViolation> violations = new ArrayList<>();
        begun.entrySet().stream().sorted(Comparator.comparing(Map.Entry::getValue)).forEach(one -> {
            List<String> others = begun.entrySet().stream().filter(other -> other.getValue() < one.getValue()
                    && ended.getOrDefault(other.getKey(), Long.MAX_VALUE) > one.getValue()).map(Map.Entry::getKey).sorted()
                    .toList();
            if (others.size() >= most) {
                violations.add(
                        new ContractViolation(Kind.TOO_MANY_UNDER_WAY, one.getKey(), "it began while these were under way: "
                                + String.join(", ", others)));
            }
        });
        return violations;
    }
}
