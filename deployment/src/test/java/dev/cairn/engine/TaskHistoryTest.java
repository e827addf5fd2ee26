package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.TaskRun;
import dev.cairn.api.TaskRun.Status;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.engine.replay.CompletedTaskJournalReplayer;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.link.ProgramLinker;
import dev.cairn.value.JsonCodec;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A journal that has an entry for each task. */
class TaskHistoryTest {

    private static final TaskHistoryRules TASKS = new TaskHistoryRules(true, Map.of());
    private static final String THREE = "do: [{a: {set: {n: 1}}}, {b: {set: {n: 2}}}, {c: {set: {n: 3}}}]";
    /** Gives 1, and takes more than tasks may that are written together. */
    private static final String LONG = "[range(30000)] | length - 29999";
    private static final String THREE_LONG = "do: [{a: {set: {n: \"${ " + LONG + " }\"}}}, {b: {set: {n: \"${ " + LONG
            + " + 1 }\"}}}, {c: {set: {n: \"${ " + LONG + " + 2 }\"}}}]";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private EngineFixture keeping(TaskHistoryRules rules, String yaml) {
        fixture.options = fixture.options.with(rules);
        return fixture.workflow(yaml);
    }

    private List<TaskRun> history(String id) {
        return operations.ask(operations.handle(id).history(1_000, null)).assertCompleted().getItem().tasks();
    }

    private List<String> journal(String id) {
        JournalDecoder reader = fixture.engine.journal().decoder(fixture.store.get(id));
        return IntStream.range(0, reader.size()).mapToObj(position -> reader.read(position).event())
                .map(happening -> happening instanceof TaskDone done ? done.task() : happening.getClass().getSimpleName())
                .toList();
    }

    @Test
    void aTaskWhoseOutputIsNestedTooDeepIsThereWithoutIt() {
        keeping(TASKS, """
                do:
                  - many: {for: {each: i, in: "[range(0; 30)]"}, do: [{w: {set: {b: '${ . }'}}}]}
                  - ask: {call: ping}
                  - last: {set: {n: 1}}
                """).start();
        String id = fixture.begin("[".repeat(1_000) + "]".repeat(1_000)).instanceId();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(journal(id)).hasSize(1 + 30 + 1);
        JournalDecoder reader = fixture.engine.journal().decoder(fixture.store.get(id));
        assertThat(((TaskDone) reader.read(24).event()).output()).isNotNull();
        assertThat(((TaskDone) reader.read(25).event()).output()).isNull();
        fixture.start();
        fixture.answer("/do/1/ask", "1");
        assertThat(fixture.output(id)).isEqualTo("{\"n\":1}");
        assertThat(journal(id)).endsWith("/do/0/many", "Completed", "/do/1/ask", "/do/2/last", "Ended");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);
    }

    @Test
    void aClockThatIsReadBehindTheLastTaskIsReplayed() {
        keeping(TASKS, """
                do:
                  - a: {set: {n: 1}}
                  - b: {set: "${ {n: (.n + 1), at: now} }"}
                  - c: {set: "${ . }"}
                output: {as: "${ {n, late: (now >= .at)} }"}
                """).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(fixture.output(id)).isEqualTo("{\"n\":2,\"late\":true}");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);
        fixture.start();
        assertThat(history(id)).extracting(TaskRun::name).containsExactly("case", "a", "b", "c");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);
    }

    /** Lets the write that the store holds be durable, a second later than the one before. */
    private void write() {
        fixture.time.advance(1_000);
        fixture.session.release();
        fixture.session.hold();
        fixture.threads.runAll();
    }

    /** Starts an instance whose writes after the second are held; gives its id. */
    private String heldAfterItsFirstTasks(String tasks) {
        keeping(TASKS, tasks).start();
        fixture.session.hold();
        fixture.begin("{}", null);
        fixture.threads.runAll();
        write();
        return fixture.store.all().get(0).row().id();
    }

    @Test
    void aHundredShortTasksAreOneWrite() {
        String hundred = IntStream.rangeClosed(1, 100).mapToObj(n -> "{t" + n + ": {set: {n: " + n + "}}}")
                .collect(Collectors.joining(", ", "do: [", "]"));
        keeping(TaskHistoryRules.NONE, hundred).start();
        int before = fixture.store.commits();
        fixture.begin("{}");
        assertThat(fixture.store.commits() - before).isEqualTo(1);

        keeping(TASKS, hundred).start();
        before = fixture.store.commits();
        String id = fixture.begin("{}").instanceId();
        assertThat(fixture.store.commits() - before).isEqualTo(1);
        assertThat(journal(id)).hasSize(102).startsWith("Started", "/do/0/t1").endsWith("/do/99/t100", "Ended");
        assertThat(fixture.output(id)).isEqualTo("{\"n\":100}");
    }

    @Test
    void eachLongTaskIsAWrite() {
        keeping(TASKS, THREE_LONG).start();
        fixture.begin("{}");
        assertThat(fixture.store.commits()).isEqualTo(3);
    }

    @Test
    void manyShortTasksAreSomeWrites() {
        keeping(TASKS, "do: [{loop: {for: {each: i, in: \"${ [range(1000)] }\"}, do: [{t: {set: {n: \"${ $i }\"}}}]}}]")
                .start();
        fixture.session.hold();
        fixture.begin("{}", null);
        fixture.threads.runAll();
        while (fixture.session.held() > 0) {
            write();
        }
        assertThat(fixture.store.commits()).isBetween(4, 8);
        assertThat(journal(fixture.store.all().get(0).row().id())).hasSize(1 + 1_000 + 1 + 1);
    }

    @Test
    void outputsThatAreLargeTogetherAreWrittenApart() {
        keeping(TASKS,
                "do: [{loop: {for: {each: i, in: \"${ [range(50)] }\"}, do: [{t: {set: {all: \"${ .all + [$i] }\"}}}]}}]")
                .start();
        int before = fixture.store.commits();
        String id = fixture.begin("{\"all\": [" + ("\"" + "x".repeat(2_000) + "\",").repeat(99) + "0]}").instanceId();
        assertThat(journal(id)).hasSize(1 + 50 + 1 + 1);
        assertThat(fixture.store.commits() - before).as("about 200 KB for each turn").isBetween(25, 51);
    }

    @Test
    void aTaskIsInTheJournalWhileALongOneFollows() {
        keeping(TASKS, "do: [{a: {set: {n: 1}}}, {b: {set: {n: \"${ " + LONG + " }\"}}}]").start();
        fixture.session.hold();
        fixture.begin("{}", null);
        fixture.threads.runAll();
        assertThat(journal(fixture.store.all().get(0).row().id())).containsExactly("Started", "/do/0/a");
    }

    @Test
    void aTaskThatFailsIsAWrite() {
        keeping(TASKS,
                "do: [{loop: {for: {each: i, in: \"${ [range(5)] }\"}, do: [{t: {try: [{no: {raise: {error: {type: 'https://example.com/no',"
                        + " status: 500}}}}], catch: {do: [{c: {set: {n: 1}}}]}}}]}}]")
                .start();
        fixture.begin("{}");
        assertThat(fixture.store.commits()).isEqualTo(6);
    }

    @Test
    void anOutcomeBesideAChildIsWrittenBeforeLongWork() {
        keeping(TASKS, """
                do:
                  - both:
                      fork:
                        branches:
                          - child: {run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: 1}}}}
                          - rest: {do: [{ask: {call: ping}}, {a: {set: {n: 1}}}, {b: {set: {n: "${ [range(30000)] | length }"}}}]}
                """).alsoWorkflow(ChildTest.CHILD).start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove("/do/0/both/fork/branches/1/rest/do/0/ask").complete(JsonCodec.read("1"));
        while (!journal(id).contains("/do/0/both/fork/branches/1/rest/do/1/a")) {
            assertThat(fixture.threads.runNext()).isTrue();
        }
        assertThat(journal(id)).containsExactly("Started", "Completed", "/do/0/both/fork/branches/1/rest/do/0/ask",
                "/do/0/both/fork/branches/1/rest/do/1/a");
    }

    @Test
    void tasksAreWrittenBeforeAnEffectBegins() {
        keeping(TASKS, "do: [{a: {set: {n: 1}}}, {b: {set: {n: 2}}}, {ask: {call: ping}}, {c: {set: {n: 3}}}]").start();
        fixture.session.hold();
        fixture.begin("{}", null);
        fixture.threads.runAll();
        assertThat(fixture.calls).isEmpty();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(fixture.calls).hasSize(1);
        assertThat(journal(fixture.store.all().get(0).row().id())).containsExactly("Started", "/do/0/a", "/do/1/b");
    }

    @Test
    void aCommandIsDurableBeforeItsAnswerThoughShortTasksFollow() {
        keeping(TASKS, "do: [{ask: {call: ping}}, {a: {set: {n: 1}}}, {b: {set: {n: 2}}}]").start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.answer("/do/0/ask", "1");
        fixture.session.hold();
        UniAssertSubscriber<Void> first = operations.handle(id).resume().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        UniAssertSubscriber<Void> second = operations.ask(operations.handle(id).resume());
        first.assertNotTerminated();
        second.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        first.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("{\"n\":2}");
    }

    @Test
    void whatIsSaidOfAWorkflowComesFirst() {
        keeping(new TaskHistoryRules(true, Map.of("case", false)), THREE).start();
        assertThat(journal(fixture.begin("{}").instanceId())).containsExactly("Started", "Ended");
        keeping(new TaskHistoryRules(false, Map.of("case", false, "test:case", true)), THREE).start();
        assertThat(journal(fixture.begin("{}").instanceId())).hasSize(5);
    }

    @Test
    void historyShowsWhenEachTaskWasDone() {
        keeping(TASKS, THREE_LONG).start();
        fixture.session.hold();
        fixture.begin("{}", null);
        fixture.threads.runAll();
        write();
        write();
        write();
        fixture.session.release();
        String id = fixture.store.all().get(0).row().id();
        List<TaskRun> tasks = history(id);
        assertThat(tasks).extracting(TaskRun::name).endsWith("a", "b", "c");
        assertThat(tasks).extracting(task -> task.startedAt().toEpochMilli() - NOON).containsExactly(0L, 0L, 0L, 1_000L);
        assertThat(tasks).extracting(task -> task.endedAt().toEpochMilli() - NOON).containsExactly(2_000L, 0L, 1_000L, 2_000L);
    }

    @Test
    void anEventThatComesWhileTasksAreWrittenWaitsForTheNextTurn() {
        keeping(TASKS, """
                do:
                  - each:
                      for: {in: "${ [1, 2] }"}
                      do:
                        - paid: {listen: {to: {one: {with: {type: paid}}}}}
                        - a: {set: {n: "${ [range(30000)] | length - 29999 }"}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        UniAssertSubscriber<PublishResult> first = paid("1");
        fixture.threads.runAll();
        UniAssertSubscriber<PublishResult> second = paid("2");
        fixture.threads.runAll();
        fixture.session.release();
        fixture.threads.runAll();
        first.assertCompleted();
        second.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("{\"n\":1}");
    }

    private UniAssertSubscriber<PublishResult> paid(String id) {
        return new EngineCloudEventBus(fixture.engine).publish(
                CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid").build()).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }

    @Test
    void whoIsRestartedGoesOnBehindTheLastTaskThatIsWritten() {
        String id = heldAfterItsFirstTasks(THREE_LONG);
        assertThat(journal(id)).containsExactly("Started", "/do/0/a", "/do/1/b");
        fixture.start();
        assertThat(fixture.output(id)).isEqualTo("{\"n\":3}");
        assertThat(journal(id)).containsExactly("Started", "/do/0/a", "/do/1/b", "/do/2/c", "Ended");
    }

    @Test
    void aLoopCanBeSuspendedBetweenItsTasksAndShowsNoMoreThanItDid() {
        String id = heldAfterItsFirstTasks(
                "do: [{loop: {for: {each: i, in: \"${ [range(50)] }\"}, do: [{t: {set: {n: \"${ " + LONG + " }\"}}}]}}]");
        UniAssertSubscriber<Void> suspended = operations.ask(operations.handle(id).suspend());
        fixture.session.release();
        fixture.threads.runAll();
        suspended.assertCompleted();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(journal(id)).hasSizeLessThan(5).endsWith("Suspended");
        int done = journal(id).size() - 2;
        assertThat(history(id)).filteredOn(task -> task.status() == Status.COMPLETED).hasSize(done);
        fixture.start();
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("{\"n\":1}");
        assertThat(journal(id)).hasSize(1 + done + 2 + 50 - done + 1 + 1);
    }

    @Test
    void aCancelledInstanceShowsTheTasksItDid() {
        String id = heldAfterItsFirstTasks(THREE_LONG);
        UniAssertSubscriber<Void> cancelled = operations.ask(operations.handle(id).cancel());
        fixture.session.release();
        fixture.threads.runAll();
        cancelled.assertCompleted();
        assertThat(journal(id)).endsWith("Ended").doesNotContain("/do/2/c");
        assertThat(history(id)).extracting(TaskRun::status).endsWith(Status.COMPLETED, Status.CANCELLED);
        fixture.options = fixture.options.with(TaskHistoryRules.NONE);
        fixture.start();
        assertThat(history(id)).extracting(TaskRun::status).endsWith(Status.COMPLETED, Status.CANCELLED);
    }

    @Test
    void theSettingMayChangeWhileAnInstanceRuns() {
        String yaml = """
                do:
                  - a: {set: {n: 1}}
                  - ask: {call: ping}
                  - b: {set: {n: "${ . }"}}
                  - again: {call: ping}
                  - c: {set: {n: "${ . }"}}
                """;
        for (boolean first : new boolean[] { true, false }) {
            keeping(new TaskHistoryRules(first, Map.of()), yaml).start();
            String id = fixture.begin("{}").instanceId();
            keeping(new TaskHistoryRules(!first, Map.of()), yaml).start();
            fixture.answer("/do/1/ask", "5");
            operations.suspend(id);
            keeping(new TaskHistoryRules(first, Map.of()), yaml).start();
            operations.resume(id);
            fixture.answer("/do/3/again", "6");
            assertThat(fixture.output(id)).isEqualTo("{\"n\":6}");
            assertThat(journal(id)).containsExactly((first
                    ? "Started,/do/0/a,Completed,Suspended,Resumed,/do/1/ask,/do/2/b,Completed,/do/3/again,/do/4/c,Ended"
                    : "Started,/do/0/a,Completed,/do/1/ask,/do/2/b,Suspended,Resumed,Completed,Ended").split(","));
            assertThat(history(id)).extracting(TaskRun::status).hasSize(6).containsOnly(Status.COMPLETED);
        }
    }

    @Test
    void aForkHasTheTasksOfTheOtherInstance() {
        keeping(TASKS, "do: [{first: {call: ping}}, {second: {set: {n: \"${ . }\"}}}, {third: {set: {m: \"${ .n }\"}}}]")
                .start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/first", "1");
        String fork = operations.fork(id, "/do/2/third", Map.of("n", 50));
        assertThat(fixture.output(fork)).isEqualTo("{\"m\":50}");
        assertThat(journal(fork)).containsExactly("Started", "Forked", "Completed", "/do/0/first", "/do/1/second",
                "/do/2/third", "Ended");
        assertThat(((TaskDone) fixture.engine.journal().decoder(fixture.store.get(fork)).read(5).event()).output().tree())
                .as("what was done anew").hasToString("{\"m\":50}");
    }

    @Test
    void anEventWhoseValuesTakeWorkIsTakenInAgain() {
        keeping(TASKS, """
                do:
                  - some:
                      listen:
                        to: {any: [{with: {type: paid}, correlate: {size: {from: "[range(.data.n)] | length"}}}], until: length == 2}
                  - last: {set: {n: "${ length }"}}
                """).start();
        String id = fixture.begin("{}").instanceId();
        publish("1", 7);
        fixture.start();
        publish("2", 8);
        publish("3", 7);
        assertThat(fixture.output(id)).isEqualTo("{\"n\":2}");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);
        assertThat(operations.fork(id, "/do/1/last", Map.of("n", 1))).isNotEqualTo(id);
    }

    private void publish(String event, int n) {
        operations.ask(new EngineCloudEventBus(fixture.engine).publish(CloudEventBuilder.v1().withId(event)
                .withSource(URI.create("/payments")).withType("paid")
                .withData("application/json", ("{\"n\":" + n + "}").getBytes(StandardCharsets.UTF_8)).build()))
                .assertCompleted();
    }

    @Test
    void aSuspendedInstanceTakesInAnAnswerBetweenTheTasksOfAnotherBranch() {
        keeping(TASKS, """
                do:
                  - both:
                      fork:
                        branches:
                          - ask: {call: ping}
                          - rest:
                              do:
                                - second: {call: ask, with: {question: 1}}
                                - loop: {for: {each: i, in: "${ [range(20)] }"}, do: [{t: {set: {n: "${ [range(30000)] | length }"}}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        fixture.answer("/do/0/both/fork/branches/1/rest/do/0/second", "2");
        UniAssertSubscriber<Void> suspended = operations.ask(operations.handle(id).suspend());
        fixture.session.release();
        fixture.threads.runAll();
        suspended.assertCompleted();
        assertThat(journal(id)).hasSizeLessThan(8).endsWith("Suspended");
        fixture.answer("/do/0/both/fork/branches/0/ask", "1");
        assertThat(journal(id)).endsWith("Suspended", "Completed", "/do/0/both/fork/branches/0/ask");
        assertThat(fixture.store.get(id).row().owner()).isNull();
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("[1,{\"n\":30000}]");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void whoIsStoppedTakesInAnAnswerBetweenTheTasksOfAnotherBranch() {
        keeping(TASKS, """
                do:
                  - both:
                      fork:
                        branches:
                          - ask: {call: ping}
                          - rest: {do: [{second: {call: ask, with: {question: 1}}}, {a: {set: {n: "${ [range(30000)] | length }"}}}, {b: {set: {n: 2}}}, {third: {call: ping}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        fixture.answer("/do/0/both/fork/branches/1/rest/do/0/second", "2");
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(fixture.engine::stop);
        while (!fixture.engine.stopping()) {
            Thread.onSpinWait();
        }
        fixture.session.release();
        fixture.answer("/do/0/both/fork/branches/0/ask", "1");
        assertThat(fixture.calls).hasSize(2);
        while (!stopped.isDone()) {
            fixture.threads.runAll();
            Thread.onSpinWait();
        }
        assertThat(journal(id)).contains("/do/0/both/fork/branches/0/ask");
    }

    @Test
    void aFaultedInstanceIsTriedAgain() {
        keeping(TASKS, "do: [{a: {set: {n: 1}}}, {only: {call: ping}}, {b: {set: {n: 2}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/1/only", new IllegalStateException("no"));
        operations.retry(id);
        fixture.answer("/do/1/only", "3");
        assertThat(journal(id)).containsExactly("Started", "/do/0/a", "Failed", "/do/1/only", "Ended", "Retried", "Completed",
                "/do/1/only", "/do/2/b", "Ended");
        assertThat(history(id)).extracting(TaskRun::attempts).containsExactly(1, 1, 2, 1);
    }

    @Test
    void aJournalWhoseTasksAreOthersIsNotReplayed() {
        keeping(TASKS, THREE).start();
        String id = fixture.begin("{}").instanceId();
        JournalDecoder reader = fixture.engine.journal().decoder(fixture.store.get(id));
        TaskDone done = (TaskDone) reader.read(1).event();
        JournalEvent other = new TaskDone("/do/1/b", 1, done.output(), null);
        CompletedTaskJournalReplayer taking = new CompletedTaskJournalReplayer(
                ProgramExecutor.begin(id, ProgramLinker.link(fixture.program()), (Started) reader.read(0).event()),
                ReplayPacing.alone(1_000));
        taking.comeTo(other, () -> {});
        assertThatThrownBy(() -> taking.take(other, true)).isInstanceOf(JournalMismatchException.class)
                .hasMessageContaining("the end of the task /do/0/a");
    }
}
