package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.BulkResult;
import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CaughtErrorView;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceHistory;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.TaskFaultPeriod;
import dev.cairn.api.TaskRun;
import dev.cairn.api.TaskRun.Status;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.option.TaskHistoryRules;

class HistoryTest {

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private List<TaskRun> history(String id) {
        return operations.ask(operations.handle(id).history(1_000, null)).assertCompleted().getItem().tasks();
    }

    @Test
    void everyTaskIsThereWithItsInputOutputAndTimes() {
        fixture.workflow("""
                do:
                  - first: {set: {n: "${ .n + 1 }"}}
                  - unseen: {if: "${ .n > 9 }", set: {n: 0}}
                  - group:
                      do:
                        - ask: {call: ask, with: {question: "${ .n }"}}
                        - last: {set: {answer: "${ . }"}}
                """).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        assertThat(history(id)).extracting(TaskRun::status).containsExactly(Status.RUNNING, Status.COMPLETED, Status.SKIPPED,
                Status.RUNNING, Status.RUNNING);
        fixture.time.advance(5_000);
        fixture.answer("/do/2/group/do/0/ask", "7");
        List<TaskRun> tasks = history(id);
        assertThat(tasks).extracting(TaskRun::task).containsExactly("", "/do/0/first", "/do/1/unseen", "/do/2/group",
                "/do/2/group/do/0/ask", "/do/2/group/do/1/last");
        assertThat(tasks).extracting(task -> task.input() + " -> " + task.output()).containsExactly(
                "{\"n\":1} -> {\"answer\":7}", "{\"n\":1} -> {\"n\":2}", "{\"n\":2} -> {\"n\":2}",
                "{\"n\":2} -> {\"answer\":7}", "{\"n\":2} -> 7", "7 -> {\"answer\":7}");
        assertThat(tasks.get(4).startedAt()).isEqualTo(Instant.ofEpochMilli(NOON));
        assertThat(tasks.get(4).endedAt()).isEqualTo(Instant.ofEpochMilli(NOON + 5_000));
    }

    @Test
    void stepsOrderWhatHappensAtTheSameTime() {
        fixture.workflow("do: [{group: {do: [{first: {set: {n: 1}}}, {second: {set: {n: 2}}}]}}, {ask: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        // The workflow, group, first begin; first ends; second begins and ends with the group; ask begins.
        assertThat(history(id)).extracting(TaskRun::startStep, TaskRun::endStep).containsExactly(tuple(1L, 0L), tuple(2L, 7L),
                tuple(3L, 4L), tuple(5L, 6L), tuple(8L, 0L));
    }

    @Test
    void theContextIsThereWhereItChanges() {
        fixture.workflow("""
                do:
                  - first: {set: {n: 1}, export: {as: "${ {seen: .n} }"}}
                  - second: {set: {n: 2}}
                  - group: {do: [{third: {set: {n: 3}, export: {as: "${ $context + {last: .n} }"}}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(history(id)).extracting(run -> run.name() + " " + run.context()).contains("first {\"seen\":1}",
                "second null", "group null", "third {\"seen\":1,\"last\":3}");
        InstanceHistory lastPage = operations.ask(operations.handle(id).history(1, "4")).assertCompleted().getItem();
        assertThat(lastPage.tasks().get(0).context()).hasToString("{\"seen\":1,\"last\":3}");
    }

    @Test
    void tasksOfALoopHaveTheirTurn() {
        fixture.workflow("""
                do:
                  - loop:
                      for: {each: name, in: '${ ["a", "b"] }'}
                      do: [{group: {do: [{inner: {set: {n: "${ $name }"}}}]}}]
                """).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(history(id))
                .extracting(TaskRun::name, run -> run.turn() == null ? null : run.turn().index() + " " + run.turn().item())
                .contains(tuple("loop", null), tuple("inner", null), tuple("group", "0 \"a\""), tuple("group", "1 \"b\""));
    }

    @Test
    void aTaskWhoseLastTaskIsSkippedIsNotSkipped() {
        fixture.workflow("do: [{group: {do: [{first: {set: {n: 1}}}, {unseen: {if: .n > 9, set: {n: 0}}}]}}]").start();
        String id = fixture.begin("{}").instanceId();
        assertThat(history(id)).extracting(TaskRun::status).containsExactly(Status.COMPLETED, Status.COMPLETED,
                Status.COMPLETED, Status.SKIPPED);
    }

    @Test
    void failuresThatWereCaughtAndTasksThatWereTriedAgainAreThere() {
        fixture.workflow("""
                do:
                  - careful:
                      try: [{risky: {call: ping}}]
                      catch: {do: [{handle: {call: ping}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/careful/try/0/risky", new IllegalStateException("no"));
        fixture.fail("/do/0/careful/catch/do/0/handle", new IllegalStateException("no"));
        assertThat(history(id)).extracting(TaskRun::status).containsExactly(Status.FAULTED, Status.FAULTED, Status.FAULTED,
                Status.FAULTED);
        operations.retry(id);
        fixture.answer("/do/0/careful/catch/do/0/handle", "3");
        List<TaskRun> tasks = history(id);
        assertThat(tasks).extracting(TaskRun::status).containsExactly(Status.COMPLETED, Status.COMPLETED, Status.FAULTED,
                Status.COMPLETED);
        assertThat(tasks).extracting(TaskRun::attempts).containsExactly(1, 1, 1, 2);
        assertThat(tasks.get(2).error().detail()).contains("no");
    }

    @Test
    void aTryHasTheErrorThatItCaughtLast() {
        fixture.workflow("""
                do:
                  - careful:
                      try: [{risky: {call: ping}}]
                      catch:
                        as: problem
                        when: '${ $problem.detail != null }'
                        retry: {delay: {seconds: 5}, limit: {attempt: {count: 1}}}
                        do: [{handle: {set: {seen: "${ $problem }"}}}]
                  - strict:
                      try: [{fail: {raise: {error: {type: 'https://example.com/no', status: 400}}}}]
                      catch: {errors: {with: {status: 500}}, do: [{unseen: {set: {n: 1}}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(history(id)).extracting(TaskRun::caught).containsOnlyNulls();

        fixture.fail("/do/0/careful/try/0/risky", new IllegalStateException("first"));
        CaughtErrorView waiting = history(id).get(1).caught();
        assertThat(waiting.as()).isEqualTo("problem");
        assertThat(waiting.value().path("detail").asText()).contains("first");

        fixture.advance(5_000);
        fixture.fail("/do/0/careful/try/0/risky", new IllegalStateException("second"));
        List<TaskRun> tasks = history(id);
        TaskRun handle = tasks.stream().filter(run -> run.name().equals("handle")).findFirst().orElseThrow();
        assertThat(tasks.get(1).caught().value()).isEqualTo(handle.output().path("seen"));
        assertThat(tasks.get(1).caught().value().path("detail").asText()).contains("second");
        // The tasks inside, and a try whose catch lets the error pass.
        assertThat(tasks.subList(2, tasks.size())).extracting(TaskRun::caught).containsOnlyNulls();
    }

    @Test
    void theTimeBetweenAFailureAndItsRetryIsAPause() {
        fixture.workflow("do: [{before: {set: {n: 1}}}, {group: {do: [{risky: {call: ping}}]}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.time.advance(1_000);
        fixture.fail("/do/1/group/do/0/risky", new IllegalStateException("no"));
        fixture.time.advance(3_600_000);
        operations.retry(id);
        fixture.time.advance(2_000);
        fixture.answer("/do/1/group/do/0/risky", "3");
        TaskFaultPeriod pause = new TaskFaultPeriod(Instant.ofEpochMilli(NOON + 1_000), Instant.ofEpochMilli(NOON + 3_601_000));
        assertThat(history(id)).extracting(TaskRun::name, TaskRun::pauses).containsExactly(tuple("case", List.of(pause)),
                tuple("before", List.of()), tuple("group", List.of(pause)), tuple("risky", List.of(pause)));
    }

    @Test
    void aLongLoopIsReadInPagesOfWhichEachTaskIsOnOne() {
        fixture.workflow("""
                do:
                  - loop:
                      for: {each: i, in: "${ [range(500)] }"}
                      do: [{t: {set: {n: "${ $i }"}}}]
                """).start();
        String id = fixture.begin("{}").instanceId();
        List<Integer> turns = new ArrayList<>();
        String cursor = null;
        do {
            InstanceHistory page = operations.ask(operations.handle(id).history(99, cursor)).assertCompleted().getItem();
            assertThat(page.tasks()).hasSizeLessThanOrEqualTo(99);
            page.tasks().stream().filter(task -> task.name().equals("t")).forEach(task -> {
                assertThat(task.output()).hasToString("{\"n\":" + (task.run() - 1) + "}");
                turns.add(task.run());
            });
            cursor = page.next();
        } while (cursor != null);
        assertThat(turns).hasSize(500).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void aForkShowsTheInputItWasGiven() {
        fixture.workflow("do: [{first: {call: ping}}, {second: {set: {n: \"${ . }\"}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "1");
        List<TaskRun> tasks = history(operations.fork(id, "/do/1/second", 50));
        assertThat(tasks.get(1).output()).hasToString("1");
        assertThat(tasks.get(2).input()).hasToString("50");
        assertThat(tasks.get(2).output()).hasToString("{\"n\":50}");
    }

    @Test
    void whatRanWhenTheInstanceWasCancelledSaysSo() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.cancel(id);
        assertThat(history(id)).extracting(TaskRun::status).containsExactly(Status.CANCELLED, Status.CANCELLED);
        operations.refused(operations.handle("nope").history(1, null), Reason.UNKNOWN_INSTANCE, "CAIRN-0414");
    }

    @Test
    void tasksBeganBeforeAnOperatorStoppedThem() {
        fixture.workflow("do: [{first: {set: {n: 1}}}, {ask: {call: ping}}]").start();
        String cancelled = fixture.begin("{}").instanceId();
        String suspended = fixture.begin("{}").instanceId();
        fixture.time.advance(5_000);
        operations.cancel(cancelled);
        operations.suspend(suspended);
        fixture.time.advance(5_000);
        operations.resume(suspended);
        fixture.pending.clear();
        assertThat(history(cancelled)).extracting(TaskRun::startedAt).containsOnly(Instant.ofEpochMilli(NOON));
        assertThat(history(suspended)).extracting(TaskRun::startedAt).containsOnly(Instant.ofEpochMilli(NOON));
    }

    @Test
    void manyInstancesAreAskedAtOnceAndCounted() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(fixture.begin("{}").instanceId());
        }
        operations.cancel(ids.get(0));
        CairnClient client = new EngineClient(fixture.engine, new ObjectMapper());
        BulkResult suspended = operations.ask(client.suspendAll(InstanceFilter.ofWorkflow("case"))).assertCompleted().getItem();
        assertThat(suspended.done()).isEqualTo(299);
        assertThat(suspended.failed()).isEqualTo(1);
        assertThat(suspended.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.instanceId()).isEqualTo(ids.get(0));
            assertThat(failure.cause()).hasMessageContaining("CAIRN-0441");
        });
        assertThat(operations.ask(client.resumeAll(InstanceFilter.all().withStatus(InstanceStatus.SUSPENDED))).getItem().done())
                .isEqualTo(299);
        assertThat(operations.ask(client.cancelAll(InstanceFilter.all().withStatus(InstanceStatus.RUNNING))).getItem().done())
                .isEqualTo(299);
        assertThat(operations.ask(client.retryAll(InstanceFilter.all())).getItem().failures())
                .hasSize(BulkResult.MAX_FAILURES);
    }

    @Test
    void allThatFaultedAreRetriedAtOnce() {
        fixture.workflow("do: [{only: {call: ping}}]").start();
        List<String> faulted = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            faulted.add(fixture.begin("{}").instanceId());
            fixture.fail("/do/0/only",
                    new WorkflowException(new WorkflowError("https://example.com/errors/down", 503, "Down", null, null)));
        }
        String running = fixture.begin("{}").instanceId();
        int calls = fixture.calls.size();
        CairnClient client = new EngineClient(fixture.engine, new ObjectMapper());

        BulkResult retried = operations.ask(client.retryAll(InstanceFilter.all().withStatus(InstanceStatus.FAULTED)))
                .assertCompleted().getItem();

        assertThat(retried.done()).isEqualTo(3);
        assertThat(retried.failed()).isZero();
        assertThat(faulted).allMatch(id -> operations.status(id) == InstanceStatus.RUNNING);
        assertThat(fixture.keys().subList(calls, fixture.calls.size()))
                .containsExactlyInAnyOrderElementsOf(faulted.stream().map(id -> id + ":/do/0/only!1").toList())
                .doesNotContain(running + ":/do/0/only!1");
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aTurnOfALoopBeginsWhenTheOneBeforeItIsDone(boolean tasks) {
        fixture.options = fixture.options.with(new TaskHistoryRules(tasks, Map.of()));
        fixture.workflow("""
                do:
                  - first: {set: {xs: [1, 2]}}
                  - loop: {for: {in: "${ .xs }"}, do: [{add: {call: ping}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        for (int turn = 0; turn < 2; turn++) {
            fixture.advance(1_000);
            fixture.answer("/do/1/loop/do/0/add", "1");
        }
        assertThat(history(id)).filteredOn(run -> run.name().equals("add"))
                .extracting(run -> run.startedAt().toEpochMilli() - NOON, run -> run.endedAt().toEpochMilli() - NOON)
                .containsExactly(tuple(0L, 1_000L), tuple(1_000L, 2_000L));
    }
}
