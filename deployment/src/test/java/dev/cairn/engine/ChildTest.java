package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummaryPage;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Workflows that workflows run. */
class ChildTest {

    static final String PARENT = """
            do:
              - child: {run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: "${ .n }"}}}}
              - last: {set: {got: "${ . }"}}
            """;
    static final String CHILD = """
            document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
            do:
              - ask: {call: ask, with: {question: "${ .n }"}}
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @BeforeEach
    void install() {
        fixture.workflow(PARENT).alsoWorkflow(CHILD);
    }

    @Test
    void theOutputOfTheChildIsTheOutputOfTheTask() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        String child = child();
        assertThat(InstanceIdGenerator.depth(child)).isEqualTo(1);
        assertThat(fixture.calls.get(0).arguments().toString()).isEqualTo("[7]");
        fixture.answer("/do/0/ask", "{\"a\": 8}");
        assertThat(fixture.output(parent)).isEqualTo("{\"got\":{\"a\":8}}");
        assertThat(fixture.output(child)).isEqualTo("{\"a\":8}");
    }

    @Test
    void aChildThatTheStoreRefusesIsAnErrorOfTheTask() {
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                return batch.stream().anyMatch(write -> write.row().workflow().equals("test:child"))
                        ? Uni.createFrom().failure(new InstanceOperationRefusedException("It is too large.", null))
                        : super.commit(batch);
            }
        });
        WorkflowError error = fixture.outcome(fixture.begin("{\"n\": 7}").instanceId()).assertCompleted().getItem().error();
        assertThat(error.type()).isEqualTo(WorkflowError.Standard.VALIDATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0420");
    }

    @Test
    void aChildIsFoundByItsParent() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        InstanceSummaryPage found = operations.ask(new EngineClient(fixture.engine, new ObjectMapper())
                .find(InstanceFilter.all().withAttribute(InstanceRow.PARENT_ATTRIBUTE, parent), 10, null)).assertCompleted()
                .getItem();
        assertThat(found.instances()).extracting(summary -> summary.id()).containsExactly(child());
    }

    /** A crash after each of the writes that the two make together, and one after all of them. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3, 4, 5 })
    void aCrashAtAnyPlaceNeitherStartsAnotherChildNorLosesItsResult(int commits) {
        fixture.functions.put("ask", call -> Uni.createFrom().item(JsonCodec.read("1")));
        fixture.session = fixture.store.open();
        AtomicInteger left = new AtomicInteger(commits);
        fixture.start(new CrashingStore(fixture.session, batch -> left.decrementAndGet() >= 0));
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{\"n\": 7}", "key");
        fixture.threads.runAll();
        fixture.start();
        fixture.advance(1_000);
        String parent = InstanceIdGenerator.ofKey("test:case", "key");
        assertThat(fixture.output(parent)).isEqualTo("{\"got\":1}");
        assertThat(fixture.store.all()).hasSize(2);
        assertThat(fixture.keys().stream().distinct()).containsExactly(child() + ":/do/0/ask");
        assertThat(start.getItem()).isNotNull();
    }

    @Test
    void aChildThatEndsWhileItsParentIsDownIsFoundAfterwards() {
        fixture.session = fixture.store.open();
        fixture.start(new CrashingStore(fixture.session, batch -> batch.stream()
                .noneMatch(write -> write.row().workflow().equals("test:case") && !write.creates())));
        String parent = fixture.begin("{\"n\": 7}").instanceId();
        fixture.answer("/do/0/ask", "2");
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(fixture.store.get(parent).row().status()).isEqualTo(InstanceStatus.RUNNING);
        fixture.start();
        assertThat(fixture.output(parent)).isEqualTo("{\"got\":2}");
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void aFaultOfTheChildIsAnErrorOfTheParentAtTheTaskThatRanIt() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        fixture.fail("/do/0/ask", new WorkflowException(
                new WorkflowError("https://example.com/e", 409, "Title", "Detail", null)));
        Ended ended = fixture.outcome(parent).assertCompleted().getItem();
        assertThat(ended.error()).isEqualTo(
                new WorkflowError("https://example.com/e", 409, "Title", "Detail", "/do/0/child"));
        assertThat(fixture.outcome(child()).assertCompleted().getItem().error().instance()).isEqualTo("/do/0/ask");
    }

    @Test
    void anInputThatTheChildDoesNotTakeIsAValidationError() {
        fixture.workflow(PARENT).alsoWorkflow(CHILD + "input: {schema: {document: {properties: {n: {type: string}}}}}\n");
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        WorkflowError error = fixture.outcome(parent).assertCompleted().getItem().error();
        assertThat(error.type()).isEqualTo(WorkflowError.Standard.VALIDATION.type());
        assertThat(error.detail()).contains("CAIRN-0413").contains("/n");
    }

    @Test
    void cancellingTheParentCancelsTheChildFirst() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        operations.cancel(parent);
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(fixture.store.get(parent).entries()).hasSize(2);
    }

    @Test
    void whatCannotBeCancelledInTheChildIsNotCancelledInTheParent() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        fixture.session.hold();
        UniAssertSubscriber<Void> cancelled = operations.ask(operations.handle(parent).cancel());
        cancelled.assertNotTerminated();
        assertThat(fixture.store.get(parent).row().status()).isEqualTo(InstanceStatus.RUNNING);
        fixture.session.release();
        fixture.threads.runAll();
        cancelled.assertCompleted();
    }

    @Test
    void whoCancelsWhileTheChildIsBeingCancelledWaitsForItToo() {
        fixture.session = fixture.store.open();
        AtomicBoolean down = new AtomicBoolean();
        fixture.start(new CrashingStore(fixture.session, batch -> true) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                boolean child = batch.get(0).row().workflow().equals("test:child");
                return child && down.get() ? Uni.createFrom().failure(new StoreException("down", false, null))
                        : super.commit(batch);
            }
        });
        String parent = fixture.begin("{\"n\": 7}").instanceId();
        down.set(true);
        UniAssertSubscriber<Void> first = operations.ask(operations.handle(parent).cancel());
        UniAssertSubscriber<Void> second = operations.ask(operations.handle(parent).cancel());
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.RUNNING);
        first.assertNotTerminated();
        second.assertNotTerminated();
        down.set(false);
        fixture.advance(5_000);
        first.assertCompleted();
        second.assertCompleted();
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(fixture.store.get(parent).entries()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = { "call: ping", "call: ping, then: end" })
    void aChildThatLosesIsCancelledWhenItsParentEndsWithThat(String winner) {
        race("compete: " + !winner.contains("end"), "{" + winner + "}");
        String parent = fixture.begin("{\"n\": 7}").instanceId();
        fixture.answer("/do/0/race/fork/branches/1/other", "1");
        assertThat(fixture.output(parent)).isEqualTo("1");
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aChildIsCancelledWithItsParentThatComputesInAnotherBranch() {
        race("compete: false", "{do: [{first: {call: ping}}, {long: {set: {n: \"${ [range(100000)] | length }\"}}}]}");
        String parent = fixture.begin("{\"n\": 7}").instanceId();
        fixture.pending.remove("/do/0/race/fork/branches/1/other/do/0/first").complete(JsonCodec.read("1"));
        operations.cancel(parent);
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
    }

    private void race(String compete, String other) {
        fixture.workflow("""
                do:
                  - race:
                      fork:
                        %s
                        branches:
                          - child: {run: {workflow: {namespace: test, name: child, version: 1.0.0}}}
                          - other: %s
                """.formatted(compete, other)).alsoWorkflow(CHILD).start();
    }

    @Test
    void aSuspendedParentThatWasRestartedCancelsItsChildAsWell() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        operations.suspend(parent);
        fixture.start();
        operations.cancel(parent);
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void soDoesOneThatCouldNotBefore() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        operations.suspend(parent);
        operations.suspend(child());
        AtomicBoolean down = new AtomicBoolean(true);
        fixture.session = fixture.store.open();
        fixture.start(new CrashingStore(fixture.session, batch -> true) {
            @Override
            public Uni<Optional<InstanceRow>> row(String id) {
                return down.get() && id.equals(child()) ? Uni.createFrom().failure(new StoreException("down", false, null))
                        : super.row(id);
            }
        });
        UniAssertSubscriber<Void> cancelled = operations.ask(operations.handle(parent).cancel());
        fixture.advance(20_000);
        cancelled.assertFailed();
        assertThat(fixture.store.get(parent).row().owner()).isNull();
        down.set(false);
        operations.cancel(parent);
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aTimeoutOfTheTaskCancelsTheChild() {
        fixture.workflow("""
                do:
                  - child:
                      timeout: {after: PT5S}
                      run: {workflow: {namespace: test, name: child, version: 1.0.0}}
                """).alsoWorkflow(CHILD);
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        fixture.advance(5_000);
        WorkflowError error = fixture.outcome(parent).assertCompleted().getItem().error();
        assertThat(error.type()).isEqualTo(WorkflowError.Standard.TIMEOUT.type());
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aChildThatAnOperatorCancelledIsAnErrorOfTheParent() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        operations.cancel(child());
        WorkflowError error = fixture.outcome(parent).assertCompleted().getItem().error();
        assertThat(error.detail()).contains("CAIRN-0461").contains("test:child");
        assertThat(error.instance()).isEqualTo("/do/0/child");
    }

    @Test
    void whatIsNotAwaitedGoesOnByItself() {
        fixture.workflow("""
                do:
                  - child: {run: {await: false, workflow: {namespace: test, name: child, version: latest}}}
                  - other: {call: ping}
                """).alsoWorkflow(CHILD);
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        assertThat(fixture.calls).extracting(EffectCall::task).containsExactlyInAnyOrder("/do/0/ask", "/do/1/other");
        operations.cancel(parent);
        fixture.answer("/do/0/ask", "3");
        assertThat(operations.stored(child())).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aRecursionEndsAtTheDepthThatIsAllowed() {
        fixture.workflow("do: [{again: {run: {workflow: {namespace: test, name: case, version: latest}}}}]");
        String parent = fixture.start().begin("{}").instanceId();
        WorkflowError error = fixture.outcome(parent).assertCompleted().getItem().error();
        assertThat(error.detail()).startsWith("CAIRN-0460").contains("16 deep").contains("quarkus.cairn.run.max-depth");
        assertThat(fixture.store.all()).hasSize(17);
    }

    @Test
    void aStoreThatIsDownWhileTheChildStartsDelaysIt() {
        fixture.functions.put("ask", call -> Uni.createFrom().item(JsonCodec.read("1")));
        fixture.session = fixture.store.open();
        AtomicInteger refusals = new AtomicInteger(3);
        fixture.start(new CrashingStore(fixture.session, batch -> true) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                boolean child = batch.get(0).row().workflow().equals("test:child");
                return child && refusals.getAndDecrement() > 0
                        ? Uni.createFrom().failure(new StoreException("down", false, null))
                        : super.commit(batch);
            }
        });
        String parent = fixture.begin("{\"n\": 7}").instanceId();
        assertThat(fixture.store.all()).hasSize(1);
        fixture.advance(5_000);
        assertThat(fixture.output(parent)).isEqualTo("{\"got\":1}");
    }

    @Test
    void aParentDoesNotHoldUpTheStopOfTheApplication() throws InterruptedException {
        fixture.start().begin("{\"n\": 7}");
        Thread stopping = new Thread(fixture.engine::stop);
        stopping.start();
        while (!fixture.engine.stopping()) {
            Thread.onSpinWait();
        }
        fixture.answer("/do/0/ask", "5");
        while (stopping.isAlive()) {
            fixture.threads.runAll();
            Thread.onSpinWait();
        }
        fixture.start();
        assertThat(fixture.store.all()).extracting(stored -> stored.row().status())
                .containsOnly(InstanceStatus.COMPLETED);
    }

    @Test
    void aStartWithTheKeyOfAnInstanceThatWasResumedFindsIt() {
        fixture.workflow("do: [{ask: {call: ping}}]").start();
        fixture.begin("{}", "key");
        fixture.threads.runAll();
        fixture.start();
        UniAssertSubscriber<DurableStartResult> again = fixture.begin("{}", "key");
        fixture.threads.runAll();
        assertThat(again.assertCompleted().getItem().created()).isFalse();
    }

    /** A child that is in memory already, as after a restart: it has begun before who asks for it can take that back. */
    @Test
    void aChildThatNobodyWaitsForIsNotLookedFor() {
        fixture.session = fixture.store.open();
        AtomicInteger looks = new AtomicInteger();
        fixture.start(new ForwardingStore(fixture.session) {
            @Override
            public StoreCapabilities capabilities() {
                return new StoreCapabilities("shared", true, true, 1, 10_000);
            }

            @Override
            public Uni<Optional<InstanceRow>> row(String instanceId) {
                looks.incrementAndGet();
                return super.row(instanceId);
            }
        });
        String parent = InstanceIdGenerator.ofKey("test:case", "key");
        EffectCall call = new EffectCall(parent, "test:case", "1.0.0", "/do/0/child", parent + ":/do/0/child",
                JsonCodec.read("{\"workflow\":\"test:child\",\"version\":\"1.0.0\",\"input\":{\"n\":7},\"await\":true}"));
        for (int i = 0; i < 2; i++) {
            fixture.engine.performers().workflows().perform(call).subscribe().with(output -> {}, failure -> {}).cancel();
            fixture.threads.runAll();
        }
        String child = child();
        operations.suspend(child);
        fixture.answer("/do/0/ask", "1");
        assertThat(fixture.store.get(child).row().owner()).as("it has left the memory").isNull();
        looks.set(0);
        fixture.advance(5_000);
        assertThat(looks).hasValue(0);
    }

    /** The id of the only child. */
    private String child() {
        List<String> children = fixture.store.all().stream().map(StoredInstance::row)
                .filter(row -> row.keys().attributes().containsKey(InstanceRow.PARENT_ATTRIBUTE)).map(row -> row.id()).toList();
        assertThat(children).hasSize(1);
        return children.get(0);
    }

    /** Does some commits and answers no other: as when the application is killed, or cut off from its store. */
    private static class CrashingStore extends ForwardingStore {
        private final Predicate<List<InstanceWrite>> commits;

        CrashingStore(InstanceStore store, Predicate<List<InstanceWrite>> commits) {
            super(store);
            this.commits = commits;
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            return commits.test(batch) ? super.commit(batch) : Uni.createFrom().nothing();
        }
    }

    @Test
    void aChildThatIsOnlyJustBegunEndsWithItsParent() {
        fixture.workflow("""
                do:
                  - some: {set: {n: "${ [range(7000)] | length }"}}
                  - more: {set: {n: "${ [range(7000)] | length }"}}
                  - child: {run: {workflow: {namespace: test, name: child, version: 1.0.0}}}
                """).alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
                do: [{act: {call: ping}}]
                """).start();
        fixture.begin("{}", "order-1");
        String id = InstanceIdGenerator.ofKey("test:case", "order-1");
        OperationsFixture operations = new OperationsFixture(fixture);
        operations.handle(id).cancel().subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        fixture.advance(60_000);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(fixture.calls).extracting(call -> operations.stored(call.instanceId()))
                .containsOnly(InstanceStatus.CANCELLED);
    }
}
