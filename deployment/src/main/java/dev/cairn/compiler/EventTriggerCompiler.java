package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventFilter;
import dev.cairn.program.EventStartPlan;
import dev.cairn.program.ListenPlan.FilterPlan;

/** Compiles the events that start instances. Their filters see the event and nothing else: no instance exists yet. */
final class EventTriggerCompiler {

    private EventTriggerCompiler() {}

    /** Null if no events start instances. */
    static EventStartPlan compile(CompilerContext context, DefinitionTriggers.Events events) {
        if (events == null) {
            return null;
        }
        EventConsumption on = events.on();
        List<FilterPlan> filters = new ArrayList<>();
        if (on.filters().isEmpty()) {
            filters.addAll(compiler(context, new ArrayList<>()).filters(on));
        }
        for (EventFilter filter : on.filters()) {
            List<CompiledTemplate> evaluated = new ArrayList<>();
            filters.addAll(compiler(context, evaluated).filters(
                    new EventConsumption(EventConsumption.Mode.ONE, List.of(filter), null, null, filter.location())));
            if (evaluated.stream().anyMatch(CompiledTemplate::usesClock)) {
                context.problems().error(CompilerErrorCodes.START_FILTER, filter.location(),
                        "A filter of events that start instances cannot read the clock: an event that comes again has to fit again.",
                        "Compare the attribute \"time\" of the event in the first task.");
            }
        }
        return new EventStartPlan(filters, events.read());
    }

    private static EventFilterCompiler compiler(CompilerContext context, List<CompiledTemplate> evaluated) {
        return new EventFilterCompiler(context.expressions(), VariableScope.NONE, VariableScope.NONE, evaluated);
    }
}
