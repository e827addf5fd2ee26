package dev.cairn.journal;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreCapabilities;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** A store that takes several commits at once, and answers each when it is told to. */
final class HeldCommits {

    private final int most;
    private final List<Integer> sizes = new ArrayList<>();
    private final List<UniEmitter<? super List<CommitResult>>> emitters = new ArrayList<>();

    HeldCommits(int most) {
        this.most = most;
    }

    InstanceStore store() {
        return (InstanceStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { InstanceStore.class },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "capabilities" -> new StoreCapabilities("held", true, false, most, 4_096);
                    case "commit" -> commit((List<?>) arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Uni<List<CommitResult>> commit(List<?> batch) {
        sizes.add((int) batch.stream().map(write -> ((InstanceWrite) write).row().id()).distinct().count());
        return Uni.createFrom().emitter(emitters::add);
    }

    /** Number of instances in the commits so far, in their order. */
    List<Integer> sizes() {
        return sizes;
    }

    /** Answers the n-th commit. */
    void release(int number) {
        emitters.get(number).complete(Collections.nCopies(sizes.get(number), CommitResult.COMMITTED));
    }
}
