package dev.cairn.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Holds each call back, and its answer, until the test lets one of them go on. */
final class ShuffledStore extends ForwardingStore {

    private final List<Runnable> held = new ArrayList<>();
    private final Set<String> untouched;
    boolean shuffles;

    /** @param untouched names of the calls that are never held */
    ShuffledStore(InstanceStore real, String... untouched) {
        super(real);
        this.untouched = Set.of(untouched);
    }

    boolean waits() {
        return !held.isEmpty();
    }

    void goOn(Random random) {
        if (waits()) {
            held.remove(random.nextInt(held.size())).run();
        }
    }

    /** Holds nothing from now on. */
    void end(Random random) {
        shuffles = false;
        while (waits()) {
            goOn(random);
        }
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        return Uni.createFrom().deferred(() -> !shuffles || untouched.contains(name) ? forward.get()
                : Uni.createFrom().emitter(emitter -> held.add(() -> forward.get().subscribe()
                        .with(answer -> held.add(() -> emitter.complete(answer)), emitter::fail))));
    }
}
