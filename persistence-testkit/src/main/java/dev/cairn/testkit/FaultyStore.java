package dev.cairn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/**
 * A store that counts its calls, and at one of them fails or ends the life of the caller. Run something once with
 * {@link StoreFault#NONE} to learn the number of calls, then once with a fault before and one after each of them.
 */
public final class FaultyStore extends ForwardingStore {

    private final StoreFault fault;
    private final List<String> calls = new ArrayList<>();
    private boolean crashed;

    /** Calls this store, with that fault. */
    public FaultyStore(InstanceStore real, StoreFault fault) {
        super(real);
        this.fault = fault;
    }

    /** The names of the calls that were made, in order; the n-th is call n of a {@link StoreFault}. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /** True once the caller is dead. */
    public synchronized boolean crashed() {
        return crashed;
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        return Uni.createFrom().deferred(() -> {
            boolean hit;
            synchronized (this) {
                if (crashed) {
                    return Uni.createFrom().nothing();
                }
                calls.add(name);
                hit = calls.size() == fault.call();
                // From this moment on no other thread reaches the store.
                crashed = hit && fault.effect() == StoreFault.Effect.CRASH;
            }
            if (!hit) {
                return forward.get();
            }
            return fault.moment() == StoreFault.Moment.BEFORE ? strike(name)
                    : forward.get().onItemOrFailure().transformToUni((done, failure) -> strike(name));
        });
    }

    private <T> Uni<T> strike(String name) {
        return fault.effect() == StoreFault.Effect.CRASH ? Uni.createFrom().nothing()
                : Uni.createFrom().failure(new StoreException("Planted: " + name + " met a " + fault, false, null));
    }
}
