package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.executor.JournalEvent;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class WaitTest {

    private static final String LONG_WAIT = """
            do:
              - pause: {wait: {minutes: 10}}
              - last: {set: {done: "${ .n }"}}
            """;

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void aWaitKeepsItsDueTimeOverARestart() {
        fixture.workflow(LONG_WAIT).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        assertThat(view(id).status()).isEqualTo(InstanceStatus.WAITING);
        assertThat(fixture.store.get(id).row().wakeAtMillis()).isEqualTo(NOON + 600_000);
        fixture.time.advance(400_000);
        fixture.start();
        fixture.advance(199_999);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.WAITING);
        fixture.advance(1);
        assertThat(fixture.output(id)).isEqualTo("{\"done\":1}");
    }

    @Test
    void aWaitThatEndedWhileNobodyWasThereEndsAtOnce() {
        fixture.workflow(LONG_WAIT).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.time.jump(NOON + 3_600_000);
        fixture.start();
        fixture.advance(1);
        assertThat(fixture.output(id)).isEqualTo("{\"done\":1}");
    }

    @Test
    void anInstanceThatWaitsLongLeavesTheMemoryAndItsAwaitersAreToldAllTheSame() {
        fixture.workflow(LONG_WAIT).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        assertThat(fixture.store.get(id).row().owner()).isNull();
        UniAssertSubscriber<JournalEvent.Ended> outcome = fixture.outcome(id);
        fixture.advance(599_999);
        outcome.assertNotTerminated();
        fixture.advance(2);
        outcome.assertCompleted();
    }

    @Test
    void whatWaitsOutsideTheMemoryIsClaimedAMomentBeforeItsTimeAndThenHasOnlyToBeWoken() {
        fixture.workflow(LONG_WAIT).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.advance(599_899);
        assertThat(fixture.store.get(id).row().owner()).isNull();
        fixture.advance(1);
        assertThat(fixture.store.get(id).row().owner()).isEqualTo("node~1");
        fixture.advance(99);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.WAITING);
        fixture.advance(1);
        assertThat(fixture.output(id)).isEqualTo("{\"done\":1}");
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsClaimedBeforeItsTimeDoesNotLeaveTheMemoryAgainHoweverShortWaitsThereAre() {
        for (int memoryWaitMillis : new int[] { 0, 1, 10, 150 }) {
            EngineFixture fixture = new EngineFixture();
            EngineOptions usual = fixture.options;
            fixture.options = new EngineOptions(usual.cluster(),
                    MemoryOptions.shared(memoryWaitMillis, usual.memory().endedInstances(), usual.memory().endedBytes()),
                    PureWorkOptions.slices(usual.work().eventLoopBudget(), usual.work().workerBudget()),
                    new RetentionOptions(usual.retention().keptMillis(), usual.retention().intervalMillis(),
                            RetentionRules.NONE),
                    usual.journal(), InstanceRunOptions.stopping(usual.run().stopTimeoutMillis()));
            fixture.workflow(LONG_WAIT).start();
            String id = fixture.begin("{\"n\":1}").instanceId();
            int commits = fixture.store.commits();
            fixture.advance(600_000);
            assertThat(fixture.output(id)).isEqualTo("{\"done\":1}");
            assertThat(fixture.store.commits()).as("with %d ms", memoryWaitMillis).isEqualTo(commits + 1);
        }
    }

    @Test
    void aLoopOfWaitsForNothingLetsOthersHaveTheirTurn() {
        fixture.workflow("do: [{turns: {for: {each: n, in: '${ [range(1000)] }'}, do: [{pause: {wait: PT0S}}]}}]").start();
        fixture.begin("{}", null);
        String id = fixture.store.all().get(0).row().id();
        assertThat(fixture.store.get(id).row().status().ended()).isFalse();
        fixture.outcome(id).assertCompleted();
    }

    @Test
    void aShortWaitStaysInMemory() {
        fixture.workflow("do: [{pause: {wait: {seconds: 5}}}]").start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        assertThat(fixture.store.get(id).row().owner()).isEqualTo("node~1");
        int commits = fixture.store.commits();
        fixture.advance(5_000);
        assertThat(fixture.output(id)).isEqualTo("{\"n\":1}");
        assertThat(fixture.store.commits()).isEqualTo(commits + 1);
    }

    @Test
    void aClockThatIsSetBackDoesNotEndAWaitEarly() {
        fixture.workflow("do: [{pause: {wait: {seconds: 5}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.time.setClock(NOON - 60_000);
        fixture.advance(64_999);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.WAITING);
        fixture.advance(1);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    private InstanceView view(String id) {
        UniAssertSubscriber<InstanceView> view = fixture.engine.gateway().view(id).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return view.assertCompleted().getItem();
    }

    @Test
    void theLongestWaitThereIsDoesNotEnd() {
        fixture.workflow("do: [{pause: {wait: PT9223372036854775S}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(600_000);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.WAITING);
        fixture.start();
        fixture.advance(600_000);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void theLongestTimeoutThereIsDoesNotPass() {
        fixture.workflow("do: [{slow: {timeout: {after: PT9223372036854775S}, call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(600_000);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.RUNNING);
        fixture.fail("/do/0/slow", new IllegalStateException("no"));
        fixture.advance(600_000);
        new OperationsFixture(fixture).retry(id);
        fixture.advance(600_000);
        fixture.answer("/do/0/slow", "1");
        assertThat(fixture.output(id)).isEqualTo("1");
    }

    @Test
    void theLongestPauseBeforeARetryDoesNotEnd() {
        fixture.workflow("""
                do:
                  - careful:
                      try: [{act: {call: ping}}]
                      catch:
                        retry:
                          delay: PT9223372036854775S
                          jitter: {from: PT9223372036854775S, to: PT9223372036854775S}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/careful/try/0/act", new IllegalStateException("no"));
        fixture.advance(600_000);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.WAITING);
        assertThat(fixture.calls).hasSize(1);
    }
}
