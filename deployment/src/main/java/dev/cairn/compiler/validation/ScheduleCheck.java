package dev.cairn.compiler.validation;

import java.util.List;

import dev.cairn.api.SearchKeys;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Schema;
import dev.cairn.schedule.OccurrenceInput;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.value.CompiledSchema;
import dev.cairn.value.CompiledSchema.Violation;

/** Checks that schedules can start a workflow. */
final class ScheduleCheck {

    /** A due time for an example of an input. */
    private static final long EXAMPLE_MILLIS = 1_767_258_000_000L;

    private ScheduleCheck() {}

    /** Checks the schedules of a definition. */
    static void check(Definition definition, ProblemCollector problems) {
        attributes(definition, problems);
        input(definition, problems);
    }

    /** One attribute tells which schedule has started an instance: policies for overlaps find it by that. */
    private static void attributes(Definition definition, ProblemCollector problems) {
        boolean full = definition.metadata().instances().attributes().size() >= SearchKeys.MAX_ATTRIBUTES;
        if (full && !definition.triggers().schedules().isEmpty()) {
            problems.error(ValidationErrorCodes.NO_ATTRIBUTE_LEFT,
                    definition.sources().at("/document/metadata/cairn/attributes"),
                    "A workflow with a schedule has at most " + (SearchKeys.MAX_ATTRIBUTES - 1)
                            + " attributes: another one has the schedule that started the instance",
                    "Remove an attribute.");
        }
    }

    /** Warns of an input schema that an occurrence does not fulfil: its start would be refused each time. */
    private static void input(Definition definition, ProblemCollector problems) {
        Schema schema = definition.input().schema();
        if (schema == null || problems.hasErrorsWithin(schema.location())) {
            return;
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
}
