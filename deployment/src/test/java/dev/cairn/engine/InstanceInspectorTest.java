package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.operation.InstanceDetails;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Inspections of instances read a bounded number of journals at a time. */
class InstanceInspectorTest {

    private static final int MAX_AT_A_TIME = Runtime.getRuntime().availableProcessors();

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    private LoadedStore store;
    private InstanceInspector inspector;

    /** An instance that has ended in an earlier life: nothing of it is in memory. */
    private String ended() {
        fixture.workflow("do: [{same: {set: {kept: true}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.threads.runAll();
        store = new LoadedStore(fixture.store.open());
        fixture.start(store);
        store.loads = 0;
        inspector = new InstanceInspector(fixture.engine, store);
        return id;
    }

    @Test
    void detailsReadTheJournalOnce() {
        String id = ended();
        InstanceDetails details = operations.ask(inspector.details(id)).assertCompleted().getItem();
        assertThat(details.view().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(details.view().output().toString()).isEqualTo("{\"kept\":true}");
        assertThat(store.loads).isEqualTo(1);
    }

    @Test
    void commandsAndJournalsWaitTheirTurn() {
        String id = ended();
        store.isStuck = true;
        for (int i = 0; i < MAX_AT_A_TIME; i++) {
            operations.ask(inspector.journal(id, 10, null)).assertNotTerminated();
            operations.ask(inspector.commands(id)).assertNotTerminated();
        }
        assertThat(store.loads).isEqualTo(MAX_AT_A_TIME);
    }

    @Test
    void detailsWaitTheirTurn() {
        String id = ended();
        store.isStuck = true;
        for (int i = 0; i <= MAX_AT_A_TIME; i++) {
            operations.ask(inspector.details(id)).assertNotTerminated();
        }
        assertThat(store.loads).isEqualTo(MAX_AT_A_TIME);
    }

    @Test
    void detailsDoNotWaitForHistories() {
        String id = ended();
        store.isStuck = true;
        for (int i = 0; i < 2 * MAX_AT_A_TIME; i++) {
            operations.ask(inspector.history(id, 10, null)).assertNotTerminated();
        }
        store.isStuck = false;

        operations.ask(inspector.details(id)).assertCompleted();
    }

    @Test
    void searchesWaitTheirTurn() {
        ended();
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i <= MAX_AT_A_TIME; i++) {
            operations.ask(inspector.searched(() -> {
                begun.incrementAndGet();
                return Uni.createFrom().nothing();
            }));
        }
        assertThat(begun).hasValue(MAX_AT_A_TIME);
    }

    /** Counts journals that are read. */
    private static final class LoadedStore extends ForwardingStore {

        private int loads;
        private boolean isStuck;

        LoadedStore(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (name.equals("load")) {
                loads++;
                return isStuck ? Uni.createFrom().nothing() : forward.get();
            }
            return forward.get();
        }
    }
}
