package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Gathers the wanted effects of the branches of an instance, in the order of their operations. A wide fork gathers all of them after
 * each outcome, so effects that are added in that order are not sorted.
 */
final class WantedEffectList {

    private final List<WantedEffect> gathered = new ArrayList<>();
    private boolean sorted = true;

    /** Adds an effect; of two at one operation, the last one stays. */
    void add(int operation, TransitionResult.Effect effect) {
        sorted = sorted && (gathered.isEmpty() || gathered.get(gathered.size() - 1).operation < operation);
        gathered.add(new WantedEffect(operation, effect));
    }

    /** The effects in the order that they were written in the definition. */
    List<TransitionResult.Effect> inOrder() {
        List<TransitionResult.Effect> effects = new ArrayList<>(gathered.size());
        if (sorted) {
            for (WantedEffect wanted : gathered) {
                effects.add(wanted.effect);
            }
        } else {
            TreeMap<Integer, TransitionResult.Effect> byOperation = new TreeMap<>();
            gathered.forEach(wanted -> byOperation.put(wanted.operation, wanted.effect));
            effects.addAll(byOperation.values());
        }
        return List.copyOf(effects);
    }

    private record WantedEffect(int operation, TransitionResult.Effect effect) {}
}
