package dev.cairn.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Loads journals at once, and answers one load after another when the test says so. */
final class HeldLoads extends ForwardingStore {

    private final Queue<Runnable> held = new ArrayDeque<>();
    private boolean holds;

    HeldLoads(InstanceStore real) {
        super(real);
    }

    void hold() {
        holds = true;
    }

    void releaseNext() {
        held.remove().run();
    }

    /** @param between runs after each answer */
    void releaseAll(Runnable between) {
        holds = false;
        while (!held.isEmpty()) {
            releaseNext();
            between.run();
        }
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        if (!holds || !name.equals("load")) {
            return forward.get();
        }
        Uni<T> loaded = forward.get().memoize().indefinitely();
        loaded.subscribe().with(any -> {});
        return Uni.createFrom().emitter(emitter -> held.add(() -> loaded.subscribe().with(emitter::complete, emitter::fail)));
    }
}
