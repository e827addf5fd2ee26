package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Callers who wait for the answer of an instance outside of this node's memory see its row change. */
class UpdatePollTest {

    private static final String WAITS = """
            do:
              - add:
                  metadata: {cairn: {reply: "${ . }"}}
                  listen: {to: {one: {with: {type: add}}}}
                  foreach:
                    do: [{price: {wait: PT10M}}]
            """;
    private static final String CALLS = """
            do:
              - add:
                  metadata: {cairn: {reply: "${ . }"}}
                  listen: {to: {one: {with: {type: add}}}}
                  foreach:
                    do: [{price: {call: ping}}]
              - last: {call: ping}
            """;
    private static final int WAIT_MILLIS = 600_000;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private CountingStore start() {
        fixture.workflow(WAITS);
        CountingStore store = new CountingStore(fixture.store.open());
        fixture.start(store);
        return store;
    }

    private List<String> begin(int count) {
        return IntStream.range(0, count).mapToObj(any -> fixture.begin("{}").instanceId()).toList();
    }

    private UniAssertSubscriber<JsonNode> updated(String id) {
        return operations.ask(operations.handle(id).update("add", 3, "a"));
    }

    @Test
    void callersWhoWaitForTheSameInstanceShareAPoll() {
        CountingStore store = start();
        String id = begin(1).get(0);
        List<UniAssertSubscriber<JsonNode>> asked = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            asked.add(updated(id));
            fixture.advance(7);
        }
        fixture.advance(10_000);
        store.rows.set(0);
        fixture.advance(100_000);
        assertThat(store.rows).as("one each 2 s").hasValueLessThanOrEqualTo(50);
        fixture.advance(WAIT_MILLIS);
        assertThat(asked).allSatisfy(one -> assertThat(one.assertCompleted().getItem()).hasToString("3"));
    }

    @Test
    void aCallerWhoGivesUpLeavesThePollToTheOthers() {
        CountingStore store = start();
        String id = begin(1).get(0);
        UniAssertSubscriber<JsonNode> first = updated(id);
        fixture.advance(10_000);
        UniAssertSubscriber<JsonNode> second = updated(id);
        first.cancel();
        fixture.advance(10_000);
        store.rows.set(0);
        fixture.advance(10_000);
        assertThat(store.rows).hasValueGreaterThan(3);
        second.cancel();
        store.rows.set(0);
        fixture.advance(100_000);
        assertThat(store.rows).as("nobody waits").hasValue(0);
    }

    @Test
    void pollsOfManyInstancesAreBounded() {
        CountingStore store = start();
        List<UniAssertSubscriber<JsonNode>> asked = begin(100).stream().map(this::updated).toList();
        fixture.advance(10_000);
        store.holds = true;
        fixture.advance(5_000);
        assertThat(store.held).hasSize(32);
        store.release();
        fixture.threads.runAll();
        store.rows.set(0);
        fixture.advance(10_000);
        assertThat(store.rows).as("all go on").hasValueGreaterThanOrEqualTo(400);
        fixture.advance(WAIT_MILLIS);
        asked.forEach(UniAssertSubscriber::assertCompleted);
    }

    @Test
    void callersWhoComeWhileAJournalIsReadShareTheNextRead() {
        ClusterFixture cluster = new ClusterFixture(CALLS);
        cluster.world = call -> cluster.answerAfter(call.task().endsWith("price") ? 10_000 : 60_000);
        List<CountingStore> stores = new ArrayList<>();
        NodeUnderTest owner = cluster.node("a");
        NodeUnderTest other = cluster.node("b", 0, real -> {
            stores.add(new CountingStore(real));
            return stores.get(0);
        });
        String id = owner.start("{}");
        List<UniAssertSubscriber<JsonNode>> asked = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            asked.add(new EngineClient(other.engine, new ObjectMapper()).instance(id).update("add", 3, "a").subscribe()
                    .withSubscriber(UniAssertSubscriber.create()));
            cluster.advance(100);
        }
        cluster.advance(8_000);
        CountingStore store = stores.get(0);
        store.journals.set(0);
        store.holdsJournals = true;
        cluster.advance(4_000);
        assertThat(store.held).as("the row has changed: a read for the first caller").hasSize(1);
        store.answer();
        cluster.advance(1);
        assertThat(store.held).as("one read for all others").hasSize(1);
        assertThat(store.journals).hasValue(2);
        store.release();
        cluster.advance(20_000);
        assertThat(asked).allSatisfy(one -> assertThat(one.assertCompleted().getItem()).hasToString("1"));
    }

    /** Callers whose reads wait for others do not fail: the store may answer, and only be slow. */
    @Test
    void aStoreThatDoesNotGiveTheRowIsWaitedForSoLong() {
        CountingStore store = start();
        List<UniAssertSubscriber<JsonNode>> asked = begin(40).stream().map(this::updated).toList();
        fixture.advance(10_000);
        store.holds = true;
        fixture.advance(14_000);
        asked.forEach(UniAssertSubscriber::assertNotTerminated);
        fixture.advance(4_000);
        assertThat(asked).filteredOn(one -> one.getFailure() != null).hasSize(32)
                .allSatisfy(one -> one.assertFailedWith(CairnException.class, "CAIRN-0445"));
        store.release();
        fixture.threads.runAll();
        UniAssertSubscriber<JsonNode> again = updated(fixture.store.all().get(0).row().id());
        fixture.advance(WAIT_MILLIS);
        assertThat(again.assertCompleted().getItem()).hasToString("3");
        assertThat(asked).filteredOn(one -> one.getFailure() == null).hasSize(8)
                .allSatisfy(one -> assertThat(one.assertCompleted().getItem()).hasToString("3"));
    }

    @Test
    void theTimeInTheQueueIsNotThatOfTheStore() {
        CountingStore store = start();
        List<UniAssertSubscriber<JsonNode>> asked = begin(40).stream().map(this::updated).toList();
        fixture.advance(10_000);
        store.holds = true;
        fixture.advance(12_000);
        store.answer();
        fixture.threads.runAll();
        assertThat(store.held).as("reads that waited").hasSize(8);
        fixture.advance(12_000);
        asked.forEach(UniAssertSubscriber::assertNotTerminated);
        store.release();
        fixture.advance(WAIT_MILLIS);
        assertThat(asked).allSatisfy(one -> assertThat(one.assertCompleted().getItem()).hasToString("3"));
    }

    /** Two writes in the same millisecond of a clock that is behind: only the journal tells the second one. */
    @Test
    void aRowIsNotTakenForOldBecauseTheClockOfItsNodeIsBehind() {
        ClusterFixture cluster = new ClusterFixture(CALLS);
        cluster.world = call -> cluster.answerAfter(call.task().endsWith("price") ? 500 : 60_000);
        NodeUnderTest owner = cluster.node("a", 0, StandingClockStore::new);
        NodeUnderTest other = cluster.node("b");
        String id = owner.start("{}");
        UniAssertSubscriber<JsonNode> asked = new EngineClient(other.engine, new ObjectMapper()).instance(id)
                .update("add", 3, "a").subscribe().withSubscriber(UniAssertSubscriber.create());
        while (cluster.effects.isEmpty()) {
            cluster.advance(1);
        }
        InstanceRow taken = cluster.row(id);
        cluster.advance(499);
        asked.assertNotTerminated();
        cluster.advance(1);
        assertThat(cluster.effects).as("the answer is durable").hasSize(2);
        assertThat(cluster.row(id)).as("the row does not tell").isEqualTo(taken);
        cluster.advance(3_000);
        assertThat(asked.assertCompleted().getItem()).hasToString("1");
    }

    /** Writes rows as a node does whose clock is behind and stands still. */
    private static final class StandingClockStore extends ForwardingStore {

        StandingClockStore(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            return super.commit(batch.stream().map(StandingClockStore::late).toList());
        }

        private static InstanceWrite late(InstanceWrite write) {
            InstanceRow row = write.row();
            return new InstanceWrite(new InstanceRow(row.id(), row.workflow(), row.version(), row.status(),
                    row.createdAtMillis(), ClusterFixture.NOON - 10_000, row.wakeAtMillis(), row.owner(), row.keepUntilMillis(),
                    row.keys()), write.epoch(), write.position(), write.entries());
        }
    }

    /** Counts and holds reads of rows and journals. */
    private static final class CountingStore extends ForwardingStore {

        private final AtomicInteger rows = new AtomicInteger();
        private final List<UniEmitter<? super Void>> held = new ArrayList<>();
        private boolean holds;
        private final AtomicInteger journals = new AtomicInteger();
        private boolean holdsJournals;

        CountingStore(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<Optional<InstanceRow>> row(String id) {
            rows.incrementAndGet();
            return holds ? Uni.createFrom().<Void>emitter(held::add).chain(() -> super.row(id)) : super.row(id);
        }

        @Override
        public Uni<Optional<StoredInstance>> load(String id) {
            journals.incrementAndGet();
            return holdsJournals ? Uni.createFrom().<Void>emitter(held::add).chain(() -> super.load(id)) : super.load(id);
        }

        void release() {
            holds = false;
            holdsJournals = false;
            answer();
        }

        /** Gives the answers that are held, and holds the next ones. */
        void answer() {
            List<UniEmitter<? super Void>> answers = List.copyOf(held);
            held.clear();
            answers.forEach(each -> each.complete(null));
        }
    }
}
