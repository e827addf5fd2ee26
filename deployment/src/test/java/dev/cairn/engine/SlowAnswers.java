package dev.cairn.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Does at once what it is asked for; its answers to claims come when the test says so, or are lost. */
final class SlowAnswers extends ForwardingStore {
    private final Queue<Held> held = new ArrayDeque<>();
    boolean slow;
    boolean loses;

    SlowAnswers(InstanceStore real) {
        super(real);
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        if (!name.startsWith("claim")) {
            return forward.get();
        }
        if (loses) {
            return forward.get().chain(
                    done -> Uni.createFrom().failure(new StoreException("the answer was lost", false, null)));
        }
        return !slow ? forward.get()
                : forward.get().chain(done -> Uni.createFrom()
                        .emitter(emitter -> held.add(new Held(name, () -> emitter.complete(done)))));
    }

    long unanswered(String name) {
        return held.stream().filter(one -> one.name.equals(name)).count();
    }

    void answer(String name) {
        held.stream().filter(one -> one.name.equals(name)).findFirst().ifPresent(one -> {
            held.remove(one);
            one.answer.run();
        });
    }

    private record Held(String name, Runnable answer) {}
}
