package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Crashes, failures of the store and overload while instances listen outside of memory. */
class PassiveListenerFailureTest {

    private static final String ORDER = """
            do:
              - paid:
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: ".[0].sum"}
            """;
    private static final String SELECTED = """
            do:
              - paid:
                  listen:
                    to:
                      one:
                        with: {type: paid, data: "${ .sum > 10 }"}
                        correlate: {order: {from: .data.order, expect: "${ .order }"}}
            """;
    private static final String COSTLY = """
            do:
              - paid:
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: "[range(1000000)] | length", expect: "${ .order }"}}}}
            """;
    private static final String ANY = "do: [{paid: {listen: {to: {one: {with: {type: paid, subject: a}}}}}}]";
    private static final String TWICE = """
            do:
              - paid:
                  listen:
                    to:
                      any: [{with: {type: paid, subject: a}}]
                      until: length == 2
            """;
    private static final String EMIT = "do: [{tell: {emit: {event: {with: {type: paid, id: e1, source: /x, subject: a}}}}}]";
    private static final String STEPS = """
            do:
              - ask: {if: $workflow.input.steps, call: ask, with: {question: 1}}
              - again: {if: $workflow.input.steps, call: ask, with: {question: 2}}
              - more: {if: $workflow.input.steps, call: ask, with: {question: 3}}
              - paid:
                  listen: {to: {one: {with: {type: paid, subject: a}}}}
            """;
    private static final String WAITS = "$passive-listeners";
    private static final long LONG_MILLIS = 30_000;
    private static final int PAGE = 256;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    @RegisterExtension
    final EngineLog log = new EngineLog(Level.WARNING);

    private static CloudEvent paid(String id, String order) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid").withSubject("a")
                .withData("application/json", ("{\"order\":" + order + ",\"sum\":5}").getBytes(StandardCharsets.UTF_8)).build();
    }

    private UniAssertSubscriber<PublishResult> publish(CloudEvent event) {
        return operations.ask(new EngineCloudEventBus(fixture.engine).publish(event));
    }

    private PlantedStore start(String yaml) {
        fixture.workflow(yaml);
        PlantedStore store = new PlantedStore(fixture.store.open());
        fixture.start(store);
        return store;
    }

    private String begin(String input) {
        String id = fixture.begin(input).instanceId();
        fixture.threads.runAll();
        return id;
    }

    private List<String> leave(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(begin("{\"order\":7}"));
        }
        fixture.advance(LONG_MILLIS);
        assertThat(fixture.engine.condition().load().instances()).isZero();
        return ids;
    }

    private long subscriptions() {
        return fixture.store.all().stream().filter(stored -> stored.row().workflow().equals(WAITS)
                && stored.row().status() == InstanceStatus.CANCELLED).count();
    }

    private static boolean isRemoval(InstanceWrite write) {
        return write.row().workflow().equals(WAITS) && write.row().status() == InstanceStatus.COMPLETED;
    }

    @Test
    void aSubscriptionGoesThatACrashHasLeftOfAnInstanceThatHasEnded() {
        PlantedStore store = start(ORDER);
        leave(1);
        store.loses = PassiveListenerFailureTest::isRemoval;
        assertThat(publish(paid("1", "7")).assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        begin("{\"order\":8}");
        fixture.advance(LONG_MILLIS);
        assertThat(subscriptions()).isEqualTo(2);

        fixture.start();
        fixture.advance(LONG_MILLIS);
        assertThat(subscriptions()).as("no event has found it").isEqualTo(1);
        assertThat(publish(paid("2", "8")).assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
    }

    @Test
    void manySubscriptionsAreLookedThroughInPagesWithPauses() {
        PlantedStore store = start(ORDER);
        int count = PAGE + 1;
        leave(count);
        store.loses = PassiveListenerFailureTest::isRemoval;
        assertThat(publish(paid("1", "7")).assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(count));
        assertThat(subscriptions()).isEqualTo(count);

        fixture.start();
        fixture.advance(15_000);
        assertThat(subscriptions()).as("a page is gone").isEqualTo(1);
        fixture.advance(LONG_MILLIS);
        assertThat(subscriptions()).isZero();
    }

    /** A new life, after one in which instances have ended and left their subscriptions. */
    private PlantedStore startAfterCrash(int count) {
        PlantedStore store = start(ORDER);
        List<String> ids = leave(count);
        store.loses = PassiveListenerFailureTest::isRemoval;
        assertThat(publish(paid("1", "7")).assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(count));
        PlantedStore next = new PlantedStore(fixture.store.open());
        next.ended = ids;
        fixture.start(next);
        return next;
    }

    @Test
    void theNextPageOfSubscriptionsWaitsForTheRemovalsOfThePageBefore() {
        PlantedStore store = startAfterCrash(PAGE + 1);
        store.holdsRemovals = true;
        fixture.advance(LONG_MILLIS);
        assertThat(store.held).hasSize(PAGE);
        assertThat(store.pages).isEqualTo(1);
        store.release();
        fixture.advance(LONG_MILLIS);
        assertThat(store.pages).isEqualTo(2);
        assertThat(subscriptions()).isZero();
    }

    @Test
    void removalsThatNeverEndKeepTheNextPageWaitingForAWhile() {
        PlantedStore store = startAfterCrash(PAGE + 1);
        store.holdsRemovals = true;
        fixture.advance(60_000);
        assertThat(store.pages).isEqualTo(1);
        fixture.advance(60_000);
        assertThat(store.pages).isEqualTo(2);
    }

    @Test
    void subscriptionsOfOthersGoThoughTheRowOfAnInstanceCannotBeRead() {
        PlantedStore store = startAfterCrash(3);
        store.failsRow = true;
        fixture.advance(LONG_MILLIS);
        assertThat(subscriptions()).as("the row of one cannot be read").isEqualTo(1);
        store.failsRow = false;
        fixture.advance(3_600_000);
        assertThat(subscriptions()).as("after the next round").isZero();
    }

    @Test
    void aDeliveryThatFailsOnALaterPageGoesOnThere() {
        PlantedStore store = start(ANY);
        List<String> ids = leave(PAGE + 1);
        store.failingSearches = 2;
        store.failsSearch = query -> query.cursor() != null;
        fixture.beginAlso(EMIT, "{}");
        fixture.advance(LONG_MILLIS);
        ids.forEach(id -> fixture.outcome(id).assertCompleted());
        assertThat(store.failingSearches).isZero();
        assertThat(store.searches.stream().filter(query -> query.cursor() == null && query.statuses().isEmpty()))
                .as("searches for the first page").hasSize(1);
    }

    @Test
    void afterAFailureOnlyTheInstancesAreTriedAgainThatItConcerns() {
        PlantedStore store = start(TWICE);
        List<String> ids = leave(10);
        String failing = ids.get(4);
        store.unloadable = failing;
        fixture.beginAlso(EMIT, "{}");
        fixture.advance(1_000);
        assertThat(store.failedLoads).isGreaterThan(1);
        Map<String, Integer> before = new HashMap<>(store.loads);
        fixture.advance(5_000);
        assertThat(store.loads.keySet()).containsAll(ids);
        ids.stream().filter(id -> !id.equals(failing))
                .forEach(id -> assertThat(store.loads.get(id)).as(id).isEqualTo(before.get(id)));
        store.unloadable = null;
        fixture.advance(LONG_MILLIS);
        publish(paid("second", "7")).assertCompleted();
        ids.forEach(id -> fixture.outcome(id).assertCompleted());
    }

    @Test
    void publishersAreRefusedBeforeTooManyEventsAreOnTheirWay() {
        PlantedStore store = start(ORDER);
        String id = leave(1).get(0);
        String inMemory = begin("{\"order\":9}");
        store.holdsSearches = true;
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        for (int i = 0; i < 1_024; i++) {
            published.add(publish(paid("e" + i, "8")));
        }
        CairnException refusal = (CairnException) publish(paid("last", "9"))
                .assertFailedWith(CairnException.class, "CAIRN-0832")
                .getFailure();
        assertThat(refusal.reason()).isEqualTo(Reason.OVERLOADED);
        assertThat(operations.status(inMemory)).as("no instance has it").isEqualTo(InstanceStatus.WAITING);

        store.release();
        fixture.threads.runAll();
        published.forEach(each -> assertThat(each.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(0)));
        publish(paid("last", "9")).assertCompleted();
        publish(paid("1", "7")).assertCompleted();
        assertThat(fixture.output(inMemory)).isEqualTo("5");
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void largeEventsAreBoundedByTheirBytes() {
        PlantedStore store = start(ORDER);
        leave(1);
        store.holdsSearches = true;
        String data = "{\"order\":8,\"text\":\"" + "x".repeat(8 << 20) + "\"}";
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            published.add(publish(CloudEventBuilder.v1(paid("e" + i, "8"))
                    .withData("application/json", data.getBytes(StandardCharsets.UTF_8)).build()));
        }
        published.get(8).assertFailedWith(CairnException.class, "CAIRN-0832");
        store.release();
        fixture.threads.runAll();
        published.get(0).assertCompleted();
    }

    @Test
    void anInstanceOfAnEarlierLifeAsksOnceForTheRemovalOfItsSubscription() {
        start(STEPS);
        leave(1);
        String id = begin("{\"steps\":true}");
        PlantedStore store = new PlantedStore(fixture.store.open());
        store.holdsRemovals = true;
        fixture.start(store);
        fixture.advance(1_000);
        for (int i = 0; i < 3; i++) {
            new ArrayList<>(fixture.pending.keySet()).forEach(task -> fixture.answer(task, "1"));
        }
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        store.release();
        fixture.threads.runAll();
        assertThat(store.removals).containsEntry(id, 1);
    }

    @Test
    void theJournalOfAnInstanceThatLeavesAnEventIsSearchedOnce() {
        PlantedStore store = start(SELECTED);
        String id = leave(1).get(0);
        assertThat(publish(paid("1", "7")).assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(0));
        assertThat(store.loads).containsExactly(Map.entry(id, 1));
    }

    @Test
    void aKeyThatCostsTooMuchIsReportedOnceAndCounted() {
        RecordingObserver observer = new RecordingObserver();
        EngineOptions usual = fixture.options;
        fixture.options = new EngineOptions(usual.cluster(), usual.memory(), PureWorkOptions.slices(100, 1_000),
                usual.retention(), usual.journal(), usual.run()).with(observer);
        start(COSTLY);
        leave(1);
        observer.take();
        for (int i = 0; i < 3; i++) {
            assertThat(publish(paid("e" + i, "7")).assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(0));
        }
        assertThat(observer.take()).filteredOn(line -> line.equals("unsearched")).hasSize(3);
        assertThat(log.said()).hasSize(1).last().asString().startsWith("CAIRN-0833").contains(
                "type=paid, source=/payments, id=e0",
                "correlations=[order]", "1000 steps");
    }

    /** Fails, loses and holds back some requests. */
    private static final class PlantedStore extends ForwardingStore {

        private final List<InstanceQuery> searches = new ArrayList<>();
        private final List<Runnable> held = new ArrayList<>();
        private final Map<String, Integer> loads = new HashMap<>();
        /** Searches for the rows of an instance. */
        private final Map<String, Integer> removals = new HashMap<>();
        private Predicate<InstanceWrite> loses = write -> false;
        private Predicate<InstanceQuery> failsSearch = query -> false;
        private int failingSearches;
        private String unloadable;
        private int failedLoads;
        private boolean holdsSearches;
        private boolean holdsRemovals;
        /** Pages of all subscriptions. */
        private int pages;
        private List<String> ended = List.of();
        /** True if the row of the ended instance cannot be read that is looked at first. */
        private boolean failsRow;
        private String unreadable;

        PlantedStore(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            List<InstanceWrite> kept = batch.stream().filter(loses.negate()).toList();
            if (kept.size() == batch.size()) {
                return super.commit(batch);
            }
            return (kept.isEmpty() ? Uni.createFrom().item(List.<CommitResult>of()) : super.commit(kept)).map(results -> {
                List<CommitResult> all = new ArrayList<>();
                for (InstanceWrite write : batch) {
                    int index = kept.indexOf(write);
                    all.add(index < 0 ? CommitResult.COMMITTED : results.get(index));
                }
                return all;
            });
        }

        @Override
        public Uni<InstancePage> find(InstanceQuery query) {
            if (query.keys().businessKey() != null && query.workflows() == null) {
                removals.merge(query.keys().businessKey(), 1, Integer::sum);
                return holdsRemovals ? held(query) : super.find(query);
            }
            if (query.keys().attributes().isEmpty()) {
                pages += Set.of(WAITS).equals(query.workflows()) && query.limit() == PAGE ? 1 : 0;
                return super.find(query);
            }
            if (failingSearches > 0 && failsSearch.test(query)) {
                failingSearches--;
                return Uni.createFrom().failure(new StoreException("planted", false, null));
            }
            searches.add(query);
            return holdsSearches ? held(query) : super.find(query);
        }

        @Override
        public Uni<Optional<InstanceRow>> row(String instanceId) {
            unreadable = unreadable == null && ended.contains(instanceId) ? instanceId : unreadable;
            return failsRow && instanceId.equals(unreadable)
                    ? Uni.createFrom().failure(new StoreException("planted", false, null))
                    : super.row(instanceId);
        }

        private Uni<InstancePage> held(InstanceQuery query) {
            return Uni.createFrom().<InstancePage>emitter(this::hold).chain(() -> super.find(query));
        }

        private void hold(UniEmitter<? super InstancePage> emitter) {
            held.add(() -> emitter.complete(null));
        }

        void release() {
            holdsSearches = false;
            holdsRemovals = false;
            List.copyOf(held).forEach(Runnable::run);
        }

        @Override
        public Uni<Optional<StoredInstance>> load(String instanceId) {
            loads.merge(instanceId, 1, Integer::sum);
            if (instanceId.equals(unloadable)) {
                failedLoads++;
                return Uni.createFrom().failure(new StoreException("planted", false, null));
            }
            return super.load(instanceId);
        }
    }
}
