package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceSummary;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** The rows of schedules stay out of everything that concerns instances. */
class ScheduleRowsTest {

    private static final String SCHEDULED = """
            schedule: {every: PT1M}
            do:
              - last: {wait: {hours: 1}}
            """;
    private static final String ID = InstanceIdGenerator.ofSchedule("test:case", "every");

    @RegisterExtension
    private final EngineLog log = new EngineLog(Level.SEVERE);

    private final EngineFixture fixture = new EngineFixture().workflow(SCHEDULED).start();
    private final CairnClient client = new EngineClient(fixture.engine, new ObjectMapper());

    private <T> UniAssertSubscriber<T> run(Supplier<Uni<T>> asked) {
        UniAssertSubscriber<T> answer = Uni.createFrom().<T>deferred(asked::get).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return answer;
    }

    @Test
    void noSearchAndNoCountHasThem() {
        fixture.advance(60_000);
        assertThat(fixture.store.all()).hasSize(2);
        for (InstanceFilter filter : List.of(InstanceFilter.all(), InstanceFilter.ofWorkflow("test:case"),
                InstanceFilter.ofWorkflow("$test:case"))) {
            List<InstanceSummary> found = run(() -> client.find(filter, 10, null)).assertCompleted().getItem().instances();
            assertThat(found).allSatisfy(summary -> assertThat(summary.workflow()).isEqualTo("test:case"));
            assertThat(found).hasSize(filter.workflow() != null && filter.workflow().startsWith("$") ? 0 : 1);
        }
        assertThat(run(client::counts).assertCompleted().getItem()).hasSize(1)
                .allSatisfy(count -> assertThat(count.workflow()).isEqualTo("test:case"));
    }

    @Test
    void itsIdIsThatOfNoInstance() {
        StoredInstance before = fixture.store.get(ID);
        InstanceHandle handle = client.instance(ID);
        InstanceInspector inspector = new InstanceInspector(fixture.engine, fixture.session);
        List<Supplier<Uni<?>>> questions = List.of(handle::view, handle::result, () -> handle.history(10, null),
                handle::commands,
                handle::suspend, handle::resume, handle::cancel, handle::cancelAndCompensate, handle::retry,
                () -> handle.fireTimer("/do/0/last"), () -> inspector.workflow(ID), () -> inspector.details(ID),
                () -> inspector.fit(ID), () -> inspector.journal(ID, 10, null), () -> inspector.run(ID, "/do/0/last", 1),
                () -> handle.fork(ForkRequest.of("/do/0/last", null)));
        for (Supplier<Uni<?>> question : questions) {
            Throwable failure = run(() -> question.get().replaceWithVoid()).assertFailed().getFailure();
            assertThat(failure).isInstanceOfSatisfying(CairnException.class,
                    refused -> assertThat(refused.reason()).isEqualTo(Reason.UNKNOWN_INSTANCE));
        }
        assertThat(fixture.store.get(ID)).usingRecursiveComparison().isEqualTo(before);
    }

    @Test
    void bulkCommandsLeaveThemAlone() {
        fixture.advance(60_000);
        assertThat(run(() -> client.cancelAll(InstanceFilter.all())).assertCompleted().getItem().done()).isEqualTo(1);
        fixture.advance(60_000);
        assertThat(ScheduledStarts.dues(fixture.store, fixture.engine)).containsExactly(60.0, 120.0);
    }

    /** An unreadable schedule is no parked instance, and disturbs no other. */
    @Test
    void aDamagedScheduleIsTriedOnceAMinute() {
        fixture.advance(61_000);
        StoredInstance stored = fixture.store.get(ID);
        stored.entries().get(0)[5] ^= 1;
        fixture.advance(119_000);
        assertThat(ScheduledStarts.dues(fixture.store, fixture.engine)).containsExactly(60.0);
        assertThat(fixture.engine.condition().load().parked()).isZero();
        stored.entries().get(0)[5] ^= 1;
        fixture.advance(61_000);
        assertThat(ScheduledStarts.dues(fixture.store, fixture.engine)).hasSizeGreaterThan(1);
    }

    @Test
    void eachDamagedScheduleIsReported() {
        EngineFixture two = new EngineFixture().workflow("schedule: {every: PT1M, after: PT1M}\n"
                + "do:\n  - last: {set: {done: true}}\n").start();
        List<String> ids = List.of(ID, InstanceIdGenerator.ofSchedule("test:case", "after"));
        ids.forEach(id -> two.store.get(id).entries().get(0)[5] ^= 1);
        two.advance(61_000);
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0804")).anyMatch(line -> line.contains(ids.get(0)))
                .anyMatch(line -> line.contains(ids.get(1)));
    }

    /** The store fails after the damage was seen: without a report, the schedule would keep its owner for no known reason. */
    @Test
    void aScheduleThatCannotBePutBackIsReportedAndTriedAgain() {
        MemoryStore.Session session = fixture.store.open();
        AtomicBoolean damaged = new AtomicBoolean(true);
        fixture.start(new ForwardingStore(session) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                return failing(id) ? Uni.createFrom().failure(new StoreException("planted", true, null)) : super.load(id);
            }

            @Override
            public Uni<List<StoredInstance>> loadAll(List<String> ids) {
                return ids.stream().anyMatch(this::failing)
                        ? Uni.createFrom().failure(new StoreException("planted", true, null))
                        : super.loadAll(ids);
            }

            private boolean failing(String id) {
                return damaged.get() && id.equals(ID);
            }
        });
        fixture.advance(55_000);
        session.fail(new StoreException("planted outage", false, null), false);
        fixture.advance(10_000);
        assertThat(fixture.store.get(ID).row().owner()).isNotNull();
        assertThat(log.said()).anyMatch(line -> line.startsWith("CAIRN-0425: Cannot look at a schedule: planted outage"));
        session.fail(null, false);
        damaged.set(false);
        fixture.advance(70_000);
        assertThat(fixture.store.get(ID).row().owner()).isNull();
        assertThat(ScheduledStarts.dues(fixture.store, fixture.engine)).isNotEmpty();
    }

    /** An occurrence changes numbers of the row alone: neither the journal nor the work of a look grows. */
    @Test
    void thousandsOfOccurrencesLeaveRowAndJournalAsShortAsTheFirst() {
        AtomicInteger loads = new AtomicInteger();
        fixture.workflow("schedule: {every: PT1S}\ndo:\n  - last: {set: {done: true}}\n");
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                loads.addAndGet(id.equals(ID) ? 1 : 0);
                return super.load(id);
            }

            @Override
            public Uni<List<StoredInstance>> loadAll(List<String> ids) {
                loads.addAndGet(Collections.frequency(ids, ID));
                return super.loadAll(ids);
            }
        });
        fixture.advance(10_000);
        StoredInstance first = fixture.store.get(ID);
        int firstLoads = loads.getAndSet(0);
        fixture.advance(5_000_000);
        StoredInstance last = fixture.store.get(ID);

        assertThat(last.row().updatedAtMillis() - first.row().updatedAtMillis()).isEqualTo(5_000_000);
        assertThat(last.entries()).isEqualTo(first.entries()).hasSize(2);
        assertThat(last.row().toString()).hasSameSizeAs(first.row().toString());
        assertThat(firstLoads).isPositive();
        assertThat(loads).hasValue(5_000);
    }
}
