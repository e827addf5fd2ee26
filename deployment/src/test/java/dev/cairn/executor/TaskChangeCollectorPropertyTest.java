package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.TaskChange.What;
import dev.cairn.value.JsonPayload;

/**
 * The changes of tasks of random definitions have a beginning and an end each, properly nested, and are the same for a watcher
 * that begins at any time. {@code -Dcairn.seed=N} runs one seed, {@code -Dcairn.seeds=N} the first N.
 */
@Tag("properties")
class TaskChangeCollectorPropertyTest {

    private static final int SEEDS = Integer.getInteger("cairn.seeds", 150);
    private static final int BUDGET = 1_000_000;
    private static final int DEPTH = 3;

    @Test
    void tasksBeginAndEndInEachOther() {
        Long only = Long.getLong("cairn.seed");
        long first = only == null ? 1 : only;
        Set<What> seen = new HashSet<>();
        for (long seed = first; seed < first + (only == null ? SEEDS : 1); seed++) {
            Run run = new Run(seed);
            List<TaskChange> all = run.told.stream().flatMap(List::stream).toList();
            run.check(all);
            run.watchFromEveryEntry();
            all.forEach(change -> seen.add(change.what()));
        }
        if (only == null) {
            assertThat(seen).contains(What.CREATED, What.STARTED, What.RETRIED, What.COMPLETED, What.FAULTED, What.CANCELLED);
        }
    }

    /** One instance, watched from its beginning. */
    private static final class Run {
        private final long seed;
        private final LinkedProgram program;
        private final List<JournalEvent> journal = new ArrayList<>();
        /** By entry. */
        private final List<List<TaskChange>> told = new ArrayList<>();
        private TransitionResult step;
        private int calls;

        Run(long seed) {
            this.seed = seed;
            this.program = TestPrograms.linked(ReferenceInterpreter.body(new RandomDefinition(seed).tasks(DEPTH)));
            journal.add(new Started("test:case", "1.0.0", program.program().shape(), 0,
                    JsonPayload.of(IntNode.valueOf((int) (seed % 13)))));
            InstanceState state = ProgramExecutor.begin("instance", program, (Started) journal.get(0));
            TaskChangeCollector changes = state.recordChanges();
            step = ProgramExecutor.proceed(state, BUDGET, true);
            told.add(rest(state, changes));
            while (!step.effects().isEmpty()) {
                JournalEvent happening = happening(step.effects().get(0));
                journal.add(happening);
                step = ProgramExecutor.take(state, happening, BUDGET, true);
                told.add(rest(state, changes));
            }
        }

        private List<TaskChange> rest(InstanceState state, TaskChangeCollector changes) {
            List<TaskChange> all = new ArrayList<>(changes.take());
            while (step instanceof TransitionResult.Noted) {
                step = ProgramExecutor.proceed(state, BUDGET, true);
                all.addAll(changes.take());
            }
            return all;
        }

        private JournalEvent happening(TransitionResult.Effect effect) {
            if (effect instanceof TransitionResult.Call) {
                return new JournalEvent.Completed(effect.id(),
                        JsonPayload.of(IntNode.valueOf((int) Math.floorMod(seed + calls++, 25))));
            }
            return effect instanceof TransitionResult.Timer ? new JournalEvent.Scheduled(effect.id(), 0)
                    : new JournalEvent.Fired(effect.id());
        }

        /** Each task is created, started and ends, while the task around it is under way. */
        void check(List<TaskChange> all) {
            Map<Integer, What> underWay = new HashMap<>();
            for (TaskChange change : all) {
                int task = change.task();
                int parent = program.tree().parent(task);
                // Other branches of a fork that fails are given up when its error is caught.
                boolean late = change.what() == What.CANCELLED;
                assertThat(late || parent == 0 || underWay.containsKey(parent)).as("seed %d: around %s", seed, change).isTrue();
                What before = underWay.get(task);
                switch (change.what()) {
                    case CREATED -> assertThat(before).as("seed %d: %s", seed, change).isNull();
                    case STARTED -> assertThat(before).as("seed %d: %s", seed, change).isEqualTo(What.CREATED);
                    default -> assertThat(before).as("seed %d: %s", seed, change).isIn(What.STARTED, What.RETRIED);
                }
                if (change.what() == What.FAULTED) {
                    underWay.remove(task);
                } else if (change.what() == What.COMPLETED || change.what() == What.CANCELLED) {
                    underWay.remove(task);
                    underWay.keySet().forEach(other -> assertThat(program.tree().within(other, task))
                            .as("seed %d: the task %d in %s", seed, other, change).isFalse());
                } else {
                    underWay.put(task, change.what());
                }
            }
            // Work in other branches of a fork goes on if the instance is tried again.
            assertThat(underWay.isEmpty() || step instanceof TransitionResult.Faulted).as("seed %d: %s", seed, underWay)
                    .isTrue();
        }

        void watchFromEveryEntry() {
            for (int length = 1; length < journal.size(); length++) {
                InstanceState state = ProgramExecutor.begin("instance", program, (Started) journal.get(0));
                ProgramExecutor.proceed(state, BUDGET, true);
                for (JournalEvent happening : journal.subList(1, length)) {
                    ProgramExecutor.take(state, happening, BUDGET, true);
                }
                TaskChangeCollector changes = state.recordChanges();
                for (int next = length; next < journal.size(); next++) {
                    step = ProgramExecutor.take(state, journal.get(next), BUDGET, true);
                    assertThat(rest(state, changes)).as("seed %d, watched after %d entries, at %d", seed, length, next)
                            .usingRecursiveFieldByFieldElementComparatorIgnoringFields("number").isEqualTo(told.get(next));
                }
            }
        }
    }
}
