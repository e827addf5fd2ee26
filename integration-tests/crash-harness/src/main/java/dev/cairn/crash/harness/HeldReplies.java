package dev.cairn.crash.harness;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.testkit.crash.ObservedEffect;

/** Keeps back the replies to one effect, apart for each life that calls. Thread-safe. */
final class HeldReplies {

    private final String label;
    private final Map<Integer, CompletableFuture<Void>> gates = new ConcurrentHashMap<>();
    private volatile boolean holding;

    HeldReplies(String label) {
        this.label = label;
    }

    /** Which effect it is. */
    String label() {
        return label;
    }

    /** When an effect may be replied to. */
    CompletionStage<Void> until(ObservedEffect sighting) {
        return holding && sighting.label().equals(label) ? gate(sighting.life()) : CompletableFuture.completedFuture(null);
    }

    /** From now on no call is answered. */
    void hold() {
        gates.clear();
        holding = true;
    }

    /** All calls of a life, earlier and later ones, are answered. */
    void release(int life) {
        gate(life).complete(null);
    }

    /** All is replied to. */
    void release() {
        holding = false;
        gates.values().forEach(gate -> gate.complete(null));
    }

    private CompletableFuture<Void> gate(int life) {
        return gates.computeIfAbsent(life, any -> new CompletableFuture<>());
    }
}
