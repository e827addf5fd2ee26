package dev.cairn.engine.instance;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;
import dev.cairn.value.DslDurationParser;

/**
 * Resolves the effects of an instance that need only the clock: the time, and the due time of a timer. Used only in the turns
 * of the instance.
 */
public final class ClockEffectResolver {

    /**
     * Maximum number of effects that are settled before a write and before other instances get their turn: a loop may read the
     * clock without end.
     */
    public static final int MAX_EFFECTS = 256;

    private final NodeContext context;
    private final InstanceState state;
    private final InstanceWriter writer;
    private int settled;

    /** Nothing is settled yet. */
    ClockEffectResolver(NodeContext context, InstanceState state, InstanceWriter writer) {
        this.context = context;
        this.state = state;
        this.writer = writer;
    }

    /** The effect of a step that is to be settled, or null. */
    static TransitionResult.Effect of(TransitionResult step) {
        if (step instanceof TransitionResult.Several several) {
            for (TransitionResult.Effect effect : several.effects()) {
                if (is(effect)) {
                    return effect;
                }
            }
            return null;
        }
        return step instanceof TransitionResult.Effect effect && is(effect) ? effect : null;
    }

    private static boolean is(TransitionResult.Effect effect) {
        return effect instanceof TransitionResult.Clock || effect instanceof TransitionResult.Timer;
    }

    /**
     * Settles effects until the rest needs outside help, or there is much to write: then it returns all wanted effects.
     *
     * @param budget work that may be done after each
     * @param last as for {@link ProgramExecutor#take}
     */
    TransitionResult settle(TransitionResult from, int budget, boolean last) {
        TransitionResult now = from;
        for (TransitionResult.Effect due = of(now); due != null; due = of(now)) {
            if (settled == MAX_EFFECTS) {
                settled = 0;
                return ProgramExecutor.everything(state);
            }
            settled++;
            JournalEvent.OfEffect happening = outcomeEvent(due);
            if (state.notes() != null) {
                // The tasks before it were done before it.
                state.notes().take().forEach(writer::record);
            }
            writer.record(happening);
            now = ProgramExecutor.take(state, happening, budget, last);
        }
        // An instance in the middle of pure work is not written, and keeps its count.
        settled = now instanceof TransitionResult.Paused ? settled : 0;
        return now;
    }

    private JournalEvent.OfEffect outcomeEvent(TransitionResult.Effect due) {
        long nowMillis = context.time().millis();
        if (due instanceof TransitionResult.Timer timer) {
            return new JournalEvent.Scheduled(timer.id(),
                    DslDurationParser.after(nowMillis, context.random().between(timer.leastMillis(), timer.mostMillis())));
        }
        return new JournalEvent.ClockRead(due.id(), nowMillis);
    }
}
