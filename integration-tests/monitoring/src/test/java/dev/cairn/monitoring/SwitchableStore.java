package dev.cairn.monitoring;

import java.util.function.Supplier;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.Uni;

/** A shared store in memory that a test switches off and on. */
@Singleton
@Alternative
@Priority(1)
public class SwitchableStore extends ForwardingStore {

    private final MemoryStore.Session session;
    private volatile boolean down;

    @Inject
    public SwitchableStore(SkippingTime time) {
        this(MemoryStore.shared(time).open());
    }

    private SwitchableStore(MemoryStore.Session session) {
        super(session);
        this.session = session;
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        Supplier<Throwable> failure = () -> new StoreException("the server is gone", false, null);
        return down ? Uni.createFrom().failure(failure) : super.call(name, forward);
    }

    /** From now on everything fails, or nothing does. */
    public void isDown(boolean now) {
        down = now;
    }

    /** From now on commits are not answered. */
    public void hold() {
        session.hold();
    }

    /** Answers the commits that were held. */
    public void release() {
        session.release();
    }

    /** From now on nothing is written of an instance, which parks it. */
    public void refuse(String instanceId) {
        session.refuse(instanceId, new InstanceOperationRefusedException("the row is too large", null));
    }
}
