package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.ForkRequest;
import dev.cairn.api.TaskRun;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEntry;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** Forks of instances whose journals have each task. */
class ForkTasksTest {

    private static final String FIRST_CALLS = """
            do:
              - ask: {call: ping}
              - a: {set: {n: "${ . }"}}
              - b: {set: {n: "${ .n + 1 }"}}
              - again: {call: ping}
              - c: {set: {n: "${ . + 1 }"}}
            """;
    private static final String FIRST_SETS = """
            do:
              - a: {set: {n: 1}}
              - ask: {call: ping}
              - b: {set: {n: "${ . }"}}
              - group: {do: [{c: {set: {n: "${ .n + 1 }"}}}, {d: {call: ping}}, {e: {set: {n: 5}}}]}
              - f: {set: {n: "${ .n }"}}
            """;
    private static final String BRANCHES = """
            do:
              - both:
                  fork:
                    branches:
                      - left: {do: [{ask: {call: ping}}, {a: {set: {n: "${ . }"}}}, {again: {call: ping}}]}
                      - right: {do: [{b: {set: {n: 1}}}, {pause: {wait: PT1S}}, {c: {set: {n: 2}}}]}
              - d: {set: {n: "${ length }"}}
              - last: {call: ping}
            """;
    private static final String LOOP = """
            do:
              - loop:
                  for: {in: "[1, 2, 3]"}
                  do: [{ask: {call: ping}}, {a: {set: {n: "${ $item }"}}}, {b: {set: {n: "${ .n }"}}}]
              - last: {set: {n: "${ .n }"}}
            """;
    private static final String TRIES = """
            do:
              - careful:
                  try: [{a: {set: {n: 1}}}, {ask: {call: ping}}, {fails: {raise: {error: {type: 'https://x.example/no', status: 500}}}}]
                  catch: {retry: {delay: PT1S, limit: {attempt: {count: 2}}}, do: [{b: {set: {n: 2}}}, {c: {call: ping}}]}
              - d: {set: {n: 3}}
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private List<JournalEntry> journal(String id) {
        JournalDecoder reader = fixture.engine.journal().decoder(fixture.store.get(id));
        return IntStream.range(0, reader.size()).mapToObj(reader::read).toList();
    }

    private List<String> tasks(String id) {
        return journal(id).stream().filter(entry -> entry.event() instanceof TaskDone).map(entry -> {
            TaskDone done = (TaskDone) entry.event();
            return done.task() + " " + done.run() + " " + (done.output() == null ? done.error() : done.output().tree());
        }).toList();
    }

    private List<Long> times(String id) {
        return journal(id).stream().filter(entry -> entry.event() instanceof TaskDone).map(JournalEntry::atMillis).toList();
    }

    /**
     * Compares each run of each task, with its value: the fork does the same as the original instance. Its tasks before the
     * fork have the times of the original.
     */
    @ParameterizedTest
    @ValueSource(strings = { FIRST_CALLS, FIRST_SETS, BRANCHES, LOOP, TRIES })
    void aForkWithTheSameInputDoesTheSame(String workflow) {
        fixture.options = fixture.options.with(new TaskHistoryRules(true, Map.of()));
        fixture.functions.put("ping", call -> Uni.createFrom()
                .emitter(emitter -> fixture.time.after(700, () -> emitter.complete(JsonCodec.read("7")))));
        fixture.workflow(workflow).start();
        String id = fixture.begin("{}").instanceId();
        fixture.advance(60_000);
        List<String> problems = new ArrayList<>();
        for (TaskRun run : operations.ask(operations.handle(id).history(1_000, null)).assertCompleted().getItem().tasks()) {
            if (run.task().equals("/") || run.task().isEmpty()) {
                continue;
            }
            fixture.advance(5_000);
            String fork = operations.ask(operations.handle(id).fork(ForkRequest.of(run.task(), run.input()).withRun(run.run())))
                    .assertCompleted().getItem().id();
            fixture.advance(60_000);
            if (!fixture.output(fork).equals(fixture.output(id)) || !tasks(fork).equals(tasks(id))) {
                problems.add(run.task() + " " + run.run() + "\n  " + tasks(id) + "\n  " + tasks(fork));
            }
            int own = own(id, run);
            if (!workflow.equals(BRANCHES) && own >= 0 && !times(fork).subList(0, own).equals(times(id).subList(0, own))) {
                problems.add(run.task() + " " + run.run() + ": " + times(id) + times(fork));
            }
        }
        assertThat(problems).isEmpty();
    }

    /** Number of completed tasks before a task without inner tasks; -1 for a group. */
    private int own(String id, TaskRun run) {
        List<TaskDone> done = journal(id).stream().map(JournalEntry::event).filter(TaskDone.class::isInstance)
                .map(TaskDone.class::cast).toList();
        boolean group = done.stream().anyMatch(other -> other.task().startsWith(run.task() + "/"));
        return group ? -1
                : IntStream.range(0, done.size())
                        .filter(at -> done.get(at).task().equals(run.task()) && done.get(at).run() == run.run()).findFirst()
                        .orElse(-1);
    }
}
