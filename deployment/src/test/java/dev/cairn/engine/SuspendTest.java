package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.spi.StoreException;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class SuspendTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: "${ .n }"}}
              - second: {call: ask, with: {question: "${ . }"}}
            """;
    private static final String WAIT = "do: [{pause: {wait: {minutes: 10}}}, {last: {call: ping}}]";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @Test
    void aCallUnderWayComesToItsEndAndNothingElseBegins() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        operations.suspend(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(fixture.store.get(id).row().owner()).isNotNull();
        fixture.answer("/do/0/first", "2");
        assertThat(fixture.calls).hasSize(1);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(fixture.store.get(id).row().owner()).isNull();
        operations.resume(id);
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/first", id + ":/do/1/second");
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void aCallUnderWayIsNotMadeTwiceByResuming() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        operations.suspend(id);
        operations.resume(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(fixture.calls).hasSize(1);
        fixture.answer("/do/0/first", "2");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void anAnswerThatComesWhileTheSuspensionIsWrittenIsKept() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.session.hold();
        UniAssertSubscriber<Void> suspended = operations.ask(operations.handle(id).suspend());
        fixture.answer("/do/0/first", "2");
        suspended.assertNotTerminated();
        assertThat(fixture.session.held()).isEqualTo(1);
        fixture.session.release();
        fixture.threads.runAll();
        suspended.assertCompleted();
        operations.resume(id);
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/first", id + ":/do/1/second");
    }

    @Test
    void itIsSuspendedAfterACrashTooAndTheCallUnderWayIsMadeAgainWhenItIsResumed() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        operations.suspend(id);
        fixture.start();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(fixture.calls).hasSize(1);
        operations.resume(id);
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/first", id + ":/do/0/first");
    }

    @Test
    void aTimerKeepsItsDueTimeAndFiresWhenTheInstanceIsResumed() {
        fixture.workflow(WAIT).start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        assertThat(fixture.store.get(id).row().wakeAtMillis()).isZero();
        fixture.advance(300_000);
        operations.resume(id);
        assertThat(fixture.store.get(id).row().wakeAtMillis()).isEqualTo(NOON + 600_000);
        operations.suspend(id);
        fixture.advance(900_000);
        assertThat(fixture.calls).isEmpty();
        operations.resume(id);
        fixture.advance(1);
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void askingTwiceChangesNothing() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        operations.resume(id);
        operations.suspend(id);
        int entries = fixture.store.get(id).entries().size();
        operations.suspend(id);
        fixture.answer("/do/0/first", "2");
        operations.suspend(id);
        assertThat(fixture.store.get(id).entries()).hasSize(entries + 1);
    }

    @Test
    void whatHasEndedOrDoesNotExistIsRefused() {
        fixture.workflow("do: [{only: {set: {n: 1}}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.refused(operations.handle(id).suspend(), Reason.WRONG_PHASE, "Cannot suspend instance " + id
                + ": it is completed");
        operations.refused(operations.handle(id).resume(), Reason.WRONG_PHASE, "completed");
        operations.refused(operations.handle("nope").suspend(), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
    }

    @Test
    void nothingIsAcknowledgedThatIsNotDurable() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.session.fail(new StoreException("down", false, null), false);
        UniAssertSubscriber<Void> suspended = operations.ask(operations.handle(id).suspend());
        fixture.advance(10_000);
        suspended.assertNotTerminated();
        fixture.session.fail(null, false);
        fixture.advance(4_999);
        suspended.assertCompleted();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
    }

    @Test
    void whoAsksIsToldAfterATimeThatItIsNotKnown() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.session.fail(new StoreException("down", false, null), false);
        UniAssertSubscriber<Void> suspended = operations.ask(operations.handle(id).suspend());
        fixture.advance(15_000);
        suspended.assertFailedWith(CairnException.class, "CAIRN-0444");
    }

    @Test
    void aSuspensionWhoseReplyWasLostIsThereAfterwards() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        UniAssertSubscriber<Void> suspended = operations.ask(operations.handle(id).suspend());
        fixture.session.fail(null, false);
        fixture.advance(5_000);
        suspended.assertCompleted();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(fixture.store.get(id).entries()).hasSize(2);
    }

    @Test
    void longPureWorkCanBeSuspended() {
        String id = suspendedInLongPureWork("last: {call: ping}");
        assertThat(fixture.calls).isEmpty();
        fixture.start();
        operations.resume(id);
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void anAnswerIsTakenInWhenLongPureWorkOfAnotherBranchIsSuspended() {
        doLittlePureWorkAtOnce();
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        compete: true
                        branches:
                          - first: {call: ping}
                          - other:
                              do:
                                - second: {call: ask, with: {question: 1}}
                                - loop:
                                    for: {each: i, in: "${ [range(30000)] }"}
                                    do: [{t: {set: {n: "${ $i }"}}}]
                                - third: {call: ask, with: {question: "${ .n }"}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove("/do/0/both/fork/branches/1/other/do/0/second").complete(JsonCodec.read("2"));
        operations.suspend(id);
        assertThat(fixture.calls).hasSize(2);
        fixture.answer("/do/0/both/fork/branches/0/first", "1");
        assertThat(fixture.store.get(id).entries()).hasSize(4);
        assertThat(fixture.store.get(id).row().owner()).isNull();
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("1");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void longPureWorkOfABranchGoesOnWhenItWasSuspended() {
        doLittlePureWorkAtOnce();
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - first: {call: ping}
                          - other:
                              do:
                                - second: {call: ask, with: {question: 1}}
                                - loop:
                                    for: {each: i, in: "${ [range(30000)] }"}
                                    do: [{t: {set: {n: "${ $i }"}}}]
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove("/do/0/both/fork/branches/1/other/do/0/second").complete(JsonCodec.read("2"));
        operations.suspend(id);
        fixture.answer("/do/0/both/fork/branches/0/first", "1");
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("[1,{\"n\":29999}]");
    }

    @Test
    void longPureWorkThatFaultsInTheEndCanBeSuspendedBefore() {
        String id = suspendedInLongPureWork("fail: {raise: {error: {type: 'https://example.com/no', status: 500}}}");
        fixture.start();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        operations.resume(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
    }

    @Test
    void anOutputIsMadeOnceThoughTheInstanceIsSuspendedBeforeItsEnd() {
        String id = suspendedInLongPureWork("last: {set: {n: 1}}\noutput: {as: '${ {made: .} }'}");
        fixture.start();
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("{\"made\":{\"n\":1}}");
    }

    /** An instance that is in a loop before its last task. */
    private String suspendedInLongPureWork(String last) {
        doLittlePureWorkAtOnce();
        fixture.workflow("""
                do:
                  - loop:
                      for: {each: i, in: "${ [range(30000)] }"}
                      do: [{t: {set: {n: "${ $i }"}}}]
                  - %s
                """.formatted(last)).start();
        fixture.begin("{}", "key");
        String id = InstanceIdGenerator.ofKey("test:case", "key");
        operations.suspend(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        return id;
    }

    private void doLittlePureWorkAtOnce() {
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(20_000, 40_000), new RetentionOptions(7, 5_000, RetentionRules.NONE),
                fixture.options.journal(), InstanceRunOptions.stopping(200));
    }

    @Test
    void aStoreThatKeepsNothingSuspendsWhatIsInMemory() {
        fixture.workflow(TWO_CALLS);
        fixture.start(new ForgetfulStore());
        String id = fixture.begin("{\"n\":1}").instanceId();
        operations.suspend(id);
        fixture.answer("/do/0/first", "2");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(fixture.calls).hasSize(1);
        operations.resume(id);
        assertThat(fixture.calls).hasSize(2);
        operations.cancel(id);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.CANCELLED);
        operations.refused(operations.handle(id).retry(), Reason.NO_JOURNAL, "CAIRN-0446");
    }
}
