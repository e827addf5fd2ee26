package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventFilter;
import dev.cairn.definition.EventFilter.Correlation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.program.EventSetPlan;
import dev.cairn.program.EventStartPlan;
import dev.cairn.program.ListenPlan.AwaitedEvents;
import dev.cairn.program.ListenPlan.FilterPlan;
import dev.cairn.value.ValueHash;

/** Compiles the events that start instances. Their filters see the event and nothing else: no instance exists yet. */
final class EventTriggerCompiler {

    private final CompilerContext context;

    private EventTriggerCompiler(CompilerContext context) {
        this.context = context;
    }

    /** Null if no events start instances. */
    static EventStartPlan compile(CompilerContext context, DefinitionTriggers.Events events) {
        if (events == null) {
            return null;
        }
        EventTriggerCompiler compiler = new EventTriggerCompiler(context);
        EventConsumption on = events.on();
        boolean gathers = on.mode() == Mode.ALL || on.until() != null || on.untilEvents() != null;
        return new EventStartPlan(compiler.filters(on), events.read(), gathers ? compiler.set(on) : null);
    }

    private EventSetPlan set(EventConsumption on) {
        EventConsumption until = on.untilEvents();
        sameCorrelations(on, until);
        CompiledTemplate condition = context.expressions().compile(on.until(), VariableScope.NONE);
        if (condition.usesClock()) {
            context.problems().error(CompilerErrorCodes.START_FILTER, on.until().location(),
                    "A condition on events that start instances cannot read the clock: it is evaluated after an event, and at no"
                            + " other time.",
                    "Compare the attribute \"time\" of the events, with \"read: envelope\".");
        }
        return new EventSetPlan(id(on), on.mode() == Mode.ALL, condition.expression(),
                until == null ? new AwaitedEvents(Mode.ANY, List.of()) : new AwaitedEvents(until.mode(), filters(until)));
    }

    /** An event is in the set of its values: so each filter has to say which these are. */
    private void sameCorrelations(EventConsumption on, EventConsumption until) {
        List<EventFilter> filters = Stream.concat(on.filters().stream(), until == null ? Stream.of() : until.filters().stream())
                .toList();
        boolean everyEvent = on.filters().isEmpty() || until != null && until.filters().isEmpty();
        Set<String> names = everyEvent ? Set.of() : shared(filters.get(0));
        filters.stream().filter(filter -> !shared(filter).equals(names)).findFirst()
                .ifPresent(filter -> context.problems().error(
                        CompilerErrorCodes.SET_CORRELATION, filter.location(),
                        "The events of a set have values in common: all filters correlate the same names, and this one has "
                                + shared(filter) + ", another " + names,
                        "Correlate the same names in each filter of \"on\". A correlation with \"expect\" does not count."));
    }

    private static Set<String> shared(EventFilter filter) {
        Set<String> names = new TreeSet<>();
        filter.correlate().forEach((name, correlation) -> {
            if (correlation.expect() == null) {
                names.add(name);
            }
        });
        return names;
    }

    private List<FilterPlan> filters(EventConsumption on) {
        List<FilterPlan> filters = new ArrayList<>();
        if (on.filters().isEmpty()) {
            filters.addAll(compiler(new ArrayList<>()).filters(on));
        }
        for (EventFilter filter : on.filters()) {
            List<CompiledTemplate> evaluated = new ArrayList<>();
            filters.addAll(compiler(evaluated).filters(
                    new EventConsumption(EventConsumption.Mode.ONE, List.of(filter), null, null, filter.location())));
            if (evaluated.stream().anyMatch(CompiledTemplate::usesClock)) {
                context.problems().error(CompilerErrorCodes.START_FILTER, filter.location(),
                        "A filter of events that start instances cannot read the clock: an event that comes again has to fit again.",
                        "Compare the attribute \"time\" of the event in the first task.");
            }
        }
        return filters;
    }

    private EventFilterCompiler compiler(List<CompiledTemplate> evaluated) {
        return new EventFilterCompiler(context.expressions(), VariableScope.NONE, VariableScope.NONE, evaluated);
    }

    /** Changes with each change of the filters and the end of the sets. */
    private static String id(EventConsumption on) {
        ValueHash hash = new ValueHash();
        add(hash, on);
        add(hash, on.until());
        if (on.untilEvents() != null) {
            add(hash, on.untilEvents());
        }
        return hash.text();
    }

    private static void add(ValueHash hash, EventConsumption events) {
        hash.add(events.mode().name());
        for (EventFilter filter : events.filters()) {
            hash.add("with");
            filter.with().forEach((name, template) -> {
                hash.add(name);
                add(hash, template);
            });
            for (Map.Entry<String, Correlation> correlation : filter.correlate().entrySet()) {
                hash.add("correlate").add(correlation.getKey());
                add(hash, correlation.getValue().from());
                add(hash, correlation.getValue().expect());
            }
        }
    }

    private static void add(ValueHash hash, ValueTemplate template) {
        if (template == null) {
            hash.add("");
        } else {
            hash.add(template.value());
        }
    }
}
