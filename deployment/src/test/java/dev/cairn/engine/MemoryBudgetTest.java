package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.StartRequest;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Memory of instances is bounded; instances without room wait in the store. */
class MemoryBudgetTest {

    private static final String CALLS = "do: [{only: {call: ask, with: {question: 1}}}]";
    private static final String LISTENS = "do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]";
    /** Half of it is room for the calls of four small instances. */
    private static final long BUDGET = 8 * MemoryBudget.MIN_INSTANCE_BYTES;

    private final EngineFixture fixture = new EngineFixture();
    private final List<UniEmitter<? super JsonNode>> asked = new ArrayList<>();

    private EngineFixture with(String yaml) {
        fixture.options = fixture.options.withMemory(BUDGET);
        fixture.functions.put("ask", call -> Uni.createFrom().emitter(asked::add));
        return fixture.workflow(yaml).start();
    }

    private List<String> begin(int count, String input) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(fixture.begin(input).instanceId());
        }
        return ids;
    }

    /** Answers what is asked, until nothing is any more. */
    private void answerAll() {
        while (!asked.isEmpty()) {
            asked.remove(0).complete(JsonCodec.read("1"));
            fixture.threads.runAll();
        }
    }

    private void assertAllCompleted(List<String> ids) {
        ids.forEach(id -> assertThat(fixture.outcome(id).assertCompleted().getItem().status())
                .isEqualTo(InstanceStatus.COMPLETED));
        assertThat(fixture.keys()).doesNotHaveDuplicates();
    }

    private void assertCompleteWhenAnswered(List<String> ids) {
        answerAll();
        assertAllCompleted(ids);
        assertNothingHeld();
    }

    private void assertNothingHeld() {
        assertThat(fixture.engine.memory().heldBytes()).isZero();
        assertThat(fixture.engine.memory().callingBytes()).isZero();
    }

    @Test
    void instancesWithoutRoomForTheirCallsWaitInTheStoreAndCallWhenThereIs() {
        with(CALLS);
        List<String> ids = begin(100, "{}");
        assertThat(asked).hasSizeBetween(3, 4);
        assertThat(fixture.engine.memory().heldBytes()).isLessThan(BUDGET + 100 * 200);
        assertCompleteWhenAnswered(ids);
    }

    @Test
    void largeInputsLeaveRoomForFewerCalls() {
        with(CALLS);
        List<String> ids = begin(20, "{\"text\":\"" + "x".repeat(8_000) + "\"}");
        assertThat(asked).hasSize(2);
        assertCompleteWhenAnswered(ids);
    }

    @Test
    void theAnswerOfAFailedCallCounts() {
        with("""
                do:
                  - attempt:
                      try: [{first: {call: ask, with: {question: 1}}}]
                      catch: {do: [{second: {call: ask, with: {question: 2}}}]}""");
        List<String> ids = begin(1, "{}");
        long before = fixture.engine.memory().heldBytes();

        JsonNode response = JsonCodec.read("{\"status\":500,\"headers\":{},\"body\":\"" + "x".repeat(10_000) + "\"}");
        asked.remove(0).fail(new ErrorResponseException("",
                text -> WorkflowError.of(Standard.COMMUNICATION, "HTTP status 500", text, "/do/0/attempt"), response));
        fixture.threads.runAll();

        assertThat(asked).hasSize(1);
        assertThat(fixture.engine.memory().heldBytes()).isGreaterThan(before + 10_000);
        assertCompleteWhenAnswered(ids);
    }

    @Test
    void aRestartBringsNoMoreIntoMemoryThanThereIsRoomFor() {
        with(CALLS);
        List<String> ids = begin(100, "{}");
        asked.clear();
        fixture.calls.clear();
        fixture.start();
        assertThat(asked).hasSizeBetween(3, 4);
        assertThat(fixture.engine.memory().heldBytes()).isLessThan(BUDGET + 100 * 200);
        assertCompleteWhenAnswered(ids);
    }

    @Test
    void oneThatIsLargerThanTheBudgetRunsAlone() {
        with(CALLS);
        String large = "{\"text\":\"" + "x".repeat((int) (2 * BUDGET)) + "\"}";
        String first = fixture.begin(large).instanceId();
        assertThat(asked).hasSize(1);
        assertRefused("{}");
        fixture.calls.clear();
        asked.clear();
        fixture.start();
        assertThat(asked).hasSize(1);
        answerAll();
        assertAllCompleted(List.of(first));
        assertNothingHeld();
    }

    @Test
    void startsAreRefusedWhileInstancesThatMustStayTakeUpTheBudget() {
        with(LISTENS);
        List<String> ids = begin(8, "{}");
        assertRefused("{}");
        UniAssertSubscriber<PublishResult> published = fixture.engine.events().publish(JsonCodec.read("""
                {"specversion":"1.0","id":"1","source":"test","type":"paid"}""")).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        published.assertCompleted();
        assertAllCompleted(ids);
        assertNothingHeld();
        assertThat(fixture.begin("{}").created()).isTrue();
    }

    @Test
    void aKeyOfAnEarlierStartFindsItWhenThereIsNoRoom() {
        with(LISTENS);
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{}", "key");
        fixture.threads.runAll();
        begin(7, "{}");
        assertRefused("{}");
        UniAssertSubscriber<DurableStartResult> again = fixture.begin("{}", "key");
        fixture.threads.runAll();
        assertThat(again.assertCompleted().getItem().instanceId()).isEqualTo(start.getItem().instanceId());
    }

    @Test
    void withAStoreThatKeepsNothingStartsAreRefused() {
        fixture.options = fixture.options.withMemory(BUDGET);
        fixture.workflow(CALLS).start(new ForgetfulStore());
        List<String> ids = begin(7, "{}");
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{}", null);
        fixture.threads.runAll();
        if (start.getFailure() == null) {
            assertRefused("{}");
        }
        assertThat(fixture.calls).hasSizeBetween(ids.size(), ids.size() + 1);
    }

    /** Converting a large input takes far longer than all else that a refused start costs. */
    @Test
    void aStartThatIsRefusedConvertsNoInput() {
        fixture.options = fixture.options.withMemory(BUDGET);
        fixture.workflow(CALLS).start(new ForgetfulStore());
        begin(8, "{}");
        CountedInput input = new CountedInput();
        EngineClient client = new EngineClient(fixture.engine, new ObjectMapper());
        client.start(StartRequest.of("case").withInput(input)).subscribe().withSubscriber(UniAssertSubscriber.create())
                .assertFailedWith(CairnException.class, "CAIRN-0468");
        assertThat(input.conversions).isZero();
    }

    @Test
    void aLargeResultCountsUntilItsTextIsMade() {
        fixture.workflow(CALLS).start();
        JsonPayload result = JsonPayload.of(JsonCodec.read("[\"" + "x".repeat(GroupCommitJournal.MAX_BYTES_INLINE) + "\"]"));
        UniAssertSubscriber<byte[]> text = fixture.engine.gateway().text(result).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        assertThat(fixture.engine.memory().heldBytes()).isGreaterThan(GroupCommitJournal.MAX_BYTES_INLINE);
        fixture.threads.runAll();
        text.assertCompleted();
        assertNothingHeld();
    }

    /** Counts how often it is converted to JSON. */
    public static final class CountedInput {

        private int conversions;

        /** The only property. */
        public int getConverted() {
            return ++conversions;
        }
    }

    private void assertRefused(String input) {
        UniAssertSubscriber<DurableStartResult> refused = fixture.begin(input, null);
        fixture.threads.runAll();
        refused.assertFailedWith(CairnException.class, "CAIRN-0468");
        assertThat(((CairnException) refused.getFailure()).reason()).isEqualTo(Reason.OVERLOADED);
    }

    @Test
    void whatWaitsInTheStoreCanBeCancelledSuspendedAndResumed() {
        with(CALLS);
        List<String> ids = begin(10, "{}");
        OperationsFixture operations = new OperationsFixture(fixture);
        operations.ask(fixture.engine.command(ids.get(9), OperatorCommandKind.CANCEL)).assertCompleted();
        operations.ask(fixture.engine.command(ids.get(8), OperatorCommandKind.SUSPEND)).assertCompleted();
        operations.ask(fixture.engine.command(ids.get(8), OperatorCommandKind.RESUME)).assertCompleted();
        operations.ask(fixture.engine.command(ids.get(7), OperatorCommandKind.SUSPEND)).assertCompleted();
        answerAll();
        assertThat(fixture.outcome(ids.get(9)).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(fixture.calls).extracting(EffectCall::instanceId).doesNotContain(ids.get(9), ids.get(7));
        assertNothingHeld();
        operations.ask(fixture.engine.command(ids.get(7), OperatorCommandKind.RESUME)).assertCompleted();
        answerAll();
        ids.remove(9);
        assertAllCompleted(ids);
        assertNothingHeld();
    }

    @Test
    void aDeadlinePassesInTheStoreToo() {
        with("do: [{only: {call: ask, timeout: {after: {seconds: 30}}}}]");
        List<String> ids = begin(10, "{}");
        int called = asked.size();
        fixture.advance(29_000);
        assertThat(asked).hasSize(called);
        fixture.advance(2_000);
        ids.forEach(id -> assertThat(fixture.outcome(id).assertCompleted().getItem().status())
                .isEqualTo(InstanceStatus.FAULTED));
        assertThat(fixture.calls).hasSize(called);
        assertNothingHeld();
    }

    @Test
    void whatIsRunByOthersGoesOnWhileThoseTakeUpTheRoom() {
        fixture.options = fixture.options.withMemory(BUDGET);
        fixture.functions.put("ask", call -> Uni.createFrom().emitter(asked::add));
        fixture.workflow("do: [{child: {run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: 3}}}}}]")
                .alsoWorkflow("""
                        document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
                        do:
                          - which: {switch: [{deeper: {when: '${ .n > 0 }', then: again}}, {last: {then: leaf}}]}
                          - again:
                              run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: '${ .n - 1 }'}}}
                              then: end
                          - leaf: {call: ask}
                        """).start();
        List<String> ids = begin(30, "{}");
        for (int i = 0; i < 200 && fixture.engine.memory().heldBytes() > 0; i++) {
            answerAll();
            fixture.advance(1_000);
        }
        ids.forEach(id -> assertThat(fixture.outcome(id).assertCompleted().getItem().status())
                .isEqualTo(InstanceStatus.COMPLETED));
        assertThat(fixture.keys()).hasSize(ids.size()).doesNotHaveDuplicates();
        assertNothingHeld();
    }

    @Test
    void thoseThatListenComeIntoMemoryHoweverManyThereAre() {
        with(LISTENS);
        fixture.options = fixture.options.withMemory(10 * BUDGET);
        fixture.start();
        List<String> ids = begin(40, "{}");
        fixture.options = fixture.options.withMemory(BUDGET);
        fixture.start();
        UniAssertSubscriber<PublishResult> published = fixture.engine.events().publish(JsonCodec.read("""
                {"specversion":"1.0","id":"1","source":"test","type":"paid"}""")).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        published.assertCompleted();
        assertAllCompleted(ids);
        assertNothingHeld();
    }

    /** Their ids alone take up more than the budget. */
    @Test
    void anEventNeedNotWaitForManyThatWaitForRoomToCall() {
        assertTakesAnEventAfterARestart(() -> begin(400, "{}"));
    }

    @Test
    void anEventNeedNotWaitForTheAnswerOfALargeCall() {
        assertTakesAnEventAfterARestart(() -> {
            begin(1, "{\"text\":\"" + "x".repeat((int) (2 * BUDGET)) + "\"}");
            // So the listening instance is not loaded together with the large one.
            begin(10, "{}");
        });
    }

    /** The calls stay unanswered meanwhile. */
    private void assertTakesAnEventAfterARestart(Runnable beginOthers) {
        with(CALLS);
        fixture.alsoWorkflow("document: {dsl: 1.0.3, namespace: test, name: listens, version: 1.0.0}\n" + LISTENS);
        fixture.options = fixture.options.withMemory(10 * BUDGET);
        fixture.start();
        beginOthers.run();
        UniAssertSubscriber<DurableStartResult> start = fixture.engine
                .start(fixture.engine.programs().find("test:listens", null), JsonPayload.of(JsonCodec.read("{}")), null)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        fixture.options = fixture.options.withMemory(BUDGET);
        fixture.start();
        UniAssertSubscriber<PublishResult> published = fixture.engine.events().publish(JsonCodec.read("""
                {"specversion":"1.0","id":"1","source":"test","type":"paid"}""")).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        published.assertCompleted();
        assertThat(fixture.outcome(start.assertCompleted().getItem().instanceId()).assertCompleted().getItem().status())
                .isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aDeadlinePassesInTheStoreWhenTheClockIsSet() {
        with(CALLS);
        fixture.alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: timed, version: 1.0.0}
                do: [{only: {call: ask, timeout: {after: {minutes: 30}}}}]
                """).start();
        begin(10, "{}");
        int called = asked.size();
        UniAssertSubscriber<DurableStartResult> start = fixture.engine
                .start(fixture.engine.programs().find("test:timed", null), JsonPayload.of(JsonCodec.read("{}")), null)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        String id = start.assertCompleted().getItem().instanceId();
        fixture.time.setClock(fixture.time.millis() + 1_801_000);
        fixture.advance(2_000);
        assertThat(fixture.outcome(id).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.FAULTED);
        assertThat(asked).hasSize(called);
    }

    /** An instance leaves again before its arrival was recorded. */
    @Test
    void roomThatComesWhileAnInstanceArrivesIsNotMissed() {
        AtomicInteger called = new AtomicInteger(-1);
        fixture.seenThreads = new EngineThreads() {
            @Override
            public EventLoopExecutor eventLoop() {
                return Runnable::run;
            }

            @Override
            public void worker(Runnable action) {
                fixture.threads.worker(action);
            }
        };
        fixture.seenTimers = (delayMillis, action) -> {
            if (delayMillis == 30_000 && asked.size() == called.get()) {
                called.set(-1);
                asked.remove(0).complete(JsonCodec.read("1"));
            }
            return fixture.time.after(delayMillis, action);
        };
        with("do: [{only: {call: ask, timeout: {after: {seconds: 30}}}}]");
        List<String> ids = begin(5, "{}");
        called.set(asked.size());
        asked.clear();
        fixture.calls.clear();
        fixture.start();
        assertThat(called.get()).isEqualTo(-1);
        assertCompleteWhenAnswered(ids);
    }

    /** Listeners for the event hold memory until it comes. */
    @Test
    void anEventIsEmittedWhileOthersTakeUpTheRoomForCalls() {
        with(CALLS);
        begin(10, "{}");
        assertThat(asked).hasSizeLessThan(10);
        String emits = fixture.beginAlso("""
                do: [{tell: {emit: {event: {with: {source: https://test, type: told}}}}}]
                """, "{}").instanceId();
        assertThat(fixture.outcome(emits).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void outcomesThatALoopHasDroppedNoLongerCount() {
        fixture.options = fixture.options.withMemory(16 << 20);
        String text = "\"" + "y".repeat(50_000) + "\"";
        fixture.functions.put("ask", call -> Uni.createFrom().item(JsonCodec.read(text)));
        fixture.workflow("""
                do:
                  - again:
                      for: {each: item, in: '${ [range(200)] }'}
                      do: [{one: {call: ask}}]
                  - paid: {listen: {to: {one: {with: {type: paid}}}}}
                """).start();
        fixture.begin("{}");
        assertThat(fixture.calls).hasSize(200);
        assertThat(fixture.engine.memory().heldBytes()).isLessThan(400_000);
    }

    @Test
    void nothingIsHeldAfterAFaultALossAndAWait() {
        with("do: [{only: {call: ping}}]");
        fixture.functions.put("ping", call -> Uni.createFrom().failure(new IllegalStateException("planted")));
        begin(3, "{}");
        assertNothingHeld();

        fixture.workflow("do: [{rest: {wait: {minutes: 5}}}, {only: {call: ask}}]").start();
        List<String> ids = begin(20, "{}");
        assertNothingHeld();
        fixture.advance(301_000);
        answerAll();
        ids.forEach(id -> fixture.outcome(id).assertCompleted());
        assertNothingHeld();

        fixture.workflow(CALLS).start();
        fixture.begin("{\"n\":1}", "same");
        fixture.begin("{\"n\":1}", "same");
        fixture.threads.runAll();
        answerAll();
        assertNothingHeld();
    }
}
