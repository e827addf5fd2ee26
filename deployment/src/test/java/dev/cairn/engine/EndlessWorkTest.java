package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.StartRequest;
import dev.cairn.api.TaskRun;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Pure work without end keeps neither callers nor other instances waiting, and has an end after all. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndlessWorkTest {

    private static final String JUMPS = "do: [{more: {switch: [{again: {then: more}}]}}]";
    /** Some 150,000 units. */
    private static final String LONG = "do: [{work: {for: {each: i, in: \"${ [range(50000)] }\"}, do: [{t: {set: {n: \"${ $i }\"}}}]}}]";
    private static final String TOO_MUCH = "CAIRN-0478";

    @RegisterExtension
    final EngineLog log = new EngineLog(Level.WARNING);

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @BeforeEach
    void doLittleAtOnce() {
        bound(100_000, 10_000);
    }

    private void bound(long instanceBudget, int maxWaiting) {
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(1_000, 1_000_000), new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE),
                JournalEncodingOptions.DEFAULTS, InstanceRunOptions.stopping(200)).withWorkBounds(instanceBudget, maxWaiting);
    }

    private UniAssertSubscriber<DurableStartResult> start(String key, CallerWaitLimit patience) {
        return fixture.engine.gateway()
                .start(fixture.installed(), JsonPayload.of(JsonCodec.read("{}")), key, StartMetadata.of(SearchKeys.NONE),
                        patience)
                .uni().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }

    private Ended fault(String id) {
        Ended ended = fixture.outcome(id).assertCompleted().getItem();
        assertThat(ended.status()).isEqualTo(InstanceStatus.FAULTED);
        return ended;
    }

    private void steps(int count) {
        for (int step = 0; step < count; step++) {
            assertThat(fixture.threads.runNext()).as("it computes").isTrue();
        }
    }

    @Test
    void whoWaitsForTheStartAloneHasItBeforeTheWorkGoesOn() {
        fixture.workflow(JUMPS).start();
        UniAssertSubscriber<DurableStartResult> start = start(null, CallerWaitLimit.none());
        steps(3);
        String id = start.assertCompleted().getItem().instanceId();
        assertThat(fixture.store.get(id).entries()).hasSize(1);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void whoHearsOfTheStartSeesThatItRuns() {
        fixture.workflow(JUMPS).start();
        AtomicReference<InstanceStatus> seen = new AtomicReference<>();
        fixture.session.hold();
        fixture.engine.gateway()
                .start(fixture.installed(), JsonPayload.of(JsonCodec.read("{}")), null, StartMetadata.of(SearchKeys.NONE),
                        CallerWaitLimit.none())
                .uni().chain(start -> fixture.engine.gateway().view(start.instanceId())).subscribe()
                .with(view -> seen.set(view.status()));
        assertThat(seen.get()).isNull();
        fixture.session.release();
        steps(1);
        assertThat(seen.get()).isEqualTo(InstanceStatus.RUNNING);
    }

    /** Workers that go on would keep the application from ending. */
    @Test
    void nothingIsComputedAnyMoreWhenTheEngineHasStopped() {
        bound(Long.MAX_VALUE, 10_000);
        fixture.workflow(JUMPS).start();
        UniAssertSubscriber<DurableStartResult> start = start(null, CallerWaitLimit.none());
        steps(10);
        String id = start.assertCompleted().getItem().instanceId();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(fixture.engine::stop);
        while (!stopped.isDone()) {
            fixture.threads.runNext();
        }
        fixture.threads.runAll();
        assertThat(stopped).isCompleted();
        assertThat(fixture.store.get(id).row().status()).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void withoutAStoreToo() {
        fixture.workflow(JUMPS).start(new ForgetfulStore());
        UniAssertSubscriber<DurableStartResult> start = start(null, CallerWaitLimit.none());
        steps(2);
        assertThat(
                fixture.engine.gateway().view(start.assertCompleted().getItem().instanceId()).await().indefinitely().status())
                .isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void theClientHasItsHandleBeforeTheWorkGoesOn() {
        fixture.workflow(JUMPS).start();
        UniAssertSubscriber<?> handle = new EngineClient(fixture.engine, new ObjectMapper())
                .start(StartRequest.of("case")).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        steps(3);
        handle.assertCompleted();
    }

    @Test
    void whenPatienceEndsTheStartIsWrittenInTheMiddleOfTheWork() {
        fixture.workflow(JUMPS).start();
        CallerWaitLimit patience = new CallerWaitLimit();
        UniAssertSubscriber<DurableStartResult> start = start("key", patience);
        CallerWaitLimit other = new CallerWaitLimit();
        UniAssertSubscriber<DurableStartResult> second = start("key", other);
        steps(10);
        start.assertNotTerminated();
        assertThat(fixture.store.commits()).isZero();
        other.end();
        steps(4);
        assertThat(start.assertCompleted().getItem().created()).isTrue();
        second.assertCompleted();
        patience.end();
        fixture.threads.runAll();
        assertThat(fixture.store.commits()).as("the start, the end").isEqualTo(2);
    }

    @Test
    void whoIsPatientCostsNoWriteMore() {
        bound(10_000_000, 10_000);
        fixture.workflow(LONG).start();
        UniAssertSubscriber<DurableStartResult> start = start(null, new CallerWaitLimit());
        fixture.threads.runAll();
        start.assertCompleted();
        assertThat(fixture.store.commits()).isEqualTo(1);
    }

    @Test
    void shortWorkCostsNoWriteMore() {
        fixture.workflow("do: [{work: {set: {n: 1}}}]").start();
        start(null, CallerWaitLimit.none());
        fixture.threads.runAll();
        assertThat(fixture.store.commits()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { JUMPS, "do: [{all: {try: [{in: {" + JUMPS + "}}], catch: {do: [{caught: {set: {n: 1}}}]}}}]",
            "do: [{read: {set: {at: '${ now }'}}}, {more: {switch: [{again: {then: read}}]}}]",
            "do: [{both: {fork: {branches: [{ask: {call: ping}}, {other: {" + JUMPS + "}}]}}}]" })
    void itFaultsAtItsBound(String definition) {
        fixture.workflow(definition).start();
        String id = fixture.begin("{}").instanceId();
        Ended ended = fault(id);
        assertThat(ended.error().type()).endsWith("/runtime");
        assertThat(ended.error().detail()).startsWith(TOO_MUCH).contains("quarkus.cairn.work.instance-budget");
        assertThat(ended.error().instance()).matches(".*/(more|read)");
        assertThat(log.said()).filteredOn(message -> message.startsWith("CAIRN-0479")).hasSize(1).first().asString()
                .contains("workflow=test:case", id, "task=/do/");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        operations.refused(operations.handle(id).cancel(), Reason.WRONG_PHASE, "it is faulted");
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void itCanBeRetriedWithAHigherBoundAndGoesOnWhereItWas(boolean historyOfTasks) {
        bound(10_000, 10_000);
        fixture.options = fixture.options.with(new TaskHistoryRules(historyOfTasks, Map.of()));
        TaskHistoryRules history = fixture.options.run().history();
        fixture.workflow("do: [{ask: {call: ask, with: {question: 1}}}, {work: {" + LONG.replace("50000", "5000")
                + "}}, {last: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "7");
        fault(id);
        List<TaskRun> tasks = operations.ask(operations.handle(id).history(3, null)).assertCompleted().getItem().tasks();
        assertThat(tasks).extracting(TaskRun::task).startsWith("", "/do/0/ask", "/do/1/work");
        bound(10_000_000, 10_000);
        fixture.options = fixture.options.with(history);
        fixture.start();
        operations.ask(operations.handle(id).retry()).assertCompleted();
        assertThat(fixture.keys()).as("the first call is not made again").containsExactly(id + ":/do/0/ask",
                id + ":/do/2/last");
        fixture.start();
        fixture.answer("/do/2/last", "8");
        assertThat(fixture.output(id)).isEqualTo("8");
        assertThat(operations.ask(operations.handle(id).history(3, null)).assertCompleted().getItem().tasks()).hasSize(3);
    }

    @Test
    void itFaultsAgainIfItIsRetriedWithTheSameBound() {
        fixture.workflow("do: [{ask: {call: ask, with: {question: 1}}}, " + JUMPS.substring(JUMPS.indexOf('[') + 1)).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "7");
        fault(id);
        operations.ask(operations.handle(id).retry()).assertCompleted();
        fixture.threads.runAll();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        operations.ask(operations.handle(id).retry()).assertCompleted();
        assertThat(fault(id).error().detail()).startsWith(TOO_MUCH);
        assertThat(fixture.calls).hasSize(1);
        String fork = operations.fork(id, "/do/0/ask", 2);
        assertThat(fixture.keys()).endsWith(fork + ":/do/0/ask@0");
    }

    @Test
    void whatWasDurableBeforeIsReplayedWhateverTheBoundIsNow() {
        bound(10_000_000, 10_000);
        fixture.workflow("do: [{work: {" + LONG + "}}, {ask: {call: ask, with: {question: 1}}}, {last: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/1/ask", "7");
        bound(2_000, 10_000);
        fixture.start();
        fixture.answer("/do/2/last", "8");
        assertThat(fixture.output(id)).isEqualTo("8");
    }

    @Test
    void theBoundIsFromOneEffectToTheNext() {
        fixture.workflow("do: [{loop: {for: {each: i, in: \"${ [range(20)] }\"}, do: [{work: {for: {each: j, in: "
                + "\"${ [range(3000)] }\"}, do: [{t: {set: {n: \"${ $j }\"}}}]}}, {ask: {call: ping}}]}}]").start();
        String id = fixture.begin("{}").instanceId();
        for (int turn = 0; turn < 20; turn++) {
            fixture.answer("/do/0/loop/do/1/ask", "{}");
        }
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aStartThatNeedsAWorkerIsRefusedWhereTooMuchWaits() {
        bound(100_000, 3);
        fixture.workflow(JUMPS).start();
        int refused = 0;
        for (int number = 0; number < 50; number++) {
            UniAssertSubscriber<DurableStartResult> start = start("key-" + number, CallerWaitLimit.none());
            if (start.getFailure() != null) {
                refused++;
                start.assertFailedWith(CairnException.class, "CAIRN-0480");
                assertThat(((CairnException) start.getFailure()).reason()).isEqualTo(Reason.OVERLOADED);
            }
        }
        assertThat(refused).isBetween(1, 47);
        assertThat(fixture.store.commits()).as("of those that were refused nothing is stored")
                .isLessThanOrEqualTo(50 - refused);
        fixture.threads.runAll();
        start("key-49", CallerWaitLimit.none()).assertCompleted();
        fixture.threads.runAll();
        assertThat(fixture.store.commits()).isEqualTo(2 * (50 - refused + 1));
    }

    @Test
    void aKeyOfAnEarlierStartFindsItWhereTooMuchWaits() {
        fixture.workflow(JUMPS).start();
        UniAssertSubscriber<DurableStartResult> start = start("key", CallerWaitLimit.none());
        fixture.threads.runAll();
        String id = start.assertCompleted().getItem().instanceId();
        bound(100_000, 1);
        fixture.start();
        for (int number = 0; number < 10; number++) {
            start("other-" + number, CallerWaitLimit.none());
        }
        start("other", CallerWaitLimit.none()).assertFailedWith(CairnException.class, "CAIRN-0480");
        DurableStartResult again = start("key", CallerWaitLimit.none()).assertCompleted().getItem();
        assertThat(again.instanceId()).isEqualTo(id);
        assertThat(again.created()).isFalse();
    }

    @Test
    void aStartThatNeedsNoWorkerIsNotRefused() {
        bound(100_000, 1);
        fixture.workflow("do: [{jump: {if: .n == null, do: [{more: {switch: [{again: {then: more}}]}}]}}]").start();
        for (int number = 0; number < 10; number++) {
            start("key-" + number, CallerWaitLimit.none());
        }
        UniAssertSubscriber<DurableStartResult> easy = fixture.begin("{\"n\": 1}", "easy");
        fixture.threads.runAll();
        easy.assertCompleted();
    }

    @Test
    void aSuspendedInstanceComputesNoMoreThanItMay() {
        fixture.workflow("do: [{both: {fork: {branches: [{ask: {call: ping}}, {other: {do: [{first: {call: ask, with: "
                + "{question: 1}}}, {more: {switch: [{again: {then: more}}]}}]}}]}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove("/do/0/both/fork/branches/1/other/do/0/first").complete(JsonCodec.read("1"));
        steps(10);
        UniAssertSubscriber<Void> suspended = operations.handle(id).suspend().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        suspended.assertCompleted();
        fixture.answer("/do/0/both/fork/branches/0/ask", "1");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void anExpressionIsInterruptedByWhoCancelsOrSuspends(boolean suspends) throws Exception {
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(1_000, Integer.MAX_VALUE), new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE),
                JournalEncodingOptions.DEFAULTS, InstanceRunOptions.stopping(200)).withWorkBounds(Long.MAX_VALUE, 10_000);
        AtomicReference<CountDownLatch> begun = new AtomicReference<>(new CountDownLatch(1));
        fixture.seenThreads = new EngineThreads() {
            @Override
            public EventLoopExecutor eventLoop() {
                return fixture.threads.eventLoop();
            }

            @Override
            public void worker(Runnable action) {
                fixture.threads.worker(() -> {
                    begun.get().countDown();
                    action.run();
                });
            }
        };
        fixture.workflow("do: [{work: {set: {n: \"${ last(range(1e15)) }\"}}}]").start();
        String id = start(null, CallerWaitLimit.none()).assertCompleted().getItem().instanceId();
        begun.set(new CountDownLatch(1));
        CompletableFuture<Void> worker = CompletableFuture.runAsync(fixture.threads::runAll);
        begun.get().await();
        Uni<Void> asked = suspends ? operations.handle(id).suspend() : operations.handle(id).cancel();
        asked.await().atMost(Duration.ofSeconds(30));
        assertThat(operations.stored(id)).isEqualTo(suspends ? InstanceStatus.SUSPENDED : InstanceStatus.CANCELLED);
        worker.get(30, TimeUnit.SECONDS);
    }

    @Test
    void whoWantsItUndoneIsToldThatItFaulted() {
        fixture.workflow(JUMPS).start();
        String id = start(null, CallerWaitLimit.none()).assertCompleted().getItem().instanceId();
        UniAssertSubscriber<Void> undone = operations.ask(operations.handle(id).cancelAndCompensate());
        fixture.advance(1_000);
        undone.assertFailedWith(CairnException.class, "it is faulted");
        assertThat(fault(id).error().detail()).startsWith(TOO_MUCH);
    }
}
