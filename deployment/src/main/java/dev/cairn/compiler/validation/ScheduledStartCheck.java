package dev.cairn.compiler.validation;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.SearchKeys;
import dev.cairn.definition.Definition;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Schema;
import dev.cairn.schedule.OccurrenceInput;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.value.CompiledSchema;
import dev.cairn.value.CompiledSchema.Violation;

/** Checks that schedules can start a workflow. */
final class ScheduledStartCheck {

    /** A due time for an example of an input. */
    private static final long EXAMPLE_MILLIS = 1_767_258_000_000L;

    private ScheduledStartCheck() {}

    /** Checks the schedules of a definition. */
    static void check(Definition definition, ProblemCollector problems, LiteralExpressionCheck templates) {
        attributes(definition, problems);
        DefinitionTriggers.Events events = definition.triggers().events();
        if (events != null) {
            new EventCheck(definition.sources(), problems, templates).consumed(events.on());
        }
        input(definition, problems);
    }

    /** One attribute names the schedule or the event that started an instance. Overlap policies find instances by it. */
    private static void attributes(Definition definition, ProblemCollector problems) {
        boolean full = definition.metadata().instances().attributes().size() >= SearchKeys.MAX_ATTRIBUTES;
        DefinitionTriggers triggers = definition.triggers();
        if (full && (!triggers.schedules().isEmpty() || triggers.events() != null)) {
            problems.error(ValidationErrorCodes.NO_ATTRIBUTE_LEFT,
                    definition.sources().at("/document/metadata/cairn/attributes"),
                    "A workflow with a schedule has at most " + (SearchKeys.MAX_ATTRIBUTES - 1)
                            + " attributes: another one names the " + (triggers.events() == null ? "schedule" : "event")
                            + " that started the instance",
                    "Remove an attribute.");
        }
    }

    /** Warns of an input schema that an occurrence or an event does not fulfil: its start would be refused each time. */
    private static void input(Definition definition, ProblemCollector problems) {
        Schema schema = definition.input().schema();
        if (schema == null || problems.hasErrorsWithin(schema.location())) {
            return;
        }
        if (definition.triggers().events() != null && !mayBeArray(schema.document().path("type"))) {
            problems.warning(ValidationErrorCodes.SCHEDULED_INPUT, definition.sources().at("/schedule/on"),
                    "The schema of the input refuses the array that each event starts the workflow with",
                    "Let the schema describe an array with one item: the event.");
        }
        CompiledSchema compiled = CompiledSchema.of(schema.document());
        for (ScheduleSpec schedule : definition.triggers().schedules()) {
            long due = schedule.rule().next(EXAMPLE_MILLIS, EXAMPLE_MILLIS).orElse(EXAMPLE_MILLIS);
            List<Violation> violations = compiled.validate(
                    OccurrenceInput.of(schedule, due, schedule.rule().previous(due, EXAMPLE_MILLIS)));
            if (!violations.isEmpty()) {
                problems.warning(ValidationErrorCodes.SCHEDULED_INPUT,
                        definition.sources().at("/schedule/" + schedule.name()),
                        "The schema of the input refuses what the schedule \"" + schedule.name()
                                + "\" starts the workflow with: "
                                + violations.get(0).message(),
                        "Let the schema allow an object with due, previous and scheduled.");
            }
        }
    }

    private static boolean mayBeArray(JsonNode type) {
        boolean listed = false;
        for (JsonNode each : type) {
            listed |= each.asText().equals("array");
        }
        return type.isMissingNode() || listed || type.asText().equals("array");
    }
}
