package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.BulkOperation.State;
import dev.cairn.api.BulkOperations;
import dev.cairn.api.BulkResult;
import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.concurrent.IdFingerprintSet;
import dev.cairn.engine.operation.AdaptiveBulkThrottle;
import dev.cairn.engine.operation.BulkCommandRun;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A bulk command asks each instance once, can be watched and stopped, and gives way to others. */
class BulkOperationsTest {

    private static final String CALL = "do: [{charge: {call: ask, with: {question: 1}}}]";
    private static final InstanceFilter RUNNING = InstanceFilter.all().withStatus(InstanceStatus.RUNNING);
    private static final InstanceFilter FAULTED = InstanceFilter.all().withStatus(InstanceStatus.FAULTED);
    private static final CommandOrigin ALICE = new CommandOrigin("alice", "Ticket 42");

    @RegisterExtension
    final EngineLog log = new EngineLog(Level.INFO);

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private CairnClient client() {
        return new EngineClient(fixture.engine, new ObjectMapper());
    }

    private List<String> started(int count) {
        fixture.workflow(CALL).start();
        return IntStream.range(0, count).mapToObj(any -> fixture.begin("{}").instanceId()).toList();
    }

    private List<String> faulted(int count) {
        fixture.functions.put("ask", call -> Uni.createFrom().failure(new IllegalStateException("down")));
        return started(count);
    }

    private BulkOperation begin(CommandKind kind, InstanceFilter filter) {
        return operations.ask(client().as(ALICE).bulk().begin(kind, filter)).assertCompleted().getItem();
    }

    private BulkOperation find(BulkOperation operation) {
        return operations.ask(client().bulk().find(operation.id())).assertCompleted().getItem();
    }

    private List<InstanceStatus> statuses(List<String> ids) {
        return ids.stream().map(operations::stored).distinct().toList();
    }

    @Test
    void allInstancesAreAskedOnBehalfOfWhoBeganIt() {
        List<String> ids = started(500);
        fixture.advance(1);
        BulkOperation begun = begin(CommandKind.CANCEL, RUNNING);
        fixture.advance(60_000);
        BulkOperation ended = find(begun);
        assertThat(ended.state()).isEqualTo(State.COMPLETED);
        assertThat(ended.done()).isEqualTo(500);
        assertThat(ended.failed()).isZero();
        assertThat(ended.kind()).isEqualTo(CommandKind.CANCEL);
        assertThat(ended.origin()).isEqualTo(ALICE);
        assertThat(ended.node()).isEqualTo("node");
        assertThat(ended.filter().statuses()).containsExactly(InstanceStatus.RUNNING);
        assertThat(ended.endedAt()).isNotNull();
        assertThat(statuses(ids)).containsExactly(InstanceStatus.CANCELLED);
        assertThat(operations.ask(operations.handle(ids.get(7)).commands()).getItem()).last()
                .extracting(command -> command.kind() + " " + command.origin().principal()).isEqualTo("CANCEL alice");
        assertThat(operations.ask(client().bulk().all()).getItem()).containsExactly(ended);
        assertThat(operations.ask(client().bulk().outcome(begun.id())).getItem()).isEqualTo(ended);
    }

    @Test
    void itCanBeWatchedWhileFewAreAskedAtATimeAndStopped() {
        List<String> ids = started(100);
        fixture.session.hold();
        BulkOperation begun = begin(CommandKind.SUSPEND, RUNNING);
        assertThat(begun.state()).isEqualTo(State.RUNNING);
        assertThat(fixture.session.held()).isPositive();
        UniAssertSubscriber<BulkOperation> stopped = operations
                .ask(client().as(new CommandOrigin("bob", null)).bulk().stop(begun.id()));
        assertThat(log.said()).last().asString().startsWith("CAIRN-0754: Bulk command is to stop [operation=" + begun.id())
                .contains("principal=bob, begunBy=alice");
        stopped.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        BulkOperation ended = stopped.assertCompleted().getItem();
        assertThat(ended.state()).isEqualTo(State.CANCELLED);
        assertThat(ended.done()).isEqualTo(BulkCommandRun.WIDTH);
        assertThat(ids.stream().filter(id -> operations.stored(id) == InstanceStatus.SUSPENDED)).hasSize(BulkCommandRun.WIDTH);
        assertThat(operations.ask(client().bulk().stop(begun.id())).getItem()).isEqualTo(ended);

        BulkOperation again = begin(CommandKind.SUSPEND, RUNNING);
        fixture.advance(60_000);
        assertThat(find(again).done()).as("what was left").isEqualTo(100 - BulkCommandRun.WIDTH);
    }

    @Test
    void whatWasRefusedIsToldAndAskedOnce() {
        fixture.workflow("do: [{done: {set: {n: 1}}}]").start();
        IntStream.range(0, 30).forEach(any -> fixture.begin("{}"));
        BulkOperation begun = begin(CommandKind.RETRY, InstanceFilter.all().withStatus(InstanceStatus.COMPLETED));
        fixture.advance(60_000);
        BulkOperation view = find(begun);
        assertThat(view.failed()).isEqualTo(30);
        assertThat(view.failures()).hasSize(BulkResult.MAX_FAILURES);
        assertThat(view.failures().get(0).cause()).hasMessageContaining("CAIRN-0442");
        assertThat(view.passes()).isEqualTo(1);
    }

    @Test
    void oneThatFaultsAgainIsNotRetriedForEver() {
        List<String> ids = faulted(40);
        BulkOperation begun = begin(CommandKind.RETRY, FAULTED);
        fixture.advance(60_000);
        assertThat(find(begun).done()).isEqualTo(40);
        assertThat(find(begun).state()).isEqualTo(State.COMPLETED);
        assertThat(fixture.calls).hasSize(80);
        assertThat(statuses(ids)).containsExactly(InstanceStatus.FAULTED);
    }

    /**
     * The search goes from the newest instance to the oldest. An instance that is suspended when the search passes it runs
     * again afterwards.
     */
    @Test
    void oneThatChangesItsStatusBehindTheSearchIsNotMissed() {
        fixture.workflow(CALL);
        AtomicInteger searches = new AtomicInteger();
        String[] newest = new String[1];
        ForwardingStore store = new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<InstancePage> find(InstanceQuery query) {
                return super.find(query).invoke(page -> {
                    if (newest[0] != null && searches.incrementAndGet() == 1) {
                        client().instance(newest[0]).resume().subscribe().with(nothing -> {});
                    }
                });
            }
        };
        fixture.start(store);
        List<String> ids = Stream.generate(() -> fixture.begin("{}").instanceId()).limit(3).toList();
        newest[0] = ids.get(2);
        operations.suspend(newest[0]);

        BulkOperation begun = begin(CommandKind.CANCEL, RUNNING);
        fixture.advance(60_000);

        assertThat(find(begun).done()).isEqualTo(3);
        assertThat(find(begun).passes()).isGreaterThan(1);
        assertThat(operations.stored(newest[0])).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void thoseThatAreStartedMeanwhileAreNotAsked() {
        started(40);
        fixture.session.hold();
        BulkOperation begun = begin(CommandKind.CANCEL, RUNNING);
        fixture.advance(5);
        fixture.session.release();
        fixture.threads.runAll();
        String later = fixture.begin("{}").instanceId();
        fixture.advance(60_000);
        assertThat(find(begun).state()).isEqualTo(State.COMPLETED);
        assertThat(operations.stored(later)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aSearchThatFailsLaterFailsTheOperation() {
        fixture.workflow(CALL);
        AtomicInteger searches = new AtomicInteger();
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<InstancePage> find(InstanceQuery query) {
                return searches.incrementAndGet() == 1 ? super.find(query)
                        : Uni.createFrom().failure(new StoreException("the disk is full", false, null));
            }
        });
        // The start has searched for schedules.
        searches.set(0);
        IntStream.range(0, 250).forEach(any -> fixture.begin("{}"));
        BulkOperation begun = begin(CommandKind.SUSPEND, RUNNING);
        fixture.advance(60_000);
        BulkOperation failed = find(begun);
        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.cause()).hasMessageContaining("disk is full");
        assertThat(failed.done()).isEqualTo(200);
        searches.set(1);
        operations.refused(client().suspendAll(RUNNING), Reason.STORE_UNAVAILABLE, "disk is full");
        operations.refused(client().bulk().begin(CommandKind.SUSPEND, RUNNING), Reason.STORE_UNAVAILABLE, "disk is full");
    }

    @Test
    void anOperationThatMeetsAMistakeGivesItsPlaceBack() {
        fixture.workflow(CALL);
        AtomicInteger searches = new AtomicInteger();
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<InstancePage> find(InstanceQuery query) {
                return searches.incrementAndGet() == 1 ? super.find(query)
                        : Uni.createFrom().item(new InstancePage(Collections.singletonList(null), null));
            }
        });
        // The start has searched for schedules.
        searches.set(0);
        IntStream.range(0, 250).forEach(any -> fixture.begin("{}"));
        BulkOperation begun = begin(CommandKind.SUSPEND, RUNNING);
        fixture.advance(60_000);
        assertThat(find(begun).state()).isEqualTo(State.FAILED);
        assertThat(find(begun).cause()).hasMessageContaining("CAIRN-0777");
        assertThat(operations.ask(client().bulk().outcome(begun.id())).getItem()).isEqualTo(find(begun));
        operations.refused(client().suspendAll(RUNNING), Reason.NOT_CONFIRMED, "CAIRN-0777");
    }

    @Test
    void itPausesAsLongAsOthersWriteAsMuchAndNotAlone() {
        fixture.workflow(CALL).start();
        AdaptiveBulkThrottle alone = new AdaptiveBulkThrottle(fixture.engine.context(), () -> 0);
        IntStream.range(0, 32).forEach(any -> {
            fixture.begin("{}");
            alone.answered();
        });
        fixture.time.advance(100);
        assertThat(alone.pauseMillis(32)).isZero();
        IntStream.range(0, 64).forEach(any -> fixture.begin("{}"));
        IntStream.range(0, 32).forEach(any -> alone.answered());
        fixture.time.advance(100);
        assertThat(alone.pauseMillis(32)).isEqualTo(100);
        alone.paused();
        IntStream.range(0, 32 * 21).forEach(any -> fixture.begin("{}"));
        IntStream.range(0, 32).forEach(any -> alone.answered());
        fixture.time.advance(100);
        assertThat(alone.pauseMillis(32)).as("not for ever").isEqualTo(400);
    }

    @Test
    void onlySoManyRunAndAreRemembered() {
        started(2);
        fixture.session.hold();
        List<BulkOperation> running = IntStream.range(0, BulkOperations.MAX_RUNNING)
                .mapToObj(any -> begin(CommandKind.SUSPEND, RUNNING)).toList();
        operations.refused(client().bulk().begin(CommandKind.SUSPEND, RUNNING), Reason.OVERLOADED, "CAIRN-0755");
        fixture.session.release();
        fixture.advance(60_000);
        assertThat(running).allSatisfy(operation -> assertThat(find(operation).state()).isEqualTo(State.COMPLETED));
        IntStream.range(0, BulkOperations.MAX_REMEMBERED).forEach(any -> begin(CommandKind.RESUME, FAULTED));
        assertThat(operations.ask(client().bulk().all()).getItem()).hasSize(BulkOperations.MAX_REMEMBERED);
        operations.refused(client().bulk().find(running.get(0).id()), Reason.UNKNOWN_OPERATION, "it has been forgotten");
    }

    @Test
    void whatIsNoBulkCommandIsRefused() {
        started(1);
        assertThatThrownBy(() -> client().bulk().begin(CommandKind.FORK, RUNNING)).isInstanceOf(IllegalArgumentException.class);
        operations.refused(client().bulk().begin(CommandKind.CANCEL, InstanceFilter.ofWorkflow("none")),
                Reason.UNKNOWN_WORKFLOW, "none");
        assertThat(operations.ask(client().bulk().all()).getItem()).isEmpty();
    }

    @Test
    void whoNoLongerWaitsForAllStopsIt() {
        started(100);
        fixture.session.hold();
        var waiting = client().cancelAll(RUNNING).subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        waiting.cancel();
        fixture.threads.runAll();
        fixture.session.release();
        fixture.advance(60_000);
        assertThat(operations.ask(client().bulk().all()).getItem()).extracting(BulkOperation::state)
                .containsExactly(State.CANCELLED);
    }

    @Test
    void instancesOfAllNodesAreAsked() {
        ClusterFixture cluster = new ClusterFixture(CALL);
        cluster.world = call -> Uni.createFrom().nothing();
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        List<String> ids = Stream.concat(a.start(20).stream(), b.start(20).stream()).toList();
        BulkOperations here = new EngineClient(a.engine, new ObjectMapper()).as(ALICE).bulk();
        UniAssertSubscriber<BulkOperation> begun = here.begin(CommandKind.CANCEL, RUNNING).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.advance(5_000);
        String id = begun.assertCompleted().getItem().id();
        assertThat(here.find(id).await().indefinitely().done()).isEqualTo(40);
        assertThat(ids).allSatisfy(each -> assertThat(cluster.status(each)).isEqualTo(InstanceStatus.CANCELLED));
    }

    @Test
    void idsAreRememberedUpToABound() {
        IdFingerprintSet set = new IdFingerprintSet();
        assertThat(IntStream.range(0, 100_000).filter(id -> !set.add("id-" + id))).isEmpty();
        assertThat(IntStream.range(0, 100_000).filter(id -> set.add("id-" + id))).isEmpty();
        assertThat(set.isFull()).isFalse();
    }
}
