package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;

/**
 * Definitions made at random give what a simple interpreter gives, and give it again when they are resumed from any prefix of their
 * journal. {@code -Dcairn.seed=N} runs one seed, {@code -Dcairn.seeds=N} the first N.
 */
@Tag("properties")
class RandomDefinitionPropertyTest {

    private static final int SEEDS = Integer.getInteger("cairn.seeds", 150);
    private static final int BUDGET = 1_000_000;
    private static final int DEPTH = 3;

    /** Answers that depend on nothing but their number, so that both sides get the same. */
    private static int answer(long seed, int number) {
        return (int) Math.floorMod(seed * 31 + number * 7L, 25);
    }

    @Test
    void giveWhatTheReferenceGives() {
        Long only = Long.getLong("cairn.seed");
        long first = only == null ? 1 : only;
        int effects = 0;
        int faults = 0;
        int undone = 0;
        Set<String> kinds = new HashSet<>();
        for (long seed = first; seed < first + (only == null ? SEEDS : 1); seed++) {
            JsonNode tasks = new RandomDefinition(seed).tasks(DEPTH);
            long current = seed;
            ReferenceInterpreter reference = new ReferenceInterpreter(number -> answer(current, number));
            JsonNode expected = reference.run(tasks, (int) (seed % 13));
            Run run = new Run(seed, TestPrograms.linked(ReferenceInterpreter.body(tasks)), false);

            assertThat(JqValues.equal(run.result(), JqValues.canonical(expected)))
                    .as("seed %d: %s instead of %s by %s", seed, run.result(), expected, tasks).isTrue();
            assertThat(run.calls()).as("seed %d: calls", seed).isEqualTo(reference.calls());
            run.resumeFromEveryPrefix();
            Run disordered = new Run(seed, run.program, true);
            disordered.resumeFromEveryPrefix();
            undone += run.cancelAtEveryEntry() + disordered.cancelAtEveryEntry();
            effects += run.calls();
            faults += expected.isObject() ? 1 : 0;
            run.program.program().tasks().forEach(task -> kinds.add(task.kind()));
        }
        if (only == null) {
            assertThat(effects).as("effects of all seeds, so that resuming is tried").isGreaterThan(SEEDS / 2);
            assertThat(faults).as("instances that fault").isBetween(SEEDS / 50, SEEDS / 2);
            assertThat(undone).as("effects of compensation, of instances that are cancelled").isGreaterThan(SEEDS / 2);
            assertThat(kinds).contains("set", "call", "switch", "raise", "do", "for", "fork", "try");
        }
    }

    /** One instance. */
    private static final class Run {
        private final long seed;
        private final LinkedProgram program;
        private final List<JournalEvent> journal = new ArrayList<>();
        private final List<TransitionResult> steps = new ArrayList<>();
        /** True if any of the effects under way may be next; else it is the first. */
        private final boolean anyOrder;
        private int calls;

        Run(long seed, LinkedProgram program, boolean anyOrder) {
            this.seed = seed;
            this.anyOrder = anyOrder;
            this.program = program;
            Started started = new Started("test:case", "1.0.0", program.program().shape(), 0,
                    JsonPayload.of(IntNode.valueOf((int) (seed % 13))));
            journal.add(started);
            InstanceState state = ProgramExecutor.begin("instance", program, started);
            TransitionResult step = ProgramExecutor.proceed(state, BUDGET, true);
            steps.add(step);
            goOn(state, step);
        }

        /** Lives on from where a state is, to the end. */
        private void goOn(InstanceState state, TransitionResult from) {
            TransitionResult step = from;
            while (!step.effects().isEmpty()) {
                JournalEvent.OfEffect happening = happening(next(step.effects()));
                journal.add(happening);
                step = ProgramExecutor.take(state, happening, BUDGET, true);
                steps.add(step);
            }
        }

        /** Lives on from a part of another's journal. */
        private Run(Run other, int length) {
            this(other, length, null);
        }

        /** Lives on from a part of another's journal, after an operator did something. */
        private Run(Run other, int length, JournalEvent operators) {
            this.seed = other.seed;
            this.anyOrder = other.anyOrder;
            this.program = other.program;
            journal.addAll(other.journal.subList(0, length));
            InstanceState state = ProgramExecutor.begin("instance", program, (Started) journal.get(0));
            TransitionResult step = ProgramExecutor.proceed(state, BUDGET, true);
            steps.add(step);
            for (JournalEvent happening : journal.subList(1, length)) {
                calls += happening instanceof JournalEvent.Completed ? 1 : 0;
                step = ProgramExecutor.take(state, happening, BUDGET, true);
                steps.add(step);
            }
            if (operators != null) {
                journal.add(operators);
                step = ProgramExecutor.take(state, operators, BUDGET, true);
                steps.add(step);
            }
            goOn(state, step);
        }

        private TransitionResult.Effect next(List<TransitionResult.Effect> wanted) {
            return wanted.get(anyOrder ? new Random(seed + journal.size()).nextInt(wanted.size()) : 0);
        }

        private JournalEvent.OfEffect happening(TransitionResult.Effect effect) {
            if (effect instanceof TransitionResult.Call) {
                return new JournalEvent.Completed(effect.id(), JsonPayload.of(IntNode.valueOf(answer(seed, calls++))));
            }
            return effect instanceof TransitionResult.Timer ? new JournalEvent.Scheduled(effect.id(), 0)
                    : new JournalEvent.Fired(effect.id());
        }

        int calls() {
            return calls;
        }

        JsonNode result() {
            return result(steps.get(steps.size() - 1));
        }

        private static JsonNode result(TransitionResult end) {
            if (end instanceof TransitionResult.Cancelled cancelled) {
                return JsonNodeFactory.instance.objectNode().put("cancelled",
                        cancelled.failure() == null ? 0 : cancelled.failure().status());
            }
            return end instanceof TransitionResult.Finished finished ? finished.output()
                    : JsonNodeFactory.instance.objectNode().put("status", ((TransitionResult.Faulted) end).error().status());
        }

        /**
         * Cancels with compensation after each entry before the last; what follows has to be the same when it is resumed.
         *
         * @return number of effects that followed
         */
        int cancelAtEveryEntry() {
            int effects = 0;
            for (int length = 1; length < journal.size(); length++) {
                Run cancelled = new Run(this, length, new JournalEvent.Cancelling());
                assertThat(cancelled.result().has("cancelled")).as("seed %d, cancelled after %d entries: %s", seed, length,
                        cancelled.result()).isTrue();
                cancelled.resumeFrom(length + 1);
                effects += cancelled.journal.size() - length - 1;
            }
            return effects;
        }

        void resumeFromEveryPrefix() {
            resumeFrom(1);
        }

        private void resumeFrom(int shortest) {
            for (int length = shortest; length <= journal.size(); length++) {
                Run resumed = new Run(this, length);
                assertThat((Object) resumed.result()).as("seed %d, resumed after %d entries", seed, length).isEqualTo(result());
                assertThat(resumed.journal).as("seed %d, resumed after %d entries", seed, length).isEqualTo(journal);
            }
        }
    }
}
