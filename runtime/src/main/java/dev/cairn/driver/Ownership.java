package dev.cairn.driver;

import java.util.Iterator;

import dev.cairn.driver.StoreHealth.Work;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/**
 * Lets go of instances that another node took over while this one held no lease, or because a later life of this one has begun. Their
 * writes would be refused anyway; this is so that calls under way are given up and those who wait hear of the end soon.
 */
final class Ownership {

    private static final int UNDER_WAY = 16;
    private static final long RETRY_MILLIS = 1_000;

    private final Engine engine;
    private final InstanceStore store;
    private final InstanceTable table;

    Ownership(Engine engine, InstanceStore store, InstanceTable table) {
        this.engine = engine;
        this.store = store;
        this.table = table;
    }

    /** Looks after each instance in memory. */
    void check() {
        Iterator<Instance> instances = table.live().toList().iterator();
        for (int i = 0; i < UNDER_WAY; i++) {
            engine.threads().worker(() -> next(instances));
        }
    }

    /** This life is over: what it has in memory is taken over by others, or will be. */
    void end() {
        table.live().toList().forEach(Instance::letGo);
    }

    private void next(Iterator<Instance> instances) {
        Instance instance;
        synchronized (instances) {
            if (engine.stopping() || !instances.hasNext()) {
                return;
            }
            instance = instances.next();
        }
        check(instance, instances);
    }

    private void check(Instance instance, Iterator<Instance> instances) {
        Uni.createFrom().deferred(() -> store.row(instance.id())).subscribe().with(found -> {
            engine.health().good(Work.CLAIMS);
            found.map(InstanceRow::owner).filter(owner -> !owner.equals(engine.nodeId()))
                    .ifPresent(owner -> instance.letGo());
            engine.threads().worker(() -> next(instances));
        }, failure -> {
            engine.health().failed(Work.CLAIMS, "CAIRN-0435: Cannot see who owns the instances in memory", failure);
            if (!engine.stopping()) {
                engine.timers().after(RETRY_MILLIS, () -> check(instance, instances));
            }
        });
    }
}
