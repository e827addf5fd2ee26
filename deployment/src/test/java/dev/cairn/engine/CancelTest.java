package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.StoreException;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class CancelTest {

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @Test
    void theCallUnderWayIsCancelledAndWhoWaitsIsTold() {
        AtomicBoolean cancelled = new AtomicBoolean();
        fixture.workflow("do: [{only: {call: ping}}]");
        fixture.functions.put("ping", call -> Uni.createFrom().<JsonNode>nothing()
                .onCancellation().invoke(() -> cancelled.set(true)));
        fixture.start();
        String id = fixture.begin("{}").instanceId();
        UniAssertSubscriber<JsonNode> result = operations.ask(operations.handle(id).result());
        operations.cancel(id);
        assertThat(cancelled).isTrue();
        Throwable failure = result.assertFailedWith(CairnException.class, "CAIRN-0440").getFailure();
        assertThat(((CairnException) failure).reason()).isEqualTo(Reason.INSTANCE_CANCELLED);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(fixture.store.get(id).row().keepUntilMillis()).isEqualTo(fixture.time.millis() + 3_600_000);
        fixture.start();
        assertThat(fixture.calls).hasSize(1);
        operations.refused(operations.handle(id).result(), Reason.INSTANCE_CANCELLED, id);
    }

    @Test
    void cancellingTwiceChangesNothingAndWhatIsDoneStaysSo() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.cancel(id);
        int entries = fixture.store.get(id).entries().size();
        operations.cancel(id);
        assertThat(fixture.store.get(id).entries()).hasSize(entries);
        operations.refused(operations.handle(id).suspend(), Reason.WRONG_PHASE, "it is cancelled");
        operations.refused(operations.handle(id).retry(), Reason.WRONG_PHASE, "it is cancelled, and has to be faulted");
    }

    @Test
    void whatWaitsOutsideTheMemoryIsCancelledAndItsTimerFiresNothing() {
        fixture.workflow("do: [{pause: {wait: {minutes: 10}}}, {last: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.cancel(id);
        assertThat(fixture.store.get(id).row().wakeAtMillis()).isZero();
        fixture.advance(900_000);
        assertThat(fixture.calls).isEmpty();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void whatIsSuspendedCanBeCancelled() {
        fixture.workflow("do: [{pause: {wait: {seconds: 1}}}, {last: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatComputesWithoutEndCanBeCancelledWhenItIsSuspended() {
        fixture.workflow("do: [{more: {switch: [{again: {then: more}}]}}]").start();
        fixture.begin("{}", "key");
        String id = InstanceIdGenerator.ofKey("test:case", "key");
        operations.suspend(id);
        UniAssertSubscriber<JsonNode> result = operations.ask(operations.handle(id).result());
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        result.assertFailedWith(CairnException.class, "CAIRN-0440");
        operations.cancel(id);
        operations.refused(operations.handle(id).resume(), Reason.WRONG_PHASE, "it is cancelled");
    }

    @Test
    void whoIsResumedMeanwhileIsCancelledToo() {
        fixture.workflow("do: [{first: {call: ping}}, {last: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.answer("/do/0/first", "1");
        UniAssertSubscriber<Void> resumed = operations.handle(id).resume().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        operations.cancel(id);
        fixture.advance(1_000);
        resumed.assertTerminated();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        fixture.start();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aCrashBeforeTheEndIsDurableLeavesTheInstanceRunning() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.fail(new StoreException("down", false, null), false);
        UniAssertSubscriber<Void> cancelled = operations.ask(operations.handle(id).cancel());
        cancelled.assertNotTerminated();
        fixture.start();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/only", id + ":/do/0/only");
    }

    @Test
    void aCrashAfterTheEndIsDurableLeavesItCancelled() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        operations.ask(operations.handle(id).cancel()).assertNotTerminated();
        fixture.start();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(fixture.calls).hasSize(1);
        operations.cancel(id);
    }

    @Test
    void anAnswerThatComesTooLateIsNotTaken() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        operations.ask(operations.handle(id).cancel());
        fixture.answer("/do/0/only", "1");
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(fixture.store.get(id).entries()).hasSize(2);
    }

    @Test
    void aParkedInstanceCanBeCancelledOrResumedWhenTheCauseIsGone() {
        fixture.workflow("do: [{first: {call: ping}}, {second: {call: ping}}]").start();
        String kept = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "2");
        String dropped = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "2");
        fixture.workflow("do: [{other: {call: ping}}]").start();
        assertThat(operations.ask(operations.handle(kept).view()).getItem().error().detail()).contains("/do/0/other");
        operations.refused(operations.handle(kept).suspend(), Reason.WRONG_PHASE, "CAIRN-0443");
        operations.refused(operations.handle(kept).resume(), Reason.INSTANCE_SUSPENDED, "cannot go on");
        operations.cancel(dropped);
        assertThat(operations.status(dropped)).isEqualTo(InstanceStatus.CANCELLED);
        fixture.workflow("do: [{first: {call: ping}}, {second: {call: ping}}]").start();
        operations.resume(kept);
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(kept)).isEqualTo("3");
    }
}
