package dev.cairn.integrations.messaging.deployment;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.Uni;

/** A store whose commits can be held back, and which can be down. */
@Singleton
@Alternative
@Priority(1)
public class HeldStore extends ForwardingStore {

    private final Queue<Runnable> heldCommits = new ConcurrentLinkedQueue<>();
    private volatile boolean holding;
    private volatile boolean down;

    HeldStore() {
        super(new MemoryStore().open());
    }

    /** From now on commits do not complete. */
    public void hold() {
        holding = true;
    }

    /** Number of commits that are held back. */
    public int held() {
        return heldCommits.size();
    }

    /** Commits complete again, also those that were held back. */
    public void release() {
        holding = false;
        for (Runnable commit = heldCommits.poll(); commit != null; commit = heldCommits.poll()) {
            commit.run();
        }
    }

    /** From now on commits fail, or no longer. */
    public void down(boolean isDown) {
        down = isDown;
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        if (!name.equals("commit")) {
            return forward.get();
        }
        if (down) {
            return Uni.createFrom().failure(new StoreException("the test has taken it down", false, null));
        }
        return !holding ? forward.get()
                : Uni.createFrom().<Boolean>emitter(emitter -> heldCommits.add(() -> emitter.complete(true)))
                        .chain(nothing -> forward.get());
    }
}
