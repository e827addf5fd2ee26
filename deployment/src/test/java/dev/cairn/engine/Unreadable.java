package dev.cairn.engine;

import java.util.function.Supplier;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** A store that cannot read what is to be taken up, until that is mended. */
final class Unreadable extends ForwardingStore {

    boolean unreadable = true;

    Unreadable(InstanceStore real) {
        super(real);
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        return unreadable && name.equals("loadAll")
                ? Uni.createFrom().failure(new StoreException("damaged", true, null))
                : forward.get();
    }
}
