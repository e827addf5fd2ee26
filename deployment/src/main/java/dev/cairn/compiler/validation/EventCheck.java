package dev.cairn.compiler.validation;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventFilter;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.event.LifecycleEventTypes;

/** Checks events that are emitted, and filters of events. */
final class EventCheck {

    /** Without {@code id}: extension attributes with names as short as that are common, such as {@code uid}. */
    private static final List<String> COMMON = List.of("source", "specversion", "type", "subject", "time", "datacontenttype",
            "dataschema", CloudEventJsonInspector.DATA);

    private final SourceMap sources;
    private final ProblemCollector problems;
    private final LiteralExpressionCheck templates;

    EventCheck(SourceMap sources, ProblemCollector problems, LiteralExpressionCheck templates) {
        this.sources = sources;
        this.problems = problems;
        this.templates = templates;
    }

    void emitted(ValueTemplate event) {
        templates.check(event);
        String pointer = event.location().pointer();
        for (Map.Entry<String, JsonNode> attribute : event.value().properties()) {
            String name = attribute.getKey();
            misspelt(name, sources.at(pointer + "/" + SourceLocation.escape(name)));
            boolean computed = attribute.getValue().isTextual() && ValueTemplate.isWrapped(attribute.getValue().textValue());
            if (!name.equals(CloudEventJsonInspector.DATA) && !(computed && CloudEventJsonInspector.isName(name))) {
                attribute(name, attribute.getValue(), sources.at(pointer + "/" + SourceLocation.escape(name)));
            }
        }
    }

    private void attribute(String name, JsonNode value, SourceLocation location) {
        String problem = CloudEventJsonInspector.problem(name, value);
        if (problem != null) {
            problems.error(ValidationErrorCodes.EVENT_ATTRIBUTE, location, "No event can have this: " + problem,
                    "Write it as CloudEvents 1.0 has it.");
        }
    }

    void consumed(EventConsumption consumption) {
        if (consumption.mode() == Mode.ALL && consumption.filters().isEmpty()) {
            problems.error(ValidationErrorCodes.EMPTY_LIST, sources.at(consumption.location().pointer() + "/all"),
                    "The list has no events to wait for", "Every event is \"any: []\".");
        }
        consumption.filters().forEach(this::filter);
        if (consumption.untilEvents() != null) {
            consumed(consumption.untilEvents());
        }
    }

    private void filter(EventFilter filter) {
        filter.correlate().values().forEach(correlation -> templates.checkField(correlation.expect()));
        filter.with().forEach((name, template) -> {
            if (name.equals(CloudEventJsonInspector.DATA)) {
                templates.check(template);
            } else {
                templates.checkField(template);
            }
            misspelt(name, template.location());
            JsonNode value = template.value();
            if (!name.equals(CloudEventJsonInspector.DATA) && !CloudEventJsonInspector.isName(name)) {
                String near = NameSuggestions.didYouMean(name, COMMON);
                problems.error(ValidationErrorCodes.EVENT_ATTRIBUTE, template.location(),
                        "No event has the attribute \"" + name + "\": a name has lower case letters and digits alone",
                        near == null ? "Correct the name." : near);
            } else if (!name.equals(CloudEventJsonInspector.DATA) && !value.isTextual()) {
                attribute(name, value, template.location());
            } else if (value.isTextual() && !ValueTemplate.isWrapped(value.textValue())) {
                pattern(value.textValue(), template.location());
                lifecycle(name, value.textValue(), template.location());
            }
        });
    }

    private void misspelt(String name, SourceLocation location) {
        String near = CloudEventJsonInspector.isName(name) && !name.equals("id") && !COMMON.contains(name)
                ? NameSuggestions.didYouMean(name, COMMON)
                : null;
        if (near != null) {
            problems.warning(ValidationErrorCodes.MISSPELT_ATTRIBUTE, location,
                    "\"" + name + "\" is taken for an extension attribute, which only events have that were sent with it",
                    near);
        }
    }

    private void pattern(String text, SourceLocation location) {
        String fault = EventPattern.fault(text);
        if (fault != null) {
            problems.error(ValidationErrorCodes.EVENT_PATTERN, location,
                    "\"" + text + "\" is no regular expression: " + fault,
                    "Put a backslash before a sign that is meant as it is, or ${ . == \"…\" } for the text itself.");
        }
    }

    /** Applications may have types of their own with the same prefix, as examples of the specification do. */
    private static boolean meansLifecycle(String type) {
        if (!type.startsWith(LifecycleEventTypes.PREFIX)) {
            return false;
        }
        String subject = type.substring(LifecycleEventTypes.PREFIX.length()).split("\\.", 2)[0];
        return !CloudEventJsonInspector.isName(subject)
                || NameSuggestions.nearest(subject, List.of("workflow", "task")) != null;
    }

    private void lifecycle(String name, String type, SourceLocation location) {
        if (name.equals("type") && meansLifecycle(type.replace("\\", "")) && !LifecycleEventTypes.isOne(type)) {
            problems.error(ValidationErrorCodes.LIFECYCLE_EVENT, location, "No lifecycle event has the type \"" + type + "\"",
                    "A filter names one of " + String.join(", ", LifecycleEventTypes.all()) + ".");
        }
    }
}
