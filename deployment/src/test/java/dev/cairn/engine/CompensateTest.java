package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.BulkResult;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.api.TaskRun;
import dev.cairn.api.TaskRun.Status;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** The work of an instance is undone when it is cancelled, if that is asked for. */
class CompensateTest {

    /** Something that is undone around a task. */
    private static final String AROUND = """
            do:
              - act: {call: ping}
              - afterAct:
                  try:
                    - %s
                    - last: {call: ping}
                  catch:
                    do:
                      - undo: {call: ask, with: {question: "${ . }"}}
                      - fail: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}
            """;
    private static final String ACT = "/do/0/act";
    private static final String MORE = "/do/1/afterAct/try/0/more";
    private static final String LAST = "/do/1/afterAct/try/1/last";
    private static final String UNDO = "/do/1/afterAct/catch/do/0/undo";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private EngineFixture around(String task) {
        return fixture.workflow(AROUND.formatted(task));
    }

    /** Starts an instance that has acted. */
    private String acted(String task) {
        around(task).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer(ACT, "1");
        return id;
    }

    private void compensate(String id) {
        operations.ask(operations.handle(id).cancelAndCompensate()).assertCompleted();
    }

    private List<String> tasks() {
        return fixture.calls.stream().map(EffectCall::task).toList();
    }

    private List<String> journal(String id) {
        JournalDecoder reader = fixture.engine.journal().decoder(fixture.store.get(id));
        return IntStream.range(0, reader.size())
                .mapToObj(position -> reader.read(position).event().getClass().getSimpleName()).toList();
    }

    /** Neither that it goes on nor that it undoes what it did is written while it comes to rest. */
    @Test
    void whatIsResumedAsThoughItWereCancellingIsResumedDurably() {
        EngineFixture fixture = new EngineFixture();
        OperationsFixture operations = new OperationsFixture(fixture);
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(20_000, 40_000), new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE),
                fixture.options.journal(), InstanceRunOptions.stopping(200));
        fixture.workflow("""
                do:
                  - loop:
                      for: {each: i, in: "${ [range(30000)] }"}
                      do: [{t: {set: {n: "${ $i }"}}}]
                  - last: {call: ping}
                """).start();
        fixture.begin("{}", "key");
        String id = InstanceIdGenerator.ofKey("test:case", "key");
        operations.suspend(id);
        operations.handle(id).cancelAndCompensate().subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runNext();
        List<InstanceStatus> whenTold = new ArrayList<>();
        operations.ask(operations.handle(id).resume().invoke(() -> whenTold.add(operations.stored(id))));
        assertThat(whenTold).hasSize(1).doesNotContain(InstanceStatus.SUSPENDED);
    }

    @Test
    void theCallUnderWayIsCancelledFirstAndTheInstanceWhenAllIsUndone() {
        AtomicBoolean cancelled = new AtomicBoolean();
        fixture.functions.put("tell", call -> Uni.createFrom().<JsonNode>nothing()
                .onCancellation().invoke(() -> cancelled.set(true)));
        String id = acted("more: {call: tell, with: {who: 1, what: 2}}");
        UniAssertSubscriber<JsonNode> result = operations.ask(operations.handle(id).result());
        fixture.functions.put("ask", call -> {
            assertThat(cancelled).as("given up first").isTrue();
            return Uni.createFrom().emitter(emitter -> fixture.pending.put(call.task(), emitter));
        });
        compensate(id);
        assertThat(tasks()).containsExactly(ACT, MORE, UNDO);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
        result.assertNotTerminated();
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        result.assertFailedWith(CairnException.class, "CAIRN-0440");
        assertThat(journal(id)).containsExactly("Started", "Completed", "Cancelling", "Completed", "Ended");
    }

    @Test
    void aCrashInTheMiddleGoesOnUndoing() {
        String id = acted("more: {call: ping}");
        compensate(id);
        fixture.start();
        assertThat(fixture.keys()).containsExactly(id + ":" + ACT, id + ":" + MORE + "@0", id + ":" + UNDO, id + ":" + UNDO);
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aCrashBeforeItIsDurableLeavesTheInstanceRunning() {
        String id = acted("more: {call: ping}");
        fixture.session.fail(new StoreException("down", false, null), false);
        operations.ask(operations.handle(id).cancelAndCompensate()).assertNotTerminated();
        fixture.start();
        assertThat(tasks()).containsExactly(ACT, MORE, MORE);
        fixture.answer(MORE, "2");
        fixture.answer(LAST, "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void toAskTwiceChangesNothingAndToCancelStopsIt() {
        String id = acted("more: {call: ping}");
        compensate(id);
        compensate(id);
        assertThat(tasks()).containsExactly(ACT, MORE, UNDO);
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(journal(id)).containsExactly("Started", "Completed", "Cancelling", "Ended");
        compensate(id);
        fixture.start();
        assertThat(tasks()).containsExactly(ACT, MORE, UNDO);
    }

    @Test
    void whoFailsAlreadyFinishesThatAndIsCancelled() {
        String id = acted("more: {call: ping}");
        WorkflowError down = new WorkflowError("https://example.com/errors/down", 503, null, null, null);
        fixture.fail(MORE, new WorkflowException(down));
        compensate(id);
        assertThat(tasks()).as("the compensation under way goes on").containsExactly(ACT, MORE, UNDO);
        fixture.answer(UNDO, "null");
        InstanceView view = operations.ask(operations.handle(id).view()).getItem();
        assertThat(view.status()).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(view.error().type()).isEqualTo(down.type());
        fixture.start();
        assertThat(operations.ask(operations.handle(id).view()).getItem().error()).isEqualTo(view.error());
    }

    @Test
    void aCompensationUnderWayHasNoDeadlineAnyMore() {
        String id = undoing();
        compensate(id);
        fixture.advance(120_000);
        fixture.answer("/do/0/all" + UNDO, "null");
        assertThat(journal(id)).containsExactly("Started", "ClockRead", "Completed", "Failed", "Cancelling", "Completed",
                "Ended");
    }

    @Test
    void aDeadlineThatPassesWhileItIsLiftedDoesNotCount() {
        String id = undoing();
        fixture.session.hold();
        operations.ask(operations.handle(id).cancelAndCompensate());
        fixture.advance(60_000);
        fixture.session.release();
        fixture.threads.runAll();
        fixture.answer("/do/0/all" + UNDO, "null");
        assertThat(journal(id)).containsExactly("Started", "ClockRead", "Completed", "Failed", "Cancelling", "Completed",
                "Ended");
    }

    /** Starts an instance that has failed and undoes what it did, in less than a minute. */
    private String undoing() {
        fixture.workflow("do:\n  - all:\n      timeout: {after: PT1M}\n"
                + AROUND.formatted("more: {call: ping}").indent(6)).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/all" + ACT, "1");
        fixture.fail("/do/0/all" + MORE, new IllegalStateException("no"));
        return id;
    }

    @Test
    void whatWaitsOutsideTheMemoryUndoesWhatItDid() {
        String id = acted("more: {wait: {minutes: 10}}");
        assertThat(fixture.store.get(id).row().owner()).isNull();
        compensate(id);
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        fixture.advance(900_000);
        assertThat(tasks()).containsExactly(ACT, UNDO);
    }

    @Test
    void aSuspendedInstanceBeginsNothingButUndoing() {
        String id = acted("more: {call: ping}");
        operations.suspend(id);
        fixture.answer(MORE, "2");
        compensate(id);
        assertThat(tasks()).containsExactly(ACT, MORE, UNDO);
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(journal(id)).containsExactly("Started", "Completed", "Suspended", "Completed", "Resumed", "Cancelling",
                "Completed", "Ended");
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aCrashBeforeItIsDurableLeavesTheInstanceSuspended(boolean tasks) {
        fixture.options = fixture.options.with(new TaskHistoryRules(tasks, Map.of()));
        String id = acted("more: {do: [{more: {call: ping}}, {one: {set: {n: 1}}}, {two: {set: {n: 2}}}]}");
        operations.suspend(id);
        fixture.answer(MORE + "/do/0/more", "2");
        int[] writes = { 1 };
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                return writes[0]-- > 0 ? super.commit(batch) : Uni.createFrom().nothing();
            }
        });
        operations.ask(operations.handle(id).cancelAndCompensate());
        fixture.start();
        assertThat(tasks()).doesNotContain(LAST);
        assertThat(operations.stored(id)).as("the one write has all of it, or nothing").isEqualTo(InstanceStatus.RUNNING);
        assertThat(journal(id)).filteredOn(entry -> !entry.equals("TaskDone")).containsExactly("Started", "Completed",
                "Suspended", "Completed", "Resumed", "Cancelling");
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aSuspendedInstanceBeginsNoWorkflowThatComesBehind(boolean tasks) {
        fixture.options = fixture.options.with(new TaskHistoryRules(tasks, Map.of()));
        String[] parent = new String[1];
        fixture.workflow("""
                do:
                  - act: {call: ping}
                  - one: {set: {n: 1}}
                  - child: {run: {workflow: {namespace: test, name: child, version: 1.0.0}}}
                """).alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
                do: [{deed: {call: ping}}]
                """);
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<InstanceRow>> row(String id) {
                return parent[0] == null || id.equals(parent[0]) ? super.row(id)
                        : Uni.createFrom().failure(new StoreException("down", false, null));
            }
        });
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.answer(ACT, "1");
        parent[0] = id;
        UniAssertSubscriber<Void> undo = operations.ask(operations.handle(id).cancelAndCompensate());
        fixture.advance(20_000);
        undo.assertCompleted();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(tasks()).containsExactly(ACT);
    }

    @Test
    void aSuspendedInstanceWhoseWorkflowDoesNotEndStaysSuspended() {
        String[] child = new String[1];
        boolean[] damaged = new boolean[1];
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - child: {run: {workflow: {namespace: test, name: child, version: 1.0.0}}}
                          - other: {do: [{slow: {call: ping}}, {pay: {call: ping}}]}
                """).alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
                do: [{act: {call: ping}}]
                """);
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<List<StoredInstance>> loadAll(List<String> ids) {
                return damaged[0] && ids.contains(child[0])
                        ? Uni.createFrom().failure(new StoreException("damaged", true, null))
                        : super.loadAll(ids);
            }
        });
        String id = fixture.begin("{}").instanceId();
        child[0] = fixture.calls.stream().map(EffectCall::instanceId).filter(other -> !other.equals(id)).findFirst()
                .orElseThrow();
        operations.suspend(id);
        fixture.answer("/do/0/both/fork/branches/1/other/do/0/slow", "1");
        operations.suspend(child[0]);
        fixture.answer(ACT, "1");
        damaged[0] = true;
        UniAssertSubscriber<Void> undo = operations.ask(operations.handle(id).cancelAndCompensate());
        fixture.advance(20_000);
        undo.assertFailed();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(fixture.calls).as("nothing more").hasSize(2);
    }

    @Test
    void aSuspendedInstanceThatIsStillToSettleATimerUndoesWhatItDid() {
        around("more: {wait: {minutes: 10}}").start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.answer(ACT, "1");
        compensate(id);
        assertThat(tasks()).containsExactly(ACT, UNDO);
        fixture.start();
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(journal(id)).containsExactly("Started", "Suspended", "Completed", "Resumed", "Scheduled", "Cancelling",
                "Completed", "Ended");
    }

    @Test
    void whoComputesComesToRestFirst() {
        around("more: {set: {n: \"${ [range(100000)] | length }\"}}").start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove(ACT).complete(JsonCodec.read("1"));
        compensate(id);
        assertThat(tasks()).as("the next call is not begun").containsExactly(ACT, UNDO);
        fixture.start();
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void whatCannotGoOnCannotUndoAnything() {
        String id = acted("more: {call: ping}");
        fixture.workflow("do: [{other: {call: ping}}]").start();
        operations.refused(operations.handle(id).cancelAndCompensate(), Reason.INSTANCE_SUSPENDED, "cannot go on");
        around("more: {call: ping}").start();
        compensate(id);
        assertThat(tasks()).as("the new life has called again").containsExactly(ACT, MORE, MORE, UNDO);
    }

    @Test
    void whatHasEndedIsNotUndone() {
        String id = acted("more: {set: {n: 1}}");
        fixture.answer(LAST, "3");
        operations.refused(operations.handle(id).cancelAndCompensate(), Reason.WRONG_PHASE, "Cannot compensate");
    }

    @Test
    void aWorkflowThatItWaitsForIsToldTheSame() {
        around("more: {run: {workflow: {namespace: test, name: child, version: 1.0.0}}}").alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0}
                """ + AROUND.formatted("more: {call: ping}")).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer(ACT, "1");
        fixture.answer(ACT, "2");
        String child = fixture.calls.get(1).instanceId();
        compensate(id);
        assertThat(fixture.keys()).contains(id + ":" + UNDO, child + ":" + UNDO);
        fixture.pending.clear();
        fixture.start();
        assertThat(fixture.keys().stream().filter(key -> key.endsWith(UNDO))).hasSize(4);
        assertThat(journal(child)).containsExactly("Started", "Completed", "Cancelling");
        assertThat(journal(id)).containsExactly("Started", "Completed", "Cancelling");
    }

    @Test
    void allThatAFilterFinds() {
        acted("more: {call: ping}");
        fixture.begin("{}");
        BulkResult result = operations.ask(new EngineClient(fixture.engine, new ObjectMapper())
                .cancelAndCompensateAll(InstanceFilter.all())).assertCompleted().getItem();
        assertThat(result.done()).isEqualTo(2);
        assertThat(tasks()).containsExactly(ACT, MORE, ACT, UNDO);
    }

    @Test
    void theHistoryTellsWhatWasGivenUpAndWhatWasUndone() {
        String id = acted("more: {call: ping}");
        compensate(id);
        fixture.answer(UNDO, "null");
        shows(id);
    }

    @Test
    void soDoesTheHistoryOfAJournalOfTasks() {
        fixture.options = fixture.options.with(new TaskHistoryRules(true, Map.of()));
        String id = acted("more: {call: ping}");
        compensate(id);
        fixture.start();
        fixture.answer(UNDO, "null");
        shows(id);
    }

    private void shows(String id) {
        assertThat(operations.ask(operations.handle(id).history(100, null)).assertCompleted().getItem().tasks())
                .filteredOn(run -> !run.task().isEmpty() && !run.kind().equals("do"))
                .extracting(TaskRun::task, TaskRun::status)
                .containsExactly(tuple(ACT, Status.COMPLETED),
                        tuple("/do/1/afterAct", Status.CANCELLED),
                        tuple(MORE, Status.CANCELLED),
                        tuple(UNDO, Status.COMPLETED),
                        tuple("/do/1/afterAct/catch/do/1/fail", Status.CANCELLED));
    }

    @Test
    void aTryInsideOfACompensationIsNoCompensationOfItsOwn() {
        fixture.workflow("""
                do:
                  - act: {call: ping}
                  - work:
                      try: [{more: {call: ping}}]
                      catch:
                        do:
                          - safe:
                              try:
                                - inner:
                                    try: [{undo1: {call: ping}}]
                                    catch: {do: [{undo1b: {call: ping}}, {failInner: %1$s}]}
                              catch: {do: [{swallow: {call: ping}}]}
                          - undo2: {call: ping}
                          - fail: %1$s
                """.formatted("{raise: {error: {type: \"${ $error.type }\", status: \"${ $error.status }\"}}}")).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer(ACT, "1");
        compensate(id);
        String handler = "/do/1/work/catch/do/";
        String inner = handler + "0/safe/try/0/inner/";
        fixture.fail(inner + "try/0/undo1", new IllegalStateException("no"));
        fixture.answer(inner + "catch/do/0/undo1b", "1");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
        fixture.answer(handler + "0/safe/catch/do/0/swallow", "1");
        fixture.answer(handler + "1/undo2", "1");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }
}
