package dev.cairn.driver;

import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.value.Durations;

/**
 * Settles the effects of an instance that need no outside help: the time, and the due time of a timer. Used only in the turns
 * of the instance.
 */
final class Settlement {

    /**
     * Maximum number of effects that are settled before a write and before other instances get their turn: a loop may read the
     * clock without end.
     */
    static final int MAX_EFFECTS = 256;

    private final NodeContext context;
    private final State state;
    private final InstanceWrites writes;
    private int settled;

    /** Nothing is settled yet. */
    Settlement(NodeContext context, State state, InstanceWrites writes) {
        this.context = context;
        this.state = state;
        this.writes = writes;
    }

    /** The effect of a step that is to be settled, or null. */
    static Step.Effect of(Step step) {
        if (step instanceof Step.Several several) {
            return several.effects().stream().filter(Settlement::is).findFirst().orElse(null);
        }
        return step instanceof Step.Effect effect && is(effect) ? effect : null;
    }

    private static boolean is(Step.Effect effect) {
        return effect instanceof Step.Clock || effect instanceof Step.Timer;
    }

    /**
     * Settles effects until the rest needs outside help, or there is much to write: then it returns all wanted effects.
     *
     * @param budget work that may be done after each
     * @param last as for {@link Executor#take}
     */
    Step settle(Step from, int budget, boolean last) {
        Step now = from;
        for (Step.Effect due = of(now); due != null; due = of(now)) {
            if (settled == MAX_EFFECTS) {
                settled = 0;
                return Executor.everything(state);
            }
            settled++;
            Happening.OfEffect happening = happening(due);
            if (state.notes() != null) {
                // The tasks before it were done before it.
                state.notes().take().forEach(writes::record);
            }
            writes.record(happening);
            now = Executor.take(state, happening, budget, last);
        }
        // An instance in the middle of pure work is not written, and keeps its count.
        settled = now instanceof Step.Paused ? settled : 0;
        return now;
    }

    private Happening.OfEffect happening(Step.Effect due) {
        long nowMillis = context.time().millis();
        if (due instanceof Step.Timer timer) {
            return new Happening.Scheduled(timer.id(),
                    Durations.after(nowMillis, context.chance().between(timer.leastMillis(), timer.mostMillis())));
        }
        return new Happening.ClockRead(due.id(), nowMillis);
    }
}
