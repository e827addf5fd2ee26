package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.TaskRun;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Events before pure work that takes long, or has no end, are durable meanwhile. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LongWorkTest {

    private static final String QUITE_LONG = "{for: {each: i, in: \"${ [range(5000)] }\"}, do: [{t: {set: {n: \"${ $i }\"}}}]}";
    /** Longer than a replay goes where it is not known that there is an end. */
    private static final String LONG = "{for: {each: i, in: \"${ [range(100)] }\"}, do: [{again: {for: {each: j,"
            + " in: \"${ [range(500)] }\"}, do: [{t: {set: {n: \"${ $j }\"}}}]}}]}";
    private static final String ENDLESS = "do: [{ask: {call: ask, with: {question: 1}}}, {more: {switch: [{again: {then: more}}]}}]";
    private static final int MAX_STEPS = 10_000;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    private final List<String> told = new ArrayList<>();
    private EndingThreads life = new EndingThreads(fixture);

    @BeforeEach
    void doLittleAtOnce() {
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(1_000, 6_000), new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE),
                JournalEncodingOptions.DEFAULTS, InstanceRunOptions.stopping(200));
        fixture.seenThreads = life;
    }

    /** Pending acts of the earlier life are dropped. */
    private void crash() {
        restart();
        fixture.threads.runAll();
    }

    /** As {@link #crash}; nothing queued is run yet. */
    private void restart() {
        life.end();
        life = new EndingThreads(fixture);
        fixture.seenThreads = life;
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
    }

    /** Answers, and runs what is queued until something is so. */
    private void answerUntil(String task, String json, BooleanSupplier so) {
        fixture.pending.remove(task).complete(JsonCodec.read(json));
        runUntil(so);
    }

    private void runUntil(BooleanSupplier so) {
        for (int steps = 0; !so.getAsBoolean(); steps++) {
            assertThat(steps).isLessThan(MAX_STEPS);
            assertThat(fixture.threads.runNext()).as("something goes on").isTrue();
        }
    }

    private <T> UniAssertSubscriber<T> askMeanwhile(Uni<T> question) {
        AtomicBoolean answered = new AtomicBoolean();
        UniAssertSubscriber<T> answer = question.onTermination().invoke(() -> answered.set(true)).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        runUntil(answered::get);
        return answer;
    }

    private int entries(String id) {
        return fixture.store.get(id).entries().size();
    }

    private boolean computes() {
        for (int step = 0; step < 20; step++) {
            if (!fixture.threads.runNext()) {
                return false;
            }
        }
        return true;
    }

    @Test
    void anOutcomeIsDurableBeforeLongWorkAndItsEffectIsNotDoneAgain() {
        fixture.workflow("do:\n  - ask: {call: ask, with: {question: 1}}\n  - work: " + LONG + "\n  - last: {call: ping}\n")
                .start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/ask", "7", () -> entries(id) == 2);
        assertThat(computes()).isTrue();
        assertThat(fixture.calls).hasSize(1);
        crash();
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/ask", id + ":/do/2/last");
        fixture.answer("/do/2/last", "1");
        assertThat(fixture.output(id)).isEqualTo("1");
    }

    @Test
    void theWorkGoesOnWhenTheOutcomeIsDurable() {
        fixture.workflow("do:\n  - ask: {call: ask, with: {question: 1}}\n  - work: " + LONG + "\n").start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        fixture.answer("/do/0/ask", "7");
        assertThat(fixture.session.held()).isEqualTo(1);
        assertThat(fixture.threads.runNext()).as("it waits").isFalse();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(fixture.output(id)).isEqualTo("{\"n\":499}");
        assertThat(fixture.store.commits()).as("the start, the outcome, the end").isEqualTo(3);
    }

    @Test
    void whatOnlyComputesIsWrittenOnceHoweverLongItTakes() {
        fixture.workflow("do:\n  - work: " + LONG + "\n  - again: " + LONG + "\n").start();
        assertThat(fixture.output(fixture.begin("{}").instanceId())).isEqualTo("{\"n\":499}");
        assertThat(fixture.store.commits()).isEqualTo(1);
    }

    @Test
    void shortWorkCostsNoWrite() {
        fixture.workflow("do: [{ask: {call: ask, with: {question: 1}}}, {work: {set: {n: 2}}}, {last: {call: ping}}]").start();
        fixture.begin("{}");
        fixture.answer("/do/0/ask", "7");
        assertThat(fixture.store.commits()).isEqualTo(2);
    }

    @Test
    void anOutcomeThatComesMeanwhileIsTakenInBehindTheWork() {
        fixture.workflow("do:\n  - both:\n      fork:\n        branches:\n          - first: {call: ping}\n          - other:\n"
                + "              do:\n                - ask: {call: ask, with: {question: 1}}\n                - work: " + LONG
                + "\n")
                .start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/both/fork/branches/1/other/do/0/ask", "7", () -> entries(id) == 2);
        assertThat(computes()).isTrue();
        fixture.answer("/do/0/both/fork/branches/0/first", "1");
        assertThat(fixture.output(id)).isEqualTo("[1,{\"n\":499}]");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void afterACrashTheOtherBranchIsCalledAgainBehindTheWork() {
        fixture.workflow("do:\n  - both:\n      fork:\n        branches:\n          - first: {call: ping}\n          - other:\n"
                + "              do:\n                - ask: {call: ask, with: {question: 1}}\n                - work: " + LONG
                + "\n")
                .start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/both/fork/branches/1/other/do/0/ask", "7", () -> entries(id) == 2);
        assertThat(computes()).isTrue();
        crash();
        assertThat(fixture.keys()).endsWith(id + ":/do/0/both/fork/branches/0/first").hasSize(3);
        fixture.answer("/do/0/both/fork/branches/0/first", "1");
        assertThat(fixture.output(id)).isEqualTo("[1,{\"n\":499}]");
    }

    @Test
    void whatHasNoEndIsTakenUpAndCanBeCancelled() {
        fixture.workflow(ENDLESS).start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/ask", "7", () -> entries(id) == 2);
        operations.suspend(id);
        crash();
        askMeanwhile(operations.handle(id).resume()).assertCompleted();
        assertThat(computes()).isTrue();
        assertThat(fixture.calls).hasSize(1);
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void whatHasNoEndIsTakenUpThoughItsJournalHasNoMoreTasks(boolean suspend) {
        EngineOptions without = fixture.options;
        fixture.options = without.with(new TaskHistoryRules(true, Map.of()));
        fixture.workflow("do: [{first: {set: {n: 1}}}, " + ENDLESS.substring(ENDLESS.indexOf('[') + 1)).start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/1/ask", "7", () -> entries(id) >= 10);
        if (suspend) {
            operations.suspend(id);
        }
        fixture.options = without;
        restart();
        askMeanwhile(operations.handle(id).resume()).assertCompleted();
        assertThat(computes()).isTrue();
        int before = entries(id);
        assertThat(computes()).isTrue();
        assertThat(entries(id)).as("none for a task").isEqualTo(before);
        operations.suspend(id);
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void whatHasNoEndCanBeSuspendedAgainAfterACrash() {
        fixture.workflow(ENDLESS).start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/ask", "7", () -> entries(id) == 2);
        operations.suspend(id);
        askMeanwhile(operations.handle(id).resume()).assertCompleted();
        operations.suspend(id);
        crash();
        askMeanwhile(operations.handle(id).resume()).assertCompleted();
        operations.suspend(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(entries(id)).isEqualTo(7);
    }

    @Test
    void theHistoryOfWhatHasNoEndComesToItsEnd() {
        fixture.workflow(ENDLESS).start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/ask", "7", () -> entries(id) == 2);
        List<TaskRun> running = askMeanwhile(operations.handle(id).history(3, null)).assertCompleted().getItem().tasks();
        operations.suspend(id);
        List<TaskRun> suspended = operations.ask(operations.handle(id).history(3, null)).assertCompleted().getItem().tasks();
        operations.cancel(id);
        List<TaskRun> cancelled = operations.ask(operations.handle(id).history(3, null)).assertCompleted().getItem().tasks();
        assertThat(List.of(running, suspended, cancelled)).allSatisfy(
                tasks -> assertThat(tasks).extracting(TaskRun::task).containsExactly("", "/do/0/ask", "/do/1/more"));
    }

    @Test
    void whatHasNoEndCanBeForked() {
        fixture.workflow(ENDLESS).start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/ask", "7", () -> entries(id) == 2);
        operations.suspend(id);
        String fork = operations.fork(id, "/do/0/ask", 2);
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/ask@0", fork + ":/do/0/ask@0");
        operations.cancel(fork);
        operations.cancel(id);
        operations.refused(operations.handle(id).resume(), Reason.WRONG_PHASE, "it is cancelled");
    }

    @Test
    void theHistoryGoesToTheEndOfWorkThatHasOneAndAForkBeginsThere() {
        fixture.workflow("do:\n  - work: " + QUITE_LONG + "\n  - last: {call: ping}\n").start();
        String id = fixture.begin("{}").instanceId();
        assertThat(operations.ask(operations.handle(id).history(1_000, "5001")).assertCompleted().getItem().tasks())
                .extracting(TaskRun::task).containsExactly("/do/0/work/do/0/t", "/do/1/last");
        String fork = operations.fork(id, "/do/1/last", 2);
        assertThat(fixture.keys()).containsExactly(id + ":/do/1/last", fork + ":/do/1/last");
    }

    @Test
    void whatWasToldIsNotToldAgain() {
        fixture.workflow("do:\n  - work: " + LONG + "\n  - last: {call: ping}\n").start();
        watch();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        crashWatched();
        operations.resume(id);
        fixture.answer("/do/1/last", "1");
        assertThat(told).filteredOn(event -> event.startsWith("completed")).hasSize(50_102).endsWith("completed /do/0/work",
                "completed /do/1/last");
    }

    @Test
    void aCancellationInTheMiddleIsTold() {
        fixture.workflow("do:\n  - work: " + LONG + "\n  - last: {call: ping}\n").start();
        watch();
        String id = fixture.begin("{}").instanceId();
        told.clear();
        crashWatched();
        operations.cancel(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(told).contains("cancelled /do/0/work");
    }

    private void watch() {
        fixture.engine.events().lifecycle().watchTasks(event -> told.add(
                event.getType().replaceFirst(".*task\\.([a-z]+)\\..*", "$1") + " "
                        + JsonCodec.read(new String(event.getData().toBytes(), StandardCharsets.UTF_8)).path("task").asText()));
    }

    private void crashWatched() {
        restart();
        watch();
    }

    @Test
    void anAnswerThatCameToASuspendedInstanceIsTakenInWhereItWas() {
        fixture.workflow(
                "do:\n  - both:\n      fork:\n        compete: true\n        branches:\n          - first: {call: ping}\n"
                        + "          - other:\n              do:\n                - ask: {call: ask, with: {question: 1}}\n                - work: "
                        + LONG + "\n                - last: {call: ask, with: {question: 2}}\n")
                .start();
        String id = fixture.begin("{}").instanceId();
        answerUntil("/do/0/both/fork/branches/1/other/do/0/ask", "7", () -> entries(id) == 2);
        assertThat(computes()).isTrue();
        operations.suspend(id);
        fixture.answer("/do/0/both/fork/branches/0/first", "1");
        assertThat(entries(id)).isEqualTo(4);
        crash();
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("1");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void anAnswerThatCameToASuspendedInstanceBehindTheWorkIsTakenInThere() {
        fixture.workflow("do:\n  - work: " + LONG + "\n  - last: {call: ping}\n").start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.answer("/do/1/last", "1");
        assertThat(entries(id)).isEqualTo(3);
        crash();
        operations.resume(id);
        assertThat(fixture.output(id)).isEqualTo("1");
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void anErrorBehindLongWorkCanBeRetriedAfterARestart() {
        fixture.workflow("do:\n  - ask: {call: ask, with: {question: 1}}\n  - work: " + LONG
                + "\n  - fail: {if: .n < 500, raise: {error: {type: 'https://example.com/no', status: 500}}}\n").start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "7");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        crash();
        operations.retry(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        crash();
        assertThat(operations.ask(operations.handle(id).history(10, "50103")).assertCompleted().getItem().tasks())
                .extracting(task -> task.task() + " " + task.attempts()).containsExactly("/do/2/fail 2");
        assertThat(fixture.calls).hasSize(1);
    }
}
