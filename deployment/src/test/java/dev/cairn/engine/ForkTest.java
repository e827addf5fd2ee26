package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.StoreException;

class ForkTest {

    private static final String ORDER = """
            document:
              dsl: 1.0.3
              namespace: test
              name: case
              version: 1.0.0
              metadata: {cairn: {businessKey: "${ .order }"}}
            do:
              - first: {call: ask, with: {question: "${ .order }"}}
              - second: {call: ask, with: {question: "${ .n }"}}
              - third: {call: ask, with: {question: "${ . }"}}
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private String done() {
        fixture.workflow(ORDER).start();
        String id = fixture.begin("{\"order\":\"a\"}").instanceId();
        fixture.answer("/do/0/first", "{\"n\":1}");
        fixture.answer("/do/1/second", "2");
        fixture.answer("/do/2/third", "3");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        return id;
    }

    @Test
    void whatCameBeforeTheTaskIsNotRepeatedAndTheTaskHasItsNewInput() {
        String id = done();
        String fork = operations.fork(id, "/do/1/second", Map.of("n", 100));
        assertThat(fork).isNotEqualTo(id);
        assertThat(fixture.calls).hasSize(4);
        assertThat(fixture.keys()).endsWith(fork + ":/do/1/second");
        assertThat(fixture.calls.get(3).arguments()).hasToString("[100]");
        fixture.start();
        assertThat(fixture.keys()).endsWith(fork + ":/do/1/second", fork + ":/do/1/second");
        fixture.answer("/do/1/second", "200");
        fixture.answer("/do/2/third", "300");
        assertThat(fixture.output(fork)).isEqualTo("300");
        assertThat(fixture.output(id)).isEqualTo("3");
        assertThat(fixture.store.get(fork).row().keys()).isEqualTo(fixture.store.get(id).row().keys());
    }

    @Test
    void aForkCanBeForkedBeforeAndBehindItsTask() {
        String id = done();
        String fork = operations.fork(id, "/do/1/second", Map.of("n", 100));
        fixture.answer("/do/1/second", "200");
        fixture.answer("/do/2/third", "300");
        String behind = operations.fork(fork, "/do/2/third", 201);
        assertThat(fixture.calls.get(fixture.calls.size() - 1).arguments()).hasToString("[201]");
        fixture.start();
        fixture.answer("/do/2/third", "301");
        assertThat(fixture.output(behind)).isEqualTo("301");
        String before = operations.fork(fork, "/do/0/first", Map.of("order", "b"));
        fixture.start();
        fixture.answer("/do/0/first", "{\"n\":5}");
        assertThat(fixture.calls.get(fixture.calls.size() - 1).arguments()).hasToString("[5]");
        assertThat(operations.status(before)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aTurnOfALoopIsChosenByItsNumber() {
        fixture.workflow("""
                do:
                  - loop:
                      for: {each: x, in: "${ .xs }"}
                      do: [{add: {call: ask, with: {question: "${ [., $x] }"}}}]
                """).start();
        String id = fixture.begin("{\"xs\":[1,2,3]}").instanceId();
        fixture.answer("/do/0/loop/do/0/add", "10");
        fixture.answer("/do/0/loop/do/0/add", "20");
        operations.ask(operations.handle(id).fork(ForkRequest.of("/do/0/loop/do/0/add", 99).withRun(2))).assertCompleted();
        assertThat(fixture.calls.get(fixture.calls.size() - 1).arguments()).hasToString("[[99,2]]");
        operations.fork(id, "/do/0/loop/do/0/add", 98);
        assertThat(fixture.calls.get(fixture.calls.size() - 1).arguments()).hasToString("[[98,3]]");
    }

    @Test
    void theSameKeyIsTheSameFork() {
        String id = done();
        ForkRequest request = ForkRequest.of("/do/1/second", Map.of("n", 1)).withIdempotencyKey("k");
        InstanceHandle first = operations.ask(operations.handle(id).fork(request)).assertCompleted().getItem();
        InstanceHandle second = operations.ask(operations.handle(id).fork(request)).assertCompleted().getItem();
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(first.created()).isTrue();
        assertThat(second.created()).isFalse();
        assertThat(fixture.calls).hasSize(4);
    }

    @Test
    void theSameKeyWithAnotherTaskOrInputIsRefused() {
        String id = done();
        ForkRequest request = ForkRequest.of("/do/1/second", Map.of("n", 1)).withIdempotencyKey("k");
        String fork = operations.ask(operations.handle(id).fork(request)).assertCompleted().getItem().id();
        for (ForkRequest other : List.of(ForkRequest.of("/do/1/second", Map.of("n", 2)),
                ForkRequest.of("/do/0/first", Map.of("n", 1)))) {
            operations.refused(operations.handle(id).fork(other.withIdempotencyKey("k")), Reason.KEY_REUSED, "CAIRN-0465");
        }
        assertThat(operations.ask(operations.handle(id).fork(request.withRun(1))).assertCompleted().getItem().id())
                .isEqualTo(fork);
    }

    @Test
    void aTaskThatTheInstanceHasNotComeToIsRefused() {
        fixture.workflow(ORDER).start();
        String id = fixture.begin("{\"order\":\"a\"}").instanceId();
        operations.refused(operations.handle(id).fork(ForkRequest.of("/do/1/second", 1)), Reason.UNKNOWN_TASK, "CAIRN-0447");
        operations.refused(operations.handle(id).fork(ForkRequest.of("/do/9/none", 1)), Reason.UNKNOWN_TASK, "CAIRN-0447");
        operations.refused(operations.handle(id).fork(ForkRequest.of("/do/0/first", 1).withRun(2)), Reason.UNKNOWN_TASK,
                "for the 2. time");
        operations.refused(operations.handle("nope").fork(ForkRequest.of("/do/0/first", 1)), Reason.UNKNOWN_INSTANCE, "nope");
    }

    @Test
    void aForkWhoseReplyWasLostGoesOnAtOnceAndIsFoundByItsKey() {
        String id = done();
        fixture.session.fail(new StoreException("connection reset", false, null), true);
        ForkRequest request = ForkRequest.of("/do/1/second", Map.of("n", 1)).withIdempotencyKey("k");
        operations.refused(operations.handle(id).fork(request), Reason.STORE_UNAVAILABLE, "connection reset");
        assertThat(fixture.calls).hasSize(4);
        fixture.start();
        assertThat(fixture.calls).hasSize(5);
        assertThat(operations.ask(operations.handle(id).fork(request)).assertCompleted().getItem().created()).isFalse();
    }

    @Test
    void aFaultedInstanceIsForkedAtTheTaskThatFailed() {
        fixture.workflow(ORDER).start();
        String id = fixture.begin("{\"order\":\"a\"}").instanceId();
        fixture.answer("/do/0/first", "{\"n\":1}");
        fixture.fail("/do/1/second", new IllegalStateException("no"));
        operations.retry(id);
        fixture.fail("/do/1/second", new IllegalStateException("no"));
        String fork = operations.fork(id, "/do/1/second", Map.of("n", 2));
        assertThat(fixture.keys()).endsWith(fork + ":/do/1/second");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.FAULTED);
    }

    @Test
    void aTurnOfALoopBeginsAnewThoughTheJournalHasTheTasks() {
        fixture.options = fixture.options.with(new TaskHistoryRules(true, Map.of()));
        fixture.workflow("""
                do:
                  - first: {set: "${ . }"}
                  - loop:
                      for: {each: x, in: "${ .xs }"}
                      do: [{add: {call: ask, with: {question: "${ [., $x] }"}}}]
                """).start();
        String id = fixture.begin("{\"xs\":[1,2,3]}").instanceId();
        for (String answer : List.of("10", "20", "30")) {
            fixture.answer("/do/1/loop/do/0/add", answer);
        }
        operations.ask(operations.handle(id).fork(ForkRequest.of("/do/1/loop/do/0/add", 99).withRun(2))).assertCompleted();
        assertThat(fixture.calls.get(fixture.calls.size() - 1).arguments()).hasToString("[[99,2]]");
    }

    @Test
    void aTaskWithoutEffectsHasItsNewInputThoughTheJournalHasTheTasks() {
        fixture.options = fixture.options.with(new TaskHistoryRules(true, Map.of()));
        fixture.workflow("""
                do:
                  - first: {set: "${ .n }"}
                  - loop: {for: {in: "[1, 2]"}, do: [{w: {set: {n: "${ . }"}}}]}
                  - third: {call: ping}
                """).start();
        String id = fixture.begin("{\"n\":1}").instanceId();
        InstanceHandle fork = operations.ask(operations.handle(id).fork(ForkRequest.of("/do/1/loop/do/0/w", 7).withRun(2)))
                .assertCompleted().getItem();
        JournalDecoder reader = fixture.engine.journal().decoder(fixture.store.get(fork.id()));
        assertThat(IntStream.range(0, reader.size()).mapToObj(position -> reader.read(position).event())
                .filter(TaskDone.class::isInstance).map(TaskDone.class::cast)
                .map(done -> done.task() + " " + done.output().tree()))
                .containsExactly("/do/0/first 1", "/do/1/loop/do/0/w {\"n\":1}", "/do/1/loop/do/0/w {\"n\":7}",
                        "/do/1/loop {\"n\":7}");
    }
}
