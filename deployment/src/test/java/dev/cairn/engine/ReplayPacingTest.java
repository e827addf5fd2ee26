package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceHistory;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.engine.replay.EngineStoppedException;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Replays take their turn in the lanes of pure work, can be interrupted, and leave work without end to the instance. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplayPacingTest {

    private static final String ENDLESS = "do: [{ask: {call: ask, with: {question: 1}}}, {more: {switch: [{again: {then: more}}]}}]";
    /** Some 3,000,000 units. */
    private static final String LONG = "do: [{work: {set: {n: \"${ last(range(3000000)) }\"}}}, {ask: {call: ask, with: {question: 1}}}]";
    private static final int HUGE = 2_000_000_000;

    @RegisterExtension
    final EngineLog log = new EngineLog(Level.WARNING);

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    private EndingThreads life = new EndingThreads(fixture);

    @BeforeEach
    void computeMuchAtOnce() {
        fixture.seenThreads = life;
        options(HUGE, Long.MAX_VALUE);
    }

    private void options(int workerBudget, long instanceBudget) {
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(1_000, workerBudget), new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE),
                JournalEncodingOptions.DEFAULTS, InstanceRunOptions.stopping(200)).withWorkBounds(instanceBudget, 10_000);
    }

    /** An instance that computes for ever, behind an outcome that is durable. */
    private String computing() {
        fixture.workflow(ENDLESS).start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove("/do/0/ask").complete(JsonCodec.read("7"));
        while (fixture.store.get(id).entries().size() < 2) {
            fixture.threads.runNext();
        }
        return id;
    }

    /** Crashes and begins a new life; nothing queued is run yet. */
    private void restart() {
        life.end();
        life = new EndingThreads(fixture);
        fixture.seenThreads = life;
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
    }

    private void steps(int count) {
        for (int step = 0; step < count && fixture.threads.runNext(); step++) {
            // Each is short.
        }
    }

    /** A replay that goes on by itself would be busy for minutes. */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void whatHasNoEndCanBeCancelledWhenItIsTakenUp(boolean historyOfTasks) {
        String id = computing();
        fixture.options = fixture.options.with(new TaskHistoryRules(historyOfTasks, Map.of()));
        restart();
        steps(100);
        assertThat(fixture.engine.condition().load().instances()).as("it is in memory, and computes").isEqualTo(1);
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void theBoundOfPureWorkIsToldAndHoldsAfterARestart() {
        options(1_000_000, 100_000);
        String id = computing();
        restart();
        fixture.threads.runAll();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        assertThat(log.said()).filteredOn(message -> message.startsWith("CAIRN-0479")).hasSize(1);
        assertThat(fixture.outcome(id).assertCompleted().getItem().error().detail()).startsWith("CAIRN-0478");
    }

    @Test
    void replaysOfAWorkflowTakeTheirTurn() {
        fixture.workflow("do: [{ask: {call: ask, with: {question: 1}}}]").start();
        // More are loaded at once when the first have shown that they are small.
        int count = 30 * Runtime.getRuntime().availableProcessors();
        for (int number = 0; number < count; number++) {
            fixture.begin("{}");
        }
        restart();
        int most = 0;
        while (fixture.threads.runNext()) {
            most = Math.max(most, fixture.engine.context().pureWork().waiting());
        }
        assertThat(most).isGreaterThanOrEqualTo(3);
        assertThat(fixture.engine.condition().load().instances()).isEqualTo(count);
    }

    @Test
    void aReplayEndsWhenTheEngineHasStopped() {
        fixture.workflow(LONG).start();
        String id = fixture.begin("{}").instanceId();
        JournalDecoder journal = fixture.engine.journal().decoder(fixture.store.get(id));
        AtomicInteger looks = new AtomicInteger();
        ReplayPacing pace = ReplayPacing.toGoOn(HUGE, 1_000, () -> looks.incrementAndGet() > 3);
        assertThatThrownBy(
                () -> InstanceReplay.of(id, fixture.installed().linked(), journal, pace.toShow(), false,
                        InstanceReplay.Watcher.NONE))
                .isInstanceOf(EngineStoppedException.class);
        assertThat(looks.get()).as("in the middle of an expression").isLessThan(10);
    }

    @Test
    void aHistoryIsRefusedWhenTheEngineHasStopped() {
        String id = computing();
        operations.suspend(id);
        UniAssertSubscriber<InstanceHistory> history = operations.handle(id).history(3, null).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        CompletableFuture.runAsync(fixture.engine::stop).join();
        fixture.threads.runAll();
        history.assertFailedWith(CairnException.class, "CAIRN-0481");
        assertThat(((CairnException) history.getFailure()).reason()).isEqualTo(Reason.STOPPING);
    }
}
