package dev.cairn.program;

import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.program.ListenPlan.AwaitedEvents;

/**
 * When a set of events starts an instance.
 *
 * @param id the same for programs whose sets have the same events and ends, in any version of the workflow
 * @param all true if a set has one event for each filter, false if it has any number of them until its end
 * @param condition on the array of the events so far: if it holds after an event, the set ends. Null for none
 * @param until events that end a set; without filters if none do
 */
public record EventSetPlan(String id, boolean all, BoundExpression condition, AwaitedEvents until) {

    /** True if a set ends when an event for each filter of {@code until} has come, false if one suffices. */
    public boolean untilAll() {
        return until.mode() == Mode.ALL;
    }
}
