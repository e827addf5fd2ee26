package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.TaskRun;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Cancelling;
import dev.cairn.journal.JournalReader;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.time.InstanceIds;
import dev.cairn.value.Json;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** What an instance did is undone when it is cancelled in the middle of pure work, even if that never ends. */
class CompensateComputingTest {

    private static final int SOME = 50;
    private static final String ACT = "/do/0/act";
    private static final String LAST = "/do/1/afterAct/try/1/last";
    private static final String UNDO = "/do/1/afterAct/catch/do/0/undo";
    /** Goes on as long as what was done gave 1. */
    private static final String ENDLESS = """
            do:
              - act: {call: ping}
              - afterAct:
                  try:
                    - more: {switch: [{again: {when: "${ . == 1 }", then: more}}, {go: {then: last}}]}
                    - last: {call: ping}
                  catch:
                    do:
                      - undo: {call: ask, with: {question: "${ . }"}}
                      - fail: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    /** Starts an instance that has acted, and computes without end. */
    private String computing() {
        fixture.workflow(ENDLESS);
        startWithLittleWork();
        String id = fixture.begin("{}").instanceId();
        fixture.pending.remove(ACT).complete(Json.read("1"));
        someTurns();
        return id;
    }

    private void startWithLittleWork() {
        HistoryRules history = fixture.options.history();
        fixture.options = new EngineOptions(fixture.options.cluster(), 10_000, 200, 400, 7, 5_000, 200, 100, 1 << 20,
                fixture.options.journal()).with(history);
        fixture.start();
    }

    private void someTurns() {
        for (int i = 0; i < SOME; i++) {
            fixture.threads.runNext();
        }
    }

    /** The application dies, and lives again for some turns. */
    private void crash() {
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
        someTurns();
    }

    /** Asks, and gives the instance some turns. */
    private void ask(Uni<Void> question) {
        UniAssertSubscriber<Void> answer = question.subscribe().withSubscriber(UniAssertSubscriber.create());
        someTurns();
        answer.assertCompleted();
    }

    private void compensate(String id) {
        ask(operations.handle(id).cancelAndCompensate());
    }

    private List<String> tasks() {
        return fixture.calls.stream().map(EffectCall::task).toList();
    }

    private List<Happening> journal(String id) {
        JournalReader reader = fixture.engine.journal().reader(fixture.store.get(id));
        return IntStream.range(0, reader.size()).mapToObj(position -> reader.read(position).happening()).toList();
    }

    private List<String> kinds(String id) {
        return journal(id).stream().map(happening -> happening.getClass().getSimpleName()).toList();
    }

    @Test
    void itUndoesWhatItDidAfterACrashToo() {
        String id = computing();
        compensate(id);
        assertThat(tasks()).containsExactly(ACT, UNDO);
        assertThat(kinds(id)).containsExactly("Started", "Completed", "Cancelling");
        assertThat(((Cancelling) journal(id).get(2)).task()).isEqualTo("/do/1/afterAct/try/0/more");
        crash();
        assertThat(tasks()).containsExactly(ACT, UNDO, UNDO);
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(kinds(id)).containsExactly("Started", "Completed", "Cancelling", "Completed", "Ended");
    }

    @Test
    void anInstanceWhoseReplayHasNoEndIsAskedToo() {
        String id = replayed();
        compensate(id);
        assertThat(kinds(id)).containsExactly("Started", "Forked", "Completed", "Cancelling");
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void anInstanceWhoseReplayHasNoEndCanBeCancelled() {
        String id = replayed();
        ask(operations.handle(id).cancel());
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    /** Makes an instance of another, whose replay is about to begin. */
    private String replayed() {
        fixture.workflow(ENDLESS);
        startWithLittleWork();
        String other = fixture.begin("{}").instanceId();
        fixture.answer(ACT, "2");
        UniAssertSubscriber<InstanceHandle> forked = operations.handle(other)
                .fork(ForkRequest.of("/do/1/afterAct/try/0/more", 1)).subscribe().withSubscriber(UniAssertSubscriber.create());
        // The replay itself is done in one go: who asks for something has to do it before.
        while (forked.getItem() == null) {
            fixture.threads.runNext();
        }
        return forked.assertCompleted().getItem().id();
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aSuspendedInstanceUndoesWhatItDid(boolean crashes) {
        String id = computing();
        ask(operations.handle(id).suspend());
        if (crashes) {
            crash();
        }
        compensate(id);
        assertThat(kinds(id)).containsExactly("Started", "Completed", "Suspended", "Resumed", "Cancelling");
        crash();
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void soDoesOneWhoseTasksAreInTheJournal() {
        fixture.options = fixture.options.with(new HistoryRules(true, Map.of()));
        String id = computing();
        compensate(id);
        crash();
        fixture.answer(UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void everyBranchUndoesWhatItDid() {
        String waits = "/do/0/both/fork/branches/0/waits";
        String computes = "/do/0/both/fork/branches/1/computes";
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - waits:
                %s          - computes:
                %s""".formatted(ENDLESS.indent(14), ENDLESS.indent(14)));
        startWithLittleWork();
        String id = fixture.begin("{}").instanceId();
        fixture.answer(waits + ACT, "2");
        fixture.pending.remove(computes + ACT).complete(Json.read("1"));
        someTurns();
        compensate(id);
        assertThat(tasks()).containsExactly(waits + ACT, computes + ACT, waits + LAST, waits + UNDO, computes + UNDO);
        crash();
        fixture.answer(computes + UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.RUNNING);
        fixture.answer(waits + UNDO, "null");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aBranchThatHasNotBegunNeverDoes() {
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - computes: {do: [{more: {switch: [{again: {then: more}}]}}]}
                          - never: {call: ping}
                """);
        startWithLittleWork();
        fixture.begin("{}", "key");
        someTurns();
        String id = InstanceIds.ofKey("test:case", "key");
        compensate(id);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(tasks()).isEmpty();
        assertThat(operations.ask(operations.handle(id).history(100, null)).assertCompleted().getItem().tasks())
                .extracting(TaskRun::status).doesNotContain(TaskRun.Status.RUNNING);
    }
}
