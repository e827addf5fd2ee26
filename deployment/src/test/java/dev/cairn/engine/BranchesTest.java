package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.TaskRun;
import dev.cairn.api.TaskRun.Status;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

class BranchesTest {

    private static final String RACE = """
            do:
              - race:
                  fork:
                    compete: true
                    branches:
                      - one: {call: ask, with: {question: 1}}
                      - two: {call: ping}
                      - three: {wait: {seconds: 5}}
              - after: {call: ping}
            """;
    private static final String BOTH = """
            do:
              - both:
                  fork:
                    branches:
                      - one: {call: ask, with: {question: 1}}
                      - two: {call: ping}
            """;
    private static final String ONE = "/do/0/both/fork/branches/0/one";
    private static final String TWO = "/do/0/both/fork/branches/1/two";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);
    private final List<String> cancelled = new ArrayList<>();

    /** Makes the calls of both functions tell when they are cancelled. */
    private void watchCancellations() {
        for (String function : List.of("ask", "ping")) {
            fixture.functions.put(function, call -> Uni.createFrom()
                    .<JsonNode>emitter(emitter -> fixture.pending.put(call.task(), emitter))
                    .onCancellation().invoke(() -> cancelled.add(call.task())));
        }
    }

    @Test
    void effectsOfAllBranchesAreUnderWayTogetherAndAnsweredInAnyOrder() {
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(fixture.keys()).containsExactly(id + ":" + ONE, id + ":" + TWO);
        fixture.answer(TWO, "2");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.RUNNING);
        fixture.answer(ONE, "1");
        assertThat(fixture.output(id)).isEqualTo("[1,2]");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    void answersThatComeWhileTheStoreWritesAreAllTaken() {
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        fixture.answer(TWO, "2");
        fixture.answer(ONE, "1");
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(fixture.output(id)).isEqualTo("[1,2]");
    }

    @Test
    void anAnswerThatComesWhileItIsNotKnownWhatIsDurableIsTakenAfterwards() {
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        fixture.answer(TWO, "2");
        fixture.answer(ONE, "1");
        fixture.session.fail(null, false);
        fixture.advance(60_000);
        assertThat(fixture.output(id)).isEqualTo("[1,2]");
        assertThat(fixture.calls).hasSize(2);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAnswerThatComesWhileSomebodyElseTakesOverIsDropped() {
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        fixture.answer(TWO, "2");
        fixture.answer(ONE, "1");
        fixture.store.takeOver(id, "other");
        fixture.session.fail(null, false);
        fixture.advance(60_000);
        assertThat(fixture.store.get(id).row().owner()).isEqualTo("other");
        assertThat(fixture.store.get(id).entries()).hasSize(2);
    }

    @Test
    void losersAreCancelledWhenTheWinnerIsDurableAndNotBefore() {
        watchCancellations();
        fixture.workflow(RACE).start();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        fixture.answer("/do/0/race/fork/branches/1/two", "2");
        assertThat(cancelled).isEmpty();
        fixture.session.release();
        fixture.threads.runAll();
        assertThat(cancelled).containsExactly("/do/0/race/fork/branches/0/one");
        fixture.answer("/do/0/race/fork/branches/0/one", "1");
        fixture.advance(60_000);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.RUNNING);
        fixture.answer("/do/1/after", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void aTimerCanWinAndCancelsTheCalls() {
        watchCancellations();
        fixture.workflow(RACE).start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(5_000);
        assertThat(cancelled).containsExactly("/do/0/race/fork/branches/0/one", "/do/0/race/fork/branches/1/two");
        fixture.answer("/do/1/after", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void anErrorThatIsCaughtOutsideCancelsTheOtherBranches() {
        watchCancellations();
        fixture.workflow("""
                do:
                  - careful:
                      try: [{both: {fork: {branches: [{one: {call: ping}}, {two: {call: ping}}]}}}]
                      catch: {do: [{handle: {call: ping}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/careful/try/0/both/fork/branches/1/two", new IllegalStateException("no"));
        assertThat(cancelled).containsExactly("/do/0/careful/try/0/both/fork/branches/0/one");
        fixture.answer("/do/0/careful/catch/do/0/handle", "3");
        assertThat(fixture.output(id)).isEqualTo("3");
    }

    @Test
    void anErrorThatNothingCatchesCancelsTheOthersAndARetryMakesTheirCallsAgain() {
        watchCancellations();
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail(TWO, new IllegalStateException("no"));
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        assertThat(cancelled).containsExactly(ONE);
        operations.retry(id);
        assertThat(fixture.keys().subList(2, 4)).containsExactly(id + ":" + ONE, id + ":" + TWO + "!1");
        fixture.answer(TWO, "2");
        fixture.answer(ONE, "1");
        assertThat(fixture.output(id)).isEqualTo("[1,2]");
    }

    @Test
    void aTimeoutAroundTheForkCancelsAllCalls() {
        watchCancellations();
        fixture.workflow(BOTH.replace("- both:", "- both:\n      timeout: {after: {seconds: 5}}")).start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(5_000);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
        assertThat(cancelled).containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void afterACrashTheCallsWithoutAnswerAreMadeAgainAndNoOthers() {
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer(TWO, "2");
        fixture.start();
        assertThat(fixture.keys()).containsExactly(id + ":" + ONE, id + ":" + TWO, id + ":" + ONE);
        fixture.answer(ONE, "1");
        assertThat(fixture.output(id)).isEqualTo("[1,2]");
    }

    @Test
    void anInstanceThatOnlyWaitsInAllBranchesLeavesTheMemoryUntilTheFirstTimer() {
        fixture.workflow("""
                do:
                  - both: {fork: {branches: [{one: {wait: {minutes: 20}}}, {two: {wait: {minutes: 10}}}]}}
                  - last: {call: ping}
                """).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.WAITING);
        assertThat(fixture.store.get(id).row().wakeAtMillis()).isEqualTo(EngineFixture.NOON + 600_000);
        fixture.advance(600_000);
        assertThat(fixture.store.get(id).row().wakeAtMillis()).isEqualTo(EngineFixture.NOON + 1_200_000);
        fixture.start();
        fixture.advance(600_000);
        fixture.answer("/do/1/last", "1");
        assertThat(fixture.output(id)).isEqualTo("1");
    }

    @Test
    void aSuspendedInstanceTakesEveryAnswerAndGoesOnWithThemWhenItIsResumed() {
        fixture.workflow(RACE).start();
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        fixture.advance(10_000);
        fixture.answer("/do/0/race/fork/branches/1/two", "2");
        fixture.answer("/do/0/race/fork/branches/0/one", "1");
        assertThat(fixture.calls).hasSize(2);
        fixture.start();
        operations.resume(id);
        assertThat(fixture.keys()).hasSize(3).last().isEqualTo(id + ":/do/1/after");
        assertThat(fixture.calls.get(2).arguments()).hasToString("[]");
    }

    @Test
    void whatComesWhileABranchComputesComesAfterThatAsInAReplay() {
        fixture.workflow("""
                do:
                  - race:
                      fork:
                        compete: true
                        branches:
                          - asks: {call: ping}
                          - computes: {do: [{first: {call: ask, with: {question: 1}}}, {sum: {set: "${ [range(5000)] | add }"}}]}
                """);
        fixture.start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove("/do/0/race/fork/branches/1/computes/do/0/first").complete(JsonCodec.read("1"));
        fixture.pending.remove("/do/0/race/fork/branches/0/asks").complete(JsonCodec.read("2"));
        fixture.threads.runAll();
        assertThat(fixture.output(id)).isEqualTo("12497500");
        fixture.start();
        assertThat(fixture.output(id)).isEqualTo("12497500");
    }

    @Test
    void aJournalThatHasTheTasksOfBranchesGivesTheSameAfterEveryCrash() {
        fixture.options = fixture.options.with(new TaskHistoryRules(true, Map.of()));
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - one: {do: [{ask: {call: ping}}, {add: {set: "${ . + 1 }"}}, {again: {call: ping}}]}
                          - two: {do: [{ask: {call: ping}}, {add: {set: "${ . + 10 }"}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.start();
        fixture.answer("/do/0/both/fork/branches/1/two/do/0/ask", "2");
        fixture.start();
        fixture.answer("/do/0/both/fork/branches/0/one/do/0/ask", "1");
        fixture.start();
        fixture.answer("/do/0/both/fork/branches/0/one/do/2/again", "5");
        assertThat(fixture.output(id)).isEqualTo("[5,12]");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);
        assertThat(fixture.calls).as("two, both again, the one left again, the one behind it, and that again").hasSize(7);
    }

    @Test
    void whileTheEndsOfTasksAreWrittenTheCallsOfOtherBranchesGoOn() {
        watchCancellations();
        fixture.options = fixture.options.with(new TaskHistoryRules(true, Map.of()));
        fixture.workflow(
                BOTH.replace("- two: {call: ping}",
                        "- two: {do: [{a: {set: \"${ [range(30000)] | length }\"}}, {b: {set: \"2\"}}, {c: {call: ping}}]}"))
                .start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer(ONE, "1");
        fixture.answer(TWO + "/do/2/c", "3");
        assertThat(cancelled).isEmpty();
        assertThat(fixture.output(id)).isEqualTo("[1,3]");
    }

    @Test
    void cancellingAnInstanceCancelsTheCallsOfAllBranches() {
        watchCancellations();
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        operations.cancel(id);
        assertThat(cancelled).containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void theHistoryShowsBranchesBesideEachOtherAndLosersAsCancelled() {
        fixture.workflow(RACE).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.RUNNING);
        fixture.time.advance(1_000);
        fixture.answer("/do/0/race/fork/branches/1/two", "2");
        List<TaskRun> tasks = history(id);
        assertThat(tasks).extracting(TaskRun::name).containsExactly("case", "race", "one", "two", "three", "after");
        assertThat(tasks).extracting(TaskRun::status).containsExactly(Status.RUNNING, Status.COMPLETED, Status.CANCELLED,
                Status.COMPLETED, Status.CANCELLED, Status.RUNNING);
        assertThat(tasks.get(1).output()).hasToString("2");
        assertThat(tasks.get(2).output()).isNull();
        assertThat(tasks.get(2).endedAt()).isEqualTo(tasks.get(1).endedAt());
    }

    @Test
    void theHistoryOfAFaultedForkShowsWhatWasUnderWayAsCancelled() {
        fixture.workflow(BOTH).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail(TWO, new IllegalStateException("no"));
        assertThat(history(id)).extracting(TaskRun::status).containsExactly(Status.FAULTED, Status.FAULTED, Status.CANCELLED,
                Status.FAULTED);
        operations.retry(id);
        fixture.answer(ONE, "1");
        fixture.answer(TWO, "2");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);
        assertThat(history(id)).extracting(TaskRun::attempts).containsExactly(1, 1, 1, 2);
    }

    private List<TaskRun> history(String id) {
        return operations.ask(operations.handle(id).history(1_000, null)).assertCompleted().getItem().tasks();
    }

    @Tag("long")
    @Tag("properties")
    @Test
    @Timeout(60)
    void aForkMayBeWide() {
        int calls = 5_000;
        String branches = IntStream.range(0, calls).mapToObj(i -> "{b" + i + ": {call: ask}}")
                .collect(Collectors.joining(", "));
        fixture.workflow("do: [{all: {fork: {branches: [" + branches + "]}}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.values().forEach(call -> call.complete(JsonCodec.read("1")));
        fixture.threads.runAll();
        assertThat(fixture.output(id)).hasSize(2 * calls + 1);
    }
}
