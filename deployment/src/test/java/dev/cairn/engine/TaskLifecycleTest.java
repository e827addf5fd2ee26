package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.instance.LifecycleNotifier;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.subscription.Cancellable;

/** Watchers of tasks receive changes when the entries behind them are durable, and no life repeats those of another one. */
class TaskLifecycleTest {

    private static final String ASKS = "do: [{before: {set: {n: 1}}}, {ask: {call: ping}}, {after: {set: .n}}]";
    private static final WorkflowException DOWN = new WorkflowException(
            new WorkflowError("https://acme.example/down", 503, "Down", null, null));

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    private final List<CloudEvent> told = new ArrayList<>();

    @Test
    void tasksAreToldWhenWhatTheyFollowFromIsDurableAndNotBefore() {
        watched(ASKS);
        fixture.session.hold();
        fixture.begin("{}", null);
        fixture.threads.runAll();
        assertThat(told).isEmpty();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(take()).containsExactly("created before", "started before", "completed before", "created ask",
                "started ask");
        fixture.session.hold();
        fixture.answer("/do/1/ask", "{\"n\":5}");
        assertThat(told).isEmpty();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(take()).containsExactly("completed ask", "created after", "started after", "completed after");
    }

    @Test
    void anEventHasWhatTheSpecificationAsksFor() {
        watched(ASKS);
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/1/ask", "{\"n\":5}");

        CloudEvent completed = told.get(5);
        assertThat(completed.getType()).isEqualTo("io.serverlessworkflow.task.completed.v1");
        assertThat(completed.getSubject()).isEqualTo(id);
        assertThat(completed.getSource()).hasToString("/test/case/1.0.0");
        assertThat(data(completed)).contains("\"workflow\":\"case-" + id + ".test\"", "\"task\":\"/do/1/ask\"",
                "\"completedAt\":\"2023-11-14T22:13:20Z\"", "\"output\":{\"n\":5}");
        assertThat(told).extracting(CloudEvent::getId).doesNotHaveDuplicates();
    }

    @Test
    void tasksInTasksBeginAfterThemAndEndBeforeThem() {
        watched("do: [{all: {do: [{one: {set: {x: 1}}}, {turns: {for: {in: \"${ [1, 2] }\"}, do: [{turn: {set: {x: 2}}}]}}]}}]");
        fixture.begin("{}");
        assertThat(take()).containsExactly("created all", "started all", "created one", "started one", "completed one",
                "created turns", "started turns", "created turn", "started turn", "completed turn", "created turn",
                "started turn", "completed turn", "completed turns", "completed all");
    }

    @Test
    void aSkippedTaskIsNotTold() {
        watched("do: [{yes: {if: .x == null, set: {x: 1}}}, {group: {do: [{no: {if: .x == null, set: {x: 2}}}]}}]");
        fixture.begin("{}");
        assertThat(take()).containsExactly("created yes", "started yes", "completed yes", "created group", "started group",
                "completed group");
    }

    @Test
    void aTaskFaultsAndIsRetriedByItsPolicy() {
        watched("""
                do:
                  - attempt:
                      try: [{ask: {call: ping}}]
                      catch: {retry: {delay: {seconds: 1}, limit: {attempt: {count: 1}}}, do: [{mend: {set: {x: 3}}}]}
                """);
        fixture.begin("{}");
        fixture.fail("/do/0/attempt/try/0/ask", DOWN);
        assertThat(take()).containsExactly("created attempt", "started attempt", "created ask", "started ask", "faulted ask");
        fixture.advance(1_000);
        assertThat(take()).containsExactly("retried attempt", "created ask", "started ask");
        fixture.fail("/do/0/attempt/try/0/ask", DOWN);
        assertThat(data(told.get(0))).contains("\"error\":{\"type\":\"https://acme.example/down\",\"status\":503");
        assertThat(take()).containsExactly("faulted ask", "created mend", "started mend", "completed mend",
                "completed attempt");
    }

    @Test
    void whoLosesAForkIsCancelled() {
        watched("""
                do:
                  - race:
                      fork:
                        compete: true
                        branches: [{fast: {call: ping}}, {slow: {do: [{wait: {wait: {hours: 1}}}]}}]
                """);
        fixture.begin("{}");
        assertThat(take()).containsExactly("created race", "started race", "created fast", "started fast", "created slow",
                "started slow", "created wait", "started wait");
        fixture.answer("/do/0/race/fork/branches/0/fast", "1");
        assertThat(take()).containsExactly("completed fast", "cancelled wait", "cancelled slow", "completed race");
    }

    @Test
    void aTaskThatIsReachedWhileTheInstanceIsSuspendedBeginsWhenItGoesOn() {
        watched("do: [{all: {do: [{ask: {call: ping}}, {next: {call: ping}}]}}]");
        String id = fixture.begin("{}").instanceId();
        take();
        operations.suspend(id);
        assertThat(take()).containsExactly("suspended all", "suspended ask");
        fixture.answer("/do/0/all/do/0/ask", "1");
        assertThat(take()).containsExactly("completed ask");
        operations.resume(id);
        assertThat(take()).contains("resumed all").endsWith("created next", "started next").doesNotContain("resumed ask");
        operations.suspend(id);
        operations.resume(id);
        assertThat(take()).containsExactly("suspended all", "suspended next", "resumed all", "resumed next");
    }

    @Test
    void whatIsUnderWayIsCancelledWithTheInstance() {
        watched("do: [{all: {do: [{ask: {call: ping}}]}}]");
        String id = fixture.begin("{}").instanceId();
        take();
        operations.cancel(id);
        assertThat(take()).containsExactly("cancelled ask", "cancelled all");
    }

    @Test
    void soIsWhatIsCancelledOutsideTheMemory() {
        watched("do: [{all: {do: [{pause: {wait: {minutes: 10}}}]}}]");
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        take();
        operations.cancel(id);
        assertThat(take()).containsExactly("cancelled pause", "cancelled all");
    }

    @Test
    void anOperatorsRetryIsToldThoughItIsReplayed() {
        watched("do: [{all: {do: [{ask: {call: ping}}]}}]");
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/all/do/0/ask", DOWN);
        assertThat(take()).endsWith("faulted ask", "faulted all");
        operations.retry(id);
        assertThat(take()).containsExactly("resumed all", "retried ask");
        fixture.answer("/do/0/all/do/0/ask", "1");
        assertThat(take()).containsExactly("completed ask", "completed all");
    }

    @Test
    void aForkTellsWhatItDoesItself() {
        watched("do: [{ask: {call: ping}}, {add: {set: .n}}, {last: {call: ping}}]");
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "{\"n\":1}");
        fixture.answer("/do/2/last", "1");
        take();
        String fork = operations.fork(id, "/do/1/add", Map.of("n", 2));
        assertThat(told).extracting(CloudEvent::getSubject).containsOnly(fork);
        assertThat(take()).containsExactly("created add", "started add", "completed add", "created last", "started last");
    }

    @Test
    void anotherLifeTellsNothingAgain() {
        watched(ASKS);
        String id = fixture.begin("{}").instanceId();
        take();
        nextLife();
        assertThat(told).isEmpty();
        fixture.answer("/do/1/ask", "{\"n\":5}");
        assertThat(take()).containsExactly("completed ask", "created after", "started after", "completed after");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aRetryIsToldAgainWithTheSameIdsIfNothingWasWrittenSince() {
        watched("do: [{ask: {call: ping}}]");
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/ask", DOWN);
        take();
        operations.retry(id);
        List<String> first = told.stream().map(CloudEvent::getId).toList();
        assertThat(take()).containsExactly("retried ask");
        nextLife();
        assertThat(told).extracting(CloudEvent::getId).isEqualTo(first);
        fixture.answer("/do/0/ask", "1");
        assertThat(take()).containsExactly("retried ask", "completed ask");
    }

    @Test
    void whoBeginsToWatchIsToldHowTasksUnderWayEnd() {
        fixture.workflow("do: [{all: {do: [{ask: {call: ping}}]}}]").start();
        fixture.begin("{}");
        watch();
        fixture.answer("/do/0/all/do/0/ask", "1");
        assertThat(take()).containsExactly("completed ask", "completed all");
    }

    @Test
    void nothingIsNotedForNobody() {
        InstalledProgram program = fixture.workflow(ASKS).installed();
        InstanceState state = ProgramExecutor.begin("i", program.linked(),
                new Started("test:case", "1.0.0", 0, EngineFixture.NOON, JsonPayload.of(JsonCodec.read("{}"))));
        LifecycleNotifier lifecycle = new LifecycleNotifier(new ProgramRegistry(List.of(program)), new ListenerIndex(),
                event -> {});
        lifecycle.watch(state);
        lifecycle.watch(event -> {});
        lifecycle.watch(state);
        assertThat(state.changes()).isNull();
        lifecycle.watchTasks(event -> {});
        lifecycle.watch(state);
        assertThat(state.changes()).isNotNull();
    }

    /** Each task doubles what is written of a value and costs next to nothing. */
    @Test
    @Timeout(60)
    void aLargeOutputIsLeftOut() {
        String doubling = IntStream.range(0, 26).mapToObj(i -> "{d" + i + ": {set: {a: \"${ . }\", b: \"${ . }\"}}}")
                .collect(Collectors.joining(", "));
        watched("do: [" + doubling + ", {last: {set: {n: 5}}}]");
        fixture.begin("{}");
        int with = 0;
        for (CloudEvent event : told) {
            String data = data(event);
            assertThat(data.length()).isLessThan(1_200_000);
            with += data.contains("\"output\"") ? 1 : 0;
        }
        assertThat(told).hasSize(3 * 27);
        assertThat(with).isBetween(14, 20);
        assertThat(data(told.get(told.size() - 1))).contains("\"output\":{\"n\":5}");
    }

    @Test
    void aLongLoopIsToldInParts() {
        fixture.workflow("do: [{turns: {for: {in: \"${ [range(1000)] }\"}, do: [{turn: {set: {x: 2}}}]}}]").start();
        new EngineCloudEventBus(fixture.engine).taskLifecycle().subscribe().with(event -> {
            told.add(event);
            fixture.session.hold();
        });
        String id = fixture.begin("{}").instanceId();
        assertThat(told).hasSizeBetween(2_048, 3_000);
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(told).hasSize(3_003);
        assertThat(told).extracting(CloudEvent::getId).doesNotHaveDuplicates();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    private void watched(String workflow) {
        fixture.workflow(workflow).start();
        watch();
    }

    private void nextLife() {
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
        watch();
        fixture.threads.runAll();
    }

    private Cancellable watch() {
        return new EngineCloudEventBus(fixture.engine).taskLifecycle().subscribe().with(told::add);
    }

    /** The changes since the previous call. */
    private List<String> take() {
        List<String> taken = told.stream()
                .map(event -> event.getType().replaceAll("^io\\.serverlessworkflow\\.task\\.(.*)\\.v1$", "$1 ")
                        + data(event).replaceAll(".*\"task\":\"[^\"]*/([^\"]*)\".*", "$1"))
                .toList();
        told.clear();
        return taken;
    }

    private static String data(CloudEvent event) {
        return new String(event.getData().toBytes(), StandardCharsets.UTF_8);
    }
}
