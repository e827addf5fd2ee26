package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.executor.JournalEvent;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class EngineTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: "${ .n }"}}
              - second: {call: ask, with: {question: "${ . }"}}
            """;

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void aPureWorkflowCostsOneDurableWriteAndIsAnsweredAfterIt() {
        fixture.workflow("do:\n" + IntStream.range(0, 100).mapToObj("  - t%d: {set: {n: \"${ .n + 1 }\"}}\n"::formatted)
                .reduce("", String::concat)).start();
        fixture.session.hold();
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{\"n\":1}", null);
        fixture.threads.runAll();
        start.assertNotTerminated();
        assertThat(fixture.store.commits()).isEqualTo(1);
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(fixture.output(start.assertCompleted().getItem().instanceId())).isEqualTo("{\"n\":101}");
        assertThat(fixture.store.commits()).isEqualTo(1);
    }

    @Test
    void tenCallsCostElevenWrites() {
        fixture.workflow("do:\n" + IntStream.range(0, 10).mapToObj("  - t%d: {call: ping}\n"::formatted)
                .reduce("", String::concat));
        fixture.functions.put("ping", call -> Uni.createFrom().item(IntNode.valueOf(1)));
        fixture.start();
        assertThat(fixture.output(fixture.begin("{}").instanceId())).isEqualTo("1");
        assertThat(fixture.store.commits()).isEqualTo(11);
    }

    @Test
    void anEffectStartsOnlyAfterTheOutcomeBeforeItIsDurable() {
        fixture.workflow(TWO_CALLS).start();
        fixture.session.hold();
        fixture.begin("{\"n\":1}", null);
        fixture.threads.runAll();
        assertThat(fixture.calls).isEmpty();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(fixture.calls).hasSize(1);
        fixture.session.hold();
        fixture.answer("/do/0/first", "2");
        assertThat(fixture.calls).hasSize(1);
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void aResultLeavesOnlyWhenItIsDurable() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        UniAssertSubscriber<JournalEvent.Ended> outcome = fixture.outcome(id);
        fixture.session.hold();
        fixture.answer("/do/0/only", "5");
        outcome.assertNotTerminated();
        assertThat(view(id).status()).isEqualTo(InstanceStatus.RUNNING);
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(outcome.assertCompleted().getItem().output()).hasToString("5");
    }

    @Test
    void afterACrashFinishedEffectsAreNotDoneAgainAndTheOneInFlightHasTheSameKey() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.answer("/do/0/first", "2");
        fixture.start();
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/first", id + ":/do/1/second", id + ":/do/1/second");
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void anAnswerThatWasNotDurableAtTheCrashIsAskedForAgain() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.session.fail(new StoreException("down", false, null), false);
        fixture.answer("/do/0/first", "2");
        fixture.start();
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/first", id + ":/do/0/first");
    }

    @Test
    void theSameKeyIsTheSameInstance() {
        fixture.workflow(TWO_CALLS).start();
        UniAssertSubscriber<DurableStartResult> first = fixture.begin("{\"n\":1}", "key");
        UniAssertSubscriber<DurableStartResult> second = fixture.begin("{\"n\":1}", "key");
        fixture.threads.runAll();
        DurableStartResult began = first.assertCompleted().getItem();
        DurableStartResult found = second.assertCompleted().getItem();
        assertThat(began.created()).isTrue();
        assertThat(found.created()).isFalse();
        assertThat(found.instanceId()).isEqualTo(began.instanceId());
        fixture.answer("/do/0/first", "2");
        fixture.answer("/do/1/second", "3");
        UniAssertSubscriber<DurableStartResult> third = fixture.begin("{\"n\":1}", "key");
        fixture.threads.runAll();
        assertThat(third.assertCompleted().getItem().created()).isFalse();
        assertThat(fixture.output(began.instanceId())).isEqualTo("3");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void theSameKeyIsTheSameInstanceAfterARestart() {
        fixture.workflow("do: [{only: {set: {n: \"${ .n }\"}}}]").start();
        UniAssertSubscriber<DurableStartResult> first = fixture.begin("{\"n\":1}", "key");
        fixture.threads.runAll();
        fixture.start();
        UniAssertSubscriber<DurableStartResult> second = fixture.begin("{\"n\":1}", "key");
        fixture.threads.runAll();
        assertThat(second.assertCompleted().getItem().created()).isFalse();
        assertThat(fixture.output(first.getItem().instanceId())).isEqualTo("{\"n\":1}");
    }

    @Test
    void aStartThatCannotBeStoredIsRefusedAndDoesNothing() {
        fixture.workflow(TWO_CALLS).start();
        fixture.session.fail(new StoreException("disk full", true, null), false);
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{\"n\":1}", null);
        fixture.threads.runAll();
        start.assertFailedWith(CairnException.class, "disk full");
        assertThat(((CairnException) start.getFailure()).reason()).isEqualTo(CairnException.Reason.STORE_UNAVAILABLE);
        assertThat(fixture.calls).isEmpty();
    }

    @Test
    void aStartWhoseReplyWasLostIsFoundByItsKeyAndRunsOnce() {
        fixture.workflow(TWO_CALLS).start();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        UniAssertSubscriber<DurableStartResult> lost = fixture.begin("{\"n\":1}", "key");
        fixture.threads.runAll();
        lost.assertFailedWith(CairnException.class, "connection reset");
        fixture.session.fail(null, false);
        UniAssertSubscriber<DurableStartResult> again = fixture.begin("{\"n\":1}", "key");
        fixture.threads.runAll();
        assertThat(again.assertCompleted().getItem().created()).isFalse();
        fixture.answer("/do/0/first", "2");
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(again.getItem().instanceId())).isEqualTo("3");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void aRunningInstanceGoesOnWhenTheStoreIsBackAndRepeatsNothing() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.session.fail(new StoreException("down", false, null), false);
        fixture.answer("/do/0/first", "2");
        fixture.advance(30_000);
        assertThat(fixture.calls).hasSize(1);
        fixture.session.fail(null, false);
        fixture.advance(5_000);
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void aReplyThatWasLostAfterTheCommitRepeatsNothing() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        fixture.answer("/do/0/first", "2");
        fixture.session.fail(null, false);
        fixture.advance(5_000);
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/first", id + ":/do/1/second");
    }

    @Test
    void whoWaitsIsToldOfAnEndWhoseReplyWasLost() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        UniAssertSubscriber<JournalEvent.Ended> outcome = fixture.outcome(id);
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        fixture.answer("/do/0/only", "5");
        outcome.assertNotTerminated();
        fixture.session.fail(null, false);
        fixture.advance(5_000);
        assertThat(outcome.assertCompleted().getItem().output()).hasToString("5");
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void anInstanceThatSomebodyElseOwnsIsLetGo() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.store.takeOver(id, "other");
        fixture.answer("/do/0/first", "2");
        assertThat(fixture.calls).hasSize(1);
        assertThat(fixture.store.get(id).entries()).hasSize(1);
    }

    @Test
    void aJournalThatDoesNotFitTheProgramParksTheInstanceAndSaysWhere() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.answer("/do/0/first", "2");
        fixture.workflow("do: [{other: {call: ping}}]").start();
        InstanceView view = view(id);
        assertThat(view.status()).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(view.error().detail()).contains("expects the effect /do/0/other").contains("/do/0/first");
        fixture.outcome(id).assertFailedWith(CairnException.class, "CAIRN-0415");
        fixture.workflow(TWO_CALLS).start();
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void aChangedDefinitionThatStillFitsGoesOn() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.answer("/do/0/first", "2");
        fixture.workflow(TWO_CALLS + "  - third: {set: {changed: \"${ . }\"}}\n").start();
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("{\"changed\":3}");
    }

    @Test
    void whatAStoreForgetsIsRememberedForAWhile() {
        fixture.workflow("do: [{only: {set: {n: \"${ .n }\"}}}]").start(new ForgetfulStore());
        String id = fixture.begin("{\"n\":1}").instanceId();
        assertThat(fixture.output(id)).isEqualTo("{\"n\":1}");
        assertThat(view(id).output()).hasToString("{\"n\":1}");
        IntStream.range(0, 100).forEach(i -> fixture.begin("{\"n\":1}"));
        fixture.outcome(id).assertFailedWith(CairnException.class, "CAIRN-0414");
    }

    @Test
    void theOutcomeOfAStartIsKnownHoweverLargeItIs() {
        fixture.workflow("do: [{only: {set: {n: \"${ .n }\"}}}]").start(new ForgetfulStore());
        DurableStartResult start = fixture.begin("{\"n\":\"" + "x".repeat(2 << 20) + "\"}");
        UniAssertSubscriber<JournalEvent.Ended> outcome = fixture.engine.gateway().outcome(start).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        assertThat(outcome.assertCompleted().getItem().output().tree().get("n").textValue()).hasSize(2 << 20);
    }

    @Test
    void anExceptionOfACallIsARuntimeErrorAndAWorkflowExceptionIsItself() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String first = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/only", new IllegalStateException("no stock"));
        assertThat(fixture.outcome(first).getItem().error().detail()).isEqualTo("IllegalStateException: no stock");
        String second = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/only", new WorkflowException(new WorkflowError("https://example.com/e", 409, "Taken", null, null)));
        assertThat(fixture.outcome(second).getItem().error())
                .isEqualTo(new WorkflowError("https://example.com/e", 409, "Taken", null, "/do/0/only"));
    }

    @Test
    void anAnswerAfterTheDeadlineIsIgnoredAndTheCallCancelled() {
        fixture.workflow("do: [{only: {call: ping, timeout: {after: {seconds: 2}}}}]").start();
        List<String> cancelled = new ArrayList<>();
        fixture.functions.put("ping", call -> Uni.createFrom().<JsonNode>nothing().onCancellation()
                .invoke(() -> cancelled.add(call.task())));
        String id = fixture.begin("{}").instanceId();
        fixture.advance(1_999);
        fixture.outcome(id).assertNotTerminated();
        fixture.advance(1);
        assertThat(fixture.outcome(id).assertCompleted().getItem().error().status()).isEqualTo(408);
        assertThat(cancelled).containsExactly("/do/0/only");
    }

    @Test
    void endedInstancesAreRemovedWhenTheirRetentionEnds() {
        fixture.workflow("do: [{only: {set: {n: 1}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(3_599_999);
        assertThat(view(id).status()).isEqualTo(InstanceStatus.COMPLETED);
        fixture.advance(5_001);
        assertThat(fixture.store.get(id)).isNull();
        fixture.outcome(id).assertFailedWith(CairnException.class, "CAIRN-0414");
    }

    @Test
    void manyThatAreDueAreRemovedAtOnceABatchAfterTheOther() {
        fixture.workflow("do: [{only: {set: {n: 1}}}]").start();
        List<String> ids = Stream.generate(() -> fixture.begin("{}").instanceId()).limit(600).toList();
        fixture.advance(3_605_000);
        assertThat(ids).allMatch(id -> fixture.store.get(id) == null);
    }

    @Test
    void stoppingWaitsForTheAnswerUnderWayAndBeginsNothingNew() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(fixture.engine::stop);
        while (!fixture.engine.stopping()) {
            Thread.onSpinWait();
        }
        fixture.answer("/do/0/first", "2");
        while (!stopped.isDone()) {
            fixture.threads.runAll();
            Thread.onSpinWait();
        }
        assertThat(fixture.calls).hasSize(1);
        assertThat(fixture.store.get(id).entries()).hasSize(2);
        fixture.begin("{\"n\":1}", null).assertFailedWith(CairnException.class, "CAIRN-0412");
        fixture.start();
        assertThat(fixture.keys()).endsWith(id + ":/do/1/second");
    }

    @Test
    void aStartThatTheStoreRefusesIsNotToBeTriedAgain() {
        fixture.workflow(TWO_CALLS).start();
        fixture.session.refuse(InstanceIdGenerator.ofKey("test:case", "key"),
                new InstanceOperationRefusedException("It is too large.", null));
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{\"n\":1}", "key");
        fixture.threads.runAll();
        CairnException refused = (CairnException) start
                .assertFailedWith(CairnException.class, "CAIRN-0420").getFailure();
        assertThat(refused.reason()).isEqualTo(Reason.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("It is too large.");
        fixture.begin("{\"n\":1}");
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void whatACallSaysAfterTheEngineHasStoppedIsNoOutcome() {
        fixture.workflow(TWO_CALLS).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        fixture.engine.stop();
        fixture.fail("/do/0/first", new IllegalStateException("interrupted"));
        assertThat(fixture.store.get(id).entries()).hasSize(1);
        fixture.start();
        fixture.answer("/do/0/first", "2");
        fixture.answer("/do/1/second", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void aMessageThatNoJournalHoldsIsTheSameInEachLife() {
        fixture.workflow("""
                do:
                  - guarded:
                      try: [{ask: {call: ping}}]
                      catch: {as: error, do: [{note: {set: "${ $error.detail }", export: {as: "${ . }"}}}]}
                  - last: {call: ping}
                  - back: {set: "${ $context }"}
                """).start();
        List<String> outputs = new ArrayList<>();
        for (boolean restarted : new boolean[] { false, true }) {
            String id = fixture.begin("{}").instanceId();
            fixture.fail("/do/0/guarded/try/0/ask", new IllegalStateException("half " + "\uD83D\uDE00".substring(1)));
            if (restarted) {
                fixture.start();
            }
            fixture.answer("/do/1/last", "1");
            outputs.add(fixture.output(id));
        }
        assertThat(outputs).containsOnly("\"IllegalStateException: half ?\"");
    }

    @Test
    void whatAnExceptionOfACallSaysIsCut() {
        fixture.workflow("do: [{ask: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/ask", new IllegalStateException("x".repeat(100_000)));
        assertThat(fixture.outcome(id).assertCompleted().getItem().error().detail()).startsWith("IllegalStateException: xx")
                .hasSize(65_536).endsWith("... (cut)");
    }

    @Test
    void everyPrefixOfAJournalResumesToTheSameResult() {
        fixture.workflow("""
                do:
                  - stamp: {set: {at: "${ now }"}}
                  - loop:
                      for: {each: item, in: "[1, 2, 3]"}
                      do:
                        - ask: {call: ask, with: {question: "${ $item }"}}
                        - pause: {wait: {seconds: 1}}
                  - careful:
                      try:
                        - risky: {call: ping}
                      catch:
                        retry: {delay: {seconds: 1}, limit: {attempt: {count: 1}}}
                        do:
                          - gaveUp: {set: {gaveUp: true}}
                """);
        fixture.functions.put("ask", call -> Uni.createFrom().item(TextNode.valueOf("a" + call.arguments().get(0))));
        fixture.functions.put("ping", call -> Uni.createFrom().failure(new IllegalStateException("down")));
        fixture.start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(10_000);
        String result = fixture.output(id);
        assertThat(result).isEqualTo("{\"gaveUp\":true}");
        StoredInstance whole = fixture.store.get(id);
        for (int length = 1; length < whole.entries().size(); length++) {
            fixture.calls.clear();
            MemoryStore copy = new MemoryStore();
            MemoryStore.Session seed = copy.open();
            seed.commit(List.of(InstanceWrite.of(new InstanceRow(id, whole.row().workflow(),
                    whole.row().version(), InstanceStatus.RUNNING, NOON, NOON, 0, "node~1"), 1, 0,
                    whole.entries().subList(0, length)))).await().indefinitely();
            fixture.session = copy.open();
            fixture.start(fixture.session);
            fixture.advance(10_000);
            assertThat(fixture.output(id)).as("after %d entries", length).isEqualTo(result);
        }
    }

    private InstanceView view(String id) {
        UniAssertSubscriber<InstanceView> view = fixture.engine.gateway().view(id).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return view.assertCompleted().getItem();
    }
}
