package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.EndedInstanceCache;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.LiveChangeNotifier;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.engine.recovery.ClaimedInstance;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.engine.recovery.LoadWaiterRegistry;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A workflow has at most a fixed number of instances under way. The others cost a row, and begin in their order. */
class ConcurrencyTest extends LimitedWorkflows {

    @Test
    void neverMoreAreUnderWayAndTheOldestBeginsFirst() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(6);
        for (int ended = 0; ended < 6; ended++) {
            assertThat(underWay.keySet()).containsExactlyElementsOf(ids.subList(ended, Math.min(6, ended + 2)));
            end(ids.get(ended));
        }
        assertThat(begun).isEqualTo(ids);
        assertThat(ids).extracting(operations::stored).containsOnly(InstanceStatus.COMPLETED);
    }

    @Test
    void moreThanAPageWaitsAndAllBegin() {
        limit(100);
        fixture.workflow(CALL).start();
        List<String> ids = begin(400);
        while (!underWay.isEmpty()) {
            assertThat(underWay).hasSizeBetween(1, 100);
            List.copyOf(underWay.keySet()).forEach(this::end);
        }
        assertThat(begun).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void whatWaitsIsDurableAndNotInMemory() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(5);
        assertThat(fixture.engine.condition().load().instances()).isEqualTo(2);
        StoredInstance waiting = fixture.store.get(ids.get(4));
        assertThat(waiting.entries()).hasSize(1);
        assertThat(waiting.row().owner()).isNull();
        fixture.advance(100_000);
        assertThat(fixture.store.get(ids.get(4))).usingRecursiveComparison().isEqualTo(waiting);
        assertThat(fixture.engine.condition().load().recovering()).isZero();
    }

    /** As when the memory does not suffice to put it back into the queue. */
    @Test
    void itKeepsItsPlaceWhenItIsParked() {
        fixture.workflow(CALL).start();
        StoredInstance waiting = fixture.store.get(begin(3).get(2));
        NodeContext context = fixture.engine.context();
        InstanceRegistry table = new InstanceRegistry(context, fixture.session, new EndedInstanceCache(1, 1_000),
                new LiveChangeNotifier());
        InstanceClaimer recovery = new InstanceClaimer(context, fixture.session, table, fixture.engine.factory(),
                new LoadWaiterRegistry(table::standsStill), null);
        recovery.incompatible().stop(new ClaimedInstance(new Claim(waiting.row(), waiting.epoch(), 1), 1), waiting,
                new OutOfMemoryError("planted"));
        fixture.threads.runAll();
        assertThat(fixture.store.get(waiting.row().id()).row().isQueued()).isTrue();
    }

    @Test
    void itIsSeenAsPendingWithoutATimerAndWithoutTasks() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(4);
        assertThat(ids).extracting(operations::status).containsExactly(InstanceStatus.RUNNING, InstanceStatus.RUNNING,
                InstanceStatus.PENDING, InstanceStatus.PENDING);
        assertThat(found(InstanceStatus.PENDING)).containsExactly(ids.get(3), ids.get(2));
        assertThat(found(InstanceStatus.RUNNING)).containsExactly(ids.get(1), ids.get(0));
        assertThat(found(InstanceStatus.SUSPENDED)).isEmpty();
        assertThat(found(InstanceStatus.WAITING)).isEmpty();
        assertThat(found(InstanceFilter.all())).hasSize(4);
        InstanceSummary summary = operations.ask(new EngineClient(fixture.engine, new ObjectMapper())
                .find(InstanceFilter.all(), 1, null)).assertCompleted().getItem().instances().get(0);
        assertThat(summary.status()).isEqualTo(InstanceStatus.PENDING);
        assertThat(summary.wakesAt()).isNull();
        assertThat(operations.ask(operations.handle(ids.get(3)).history(10, null)).assertCompleted().getItem().tasks())
                .isEmpty();
        operations.suspend(ids.get(0));
        assertThat(found(InstanceStatus.SUSPENDED)).containsExactly(ids.get(0));
    }

    @Test
    void whoWaitsForTheResultOfOneThatWaitsGetsIt() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(3);
        UniAssertSubscriber<Ended> outcome = fixture.outcome(ids.get(2));
        outcome.assertNotTerminated();
        end(ids.get(1));
        end(ids.get(2));
        assertThat(outcome.assertCompleted().getItem().output()).hasToString("1");
    }

    @Test
    void whatIsSuspendedOrWaitsForATimerIsUnderWay() {
        fixture.workflow("do: [{pause: {wait: {minutes: 10}}}, {only: {call: ping}}]").start();
        List<String> ids = begin(4);
        fixture.advance(60_000);
        assertThat(fixture.engine.condition().load().instances()).isZero();
        assertThat(ids).extracting(operations::status).containsExactly(InstanceStatus.WAITING, InstanceStatus.WAITING,
                InstanceStatus.PENDING, InstanceStatus.PENDING);
        operations.suspend(ids.get(0));
        // Each start looks whether there is room.
        begin(1);
        assertThat(operations.status(ids.get(2))).isEqualTo(InstanceStatus.PENDING);
        operations.cancel(ids.get(0));
        assertThat(operations.status(ids.get(2))).isEqualTo(InstanceStatus.WAITING);
        fixture.advance(600_000);
        assertThat(begun).startsWith(ids.get(1));
    }

    @Test
    void whatFaultsMakesRoom() {
        limit(1);
        fixture.workflow(CALL).start();
        List<String> ids = begin(2);
        underWay.remove(ids.get(0)).fail(new IllegalStateException("no"));
        fixture.threads.runAll();
        assertThat(operations.stored(ids.get(0))).isEqualTo(InstanceStatus.FAULTED);
        assertThat(underWay).containsOnlyKeys(ids.get(1));
        operations.retry(ids.get(0));
        assertThat(underWay).as("a retry goes on beyond the limit").containsOnlyKeys(ids.get(0), ids.get(1));
        String third = fixture.begin("{\"n\": 3}").instanceId();
        end(ids.get(1));
        assertThat(underWay).as("it counts").containsOnlyKeys(ids.get(0));
        end(ids.get(0));
        assertThat(underWay).containsOnlyKeys(third);
    }

    @Test
    void aForkGoesOnBeyondTheLimitAndCounts() {
        limit(1);
        fixture.workflow(CALL).start();
        List<String> ids = begin(2);
        String fork = operations.fork(ids.get(0), "/do/1/only", Map.of("n", 7));
        assertThat(underWay).containsOnlyKeys(ids.get(0), fork);
        end(ids.get(0));
        assertThat(underWay).containsOnlyKeys(fork);
        operations.refused(operations.handle(ids.get(1)).fork(ForkRequest.of("/do/0/first", Map.of())),
                Reason.UNKNOWN_TASK, "CAIRN-0447");
        end(fork);
        assertThat(underWay).containsOnlyKeys(ids.get(1));
    }

    @ParameterizedTest
    @EnumSource(value = OperatorCommandKind.class, names = { "CANCEL", "COMPENSATE" })
    void whatWaitsIsCancelledWithoutATask(OperatorCommandKind command) {
        fixture.workflow(CALL).start();
        List<String> ids = begin(4);
        UniAssertSubscriber<Ended> outcome = fixture.outcome(ids.get(2));
        operations.ask(fixture.engine.command(ids.get(2), command)).assertCompleted();
        assertThat(outcome.assertCompleted().getItem().status()).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.status(ids.get(2))).isEqualTo(InstanceStatus.CANCELLED);
        operations.ask(fixture.engine.command(ids.get(2), command)).assertCompleted();
        end(ids.get(0));
        end(ids.get(1));
        assertThat(begun).containsExactly(ids.get(0), ids.get(1), ids.get(3));
    }

    @Test
    void whatWaitsIsNotSuspendedAndNeedNotBeResumed() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(3);
        StoredInstance before = fixture.store.get(ids.get(2));
        operations.refused(operations.handle(ids.get(2)).suspend(), Reason.WRONG_PHASE, "CAIRN-0491");
        operations.resume(ids.get(2));
        operations.refused(operations.handle(ids.get(2)).retry(), Reason.WRONG_PHASE, "it is pending");
        assertThat(fixture.store.get(ids.get(2))).usingRecursiveComparison().isEqualTo(before);
        assertThat(underWay).containsOnlyKeys(ids.get(0), ids.get(1));
    }

    @Test
    void anIdempotentStartFindsTheOneThatWaits() {
        fixture.workflow(CALL).start();
        begin(2);
        DurableStartResult first = keyed("{\"n\": 7}").assertCompleted().getItem();
        assertThat(first.created()).isTrue();
        DurableStartResult again = keyed("{\"n\": 7}").assertCompleted().getItem();
        assertThat(again.created()).isFalse();
        assertThat(again.instanceId()).isEqualTo(first.instanceId());
        keyed("{\"n\": 8}").assertFailedWith(CairnException.class, "CAIRN-0465");
        assertThat(operations.status(first.instanceId())).isEqualTo(InstanceStatus.PENDING);
        List.copyOf(underWay.keySet()).forEach(this::end);
        assertThat(begun).hasSize(3);
        assertThat(keyed("{\"n\": 7}").assertCompleted().getItem().created()).isFalse();
    }

    private UniAssertSubscriber<DurableStartResult> keyed(String input) {
        UniAssertSubscriber<DurableStartResult> start = fixture.begin(input, "key");
        fixture.threads.runAll();
        return start;
    }

    @Test
    void twoStartsWithAKeyAtTheSameTimeMakeOneInstance() {
        fixture.workflow(CALL).start();
        UniAssertSubscriber<DurableStartResult> one = fixture.begin("{\"n\": 7}", "key");
        UniAssertSubscriber<DurableStartResult> other = fixture.begin("{\"n\": 7}", "key");
        fixture.threads.runAll();
        assertThat(one.assertCompleted().getItem().created()).isNotEqualTo(other.assertCompleted().getItem().created());
        assertThat(begun).hasSize(1);
    }

    @Test
    void aRestartKeepsWhatWaitsAndItsOrder() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(5);
        restart();
        assertThat(underWay).containsOnlyKeys(ids.get(0), ids.get(1));
        end(ids.get(0));
        end(ids.get(1));
        end(ids.get(2));
        assertThat(begun.subList(2, 5)).isEqualTo(ids.subList(2, 5));
    }

    @Test
    void aChangedLimitHoldsFromTheNextStart() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(6);
        limit(4);
        restart();
        assertThat(underWay).containsOnlyKeys(ids.get(0), ids.get(1), ids.get(2), ids.get(3));
        limit(1);
        restart();
        assertThat(underWay).hasSize(4);
        ids.subList(0, 3).forEach(this::end);
        assertThat(underWay).containsOnlyKeys(ids.get(3));
        end(ids.get(3));
        assertThat(underWay).containsOnlyKeys(ids.get(4));
    }

    @Test
    void whereTheLimitIsRemovedEverythingBegins() {
        fixture.workflow(CALL).start();
        List<String> ids = begin(200);
        removeLimit();
        restart();
        assertThat(underWay).containsOnlyKeys(ids);
    }

    @Test
    void aStartWithoutALimitOfOneThatWaitsRunsItOnce() {
        fixture.workflow(CALL).start();
        begin(2);
        DurableStartResult waiting = keyed("{\"n\": 7}").assertCompleted().getItem();
        removeLimit();
        underWay.clear();
        begun.clear();
        fixture.time.forgetTimers();
        fixture.session = fixture.store.open();
        fixture.restart();
        DurableStartResult again = keyed("{\"n\": 7}").assertCompleted().getItem();
        assertThat(again.instanceId()).isEqualTo(waiting.instanceId());
        fixture.advance(5_000);
        assertThat(begun).containsOnlyOnce(waiting.instanceId());
    }

    @Test
    void whatWaitsKeepsItsKeysAndIsFoundByThem() {
        fixture.workflow(CALL).start();
        begin(2);
        DurableStartResult start = operations
                .ask(fixture.engine.gateway().start(fixture.installed(), JsonPayload.of(JsonCodec.read("{\"n\": 1}")), null,
                        StartMetadata.of(new SearchKeys("order-7", Map.of())), CallerWaitLimit.none()).uni())
                .assertCompleted().getItem();
        assertThat(found(InstanceFilter.all().withBusinessKey("order-7"))).containsExactly(start.instanceId());
        InstanceView view = operations.ask(operations.handle(start.instanceId()).view()).assertCompleted().getItem();
        assertThat(view.businessKey()).isEqualTo("order-7");
        List.copyOf(underWay.keySet()).forEach(this::end);
        InstanceRow row = fixture.store.get(start.instanceId()).row();
        assertThat(row.status()).isEqualTo(InstanceStatus.RUNNING);
        assertThat(row.keys().businessKey()).isEqualTo("order-7");
    }

    @Test
    void theTimeoutOfAWorkflowBeginsWithItsFirstTask() {
        limit(1);
        fixture.workflow("timeout: {after: {minutes: 1}}\ndo: [{only: {call: ping}}]").start();
        List<String> ids = begin(2);
        fixture.advance(50_000);
        end(ids.get(0));
        fixture.advance(50_000);
        assertThat(operations.stored(ids.get(1))).isEqualTo(InstanceStatus.RUNNING);
        end(ids.get(1));
        assertThat(operations.stored(ids.get(1))).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whoWatchesHearsOfAStartWhenItBegins() {
        limit(1);
        fixture.workflow(CALL).start();
        List<String> heard = new ArrayList<>();
        fixture.engine.events().lifecycle()
                .watch(event -> heard.add(event.getType().replaceAll(".*workflow\\.(\\w+)\\..*", "$1")));
        List<String> ids = begin(3);
        assertThat(heard).containsExactly("started");
        operations.cancel(ids.get(1));
        assertThat(heard).containsExactly("started", "cancelled");
        end(ids.get(0));
        assertThat(heard).containsExactly("started", "cancelled", "completed", "started");
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void aStoreThatFailsLosesNoTurn(boolean afterwards) {
        limit(1);
        fixture.workflow(CALL).start();
        List<String> ids = begin(3);
        underWay.remove(ids.get(0)).complete(JsonCodec.read("1"));
        while (operations.stored(ids.get(0)) != InstanceStatus.COMPLETED) {
            fixture.threads.runNext();
        }
        fixture.session.fail(new StoreException("planted", false, null), afterwards);
        fixture.threads.runAll();
        fixture.session.fail(null, false);
        fixture.advance(10_000);
        assertThat(underWay).containsOnlyKeys(ids.get(1));
        end(ids.get(1));
        assertThat(underWay).containsOnlyKeys(ids.get(2));
    }

    @Test
    void whoLeavesBeforeTheStartIsDurableLosesNoTurn() {
        limit(1);
        fixture.workflow(CALL).start();
        UniAssertSubscriber<DurableStartResult> impatient = fixture.begin("{\"n\": 1}", null);
        impatient.cancel();
        fixture.threads.runAll();
        assertThat(underWay).hasSize(1);
    }

    @Test
    void oneThatTheStoreRefusesKeepsTheOthersFromNothing() {
        limit(1);
        fixture.workflow(CALL).start();
        List<String> ids = begin(3);
        fixture.session.refuse(ids.get(1), new InstanceOperationRefusedException("planted", null));
        end(ids.get(0));
        fixture.advance(1_000);
        assertThat(underWay).containsOnlyKeys(ids.get(2));
        assertThat(operations.status(ids.get(1))).isEqualTo(InstanceStatus.SUSPENDED);
        fixture.session.refuse(null, null);
        UniAssertSubscriber<Void> resumed = operations.ask(operations.handle(ids.get(1)).resume());
        fixture.advance(100);
        resumed.assertCompleted();
        assertThat(operations.status(ids.get(1))).isEqualTo(InstanceStatus.PENDING);
        end(ids.get(2));
        assertThat(underWay).containsOnlyKeys(ids.get(1));
    }

    @Test
    void aStoreThatKeepsNothingIsRefusedWithAdvice() {
        fixture.workflow(CALL);
        assertThatThrownBy(() -> fixture.start(new ForgetfulStore())).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CAIRN-0713").hasMessageContaining("test:case");
    }
}
