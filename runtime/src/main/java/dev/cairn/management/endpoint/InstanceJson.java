package dev.cairn.management.endpoint;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.InstanceSummary;
import dev.cairn.api.InstanceView;
import dev.cairn.api.RecordedCommand;
import dev.cairn.api.TaskRun;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.operation.InstanceDetails;
import dev.cairn.engine.operation.JournalPage.DecodedEntry;
import dev.cairn.engine.operation.PendingEffect;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.BoundedPayloadWriter;
import dev.cairn.management.request.CommandOriginMapper;
import dev.cairn.spi.InstanceRow;

/** Instances as the management API shows them. */
final class InstanceJson {

    private static final String MISFIT = "The journal does not fit the definition, or cannot be read.";
    private static final int MAX_REASON_CHARACTERS = 2_000;

    private InstanceJson() {}

    static ObjectNode summary(InstanceSummary found) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", found.id()).put("workflow", found.workflow()).put("version", found.version())
                .put("status", found.status().phase());
        put(json, "createdAt", found.createdAt());
        put(json, "updatedAt", found.updatedAt());
        put(json, "wakesAt", found.wakesAt());
        put(json, "endedAt", found.endedAt());
        parked(json, found.parked());
        put(json, "errorType", found.errorType());
        put(json, "parent", found.parentId());
        keys(json, found.businessKey(), found.attributes());
        return json;
    }

    /** @param traceUrl address of a trace, with a place for its id */
    static ObjectNode details(InstanceDetails details, CallerAccess access, Optional<String> traceUrl) {
        InstanceView view = details.view();
        BoundedPayloadWriter values = new BoundedPayloadWriter(access);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", view.id()).put("workflow", view.workflow()).put("version", view.version())
                .put("status", view.status().phase());
        put(json, "createdAt", view.createdAt());
        put(json, "updatedAt", view.updatedAt());
        put(json, "wakesAt", view.wakesAt());
        put(json, "endedAt", view.endedAt());
        parked(json, view.parked());
        put(json, "parent", view.parentId());
        keys(json, view.businessKey(), view.attributes());
        put(json, "node", details.node());
        put(json, "traceId", view.traceId());
        if (view.traceId() != null) {
            traceUrl.ifPresent(url -> json.put("traceUrl", url.replace(TraceUrlTemplateConverter.PLACE, view.traceId())));
        }
        json.put("entries", details.entries());
        values.put(json, "input", details.input(), view.workflow());
        values.put(json, "output", view.output(), view.workflow());
        error(json, view.error(), access, view.workflow());
        ArrayNode pending = json.putArray("pending");
        details.pending().forEach(effect -> pending.add(pending(effect)));
        misfit(json, details.misfit(), access.may(ManagementPermission.PAYLOAD, view.workflow()));
        return json;
    }

    /** The reason cites entries of the journal, with what they have of values. */
    private static void misfit(ObjectNode json, String reason, boolean mayReadPayloads) {
        if (reason != null) {
            json.put("misfit", !mayReadPayloads ? MISFIT
                    : reason.length() <= MAX_REASON_CHARACTERS ? reason : reason.substring(0, MAX_REASON_CHARACTERS) + "…");
        }
    }

    private static ObjectNode pending(PendingEffect effect) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("task", effect.task()).put("name", effect.name()).put("kind", effect.kind()).put("effect", effect.effect())
                .put("attempt", effect.attempt());
        put(json, "dueAt", effect.dueAt());
        put(json, "deadlineAt", effect.deadlineAt());
        return json;
    }

    static ObjectNode task(TaskRun run, CallerAccess access, BoundedPayloadWriter values, String workflow) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("task", run.task()).put("name", run.name()).put("kind", run.kind()).put("run", run.run())
                .put("status", run.status().name().toLowerCase(Locale.ROOT));
        put(json, "startedAt", run.startedAt());
        put(json, "endedAt", run.endedAt());
        json.put("attempts", run.attempts()).put("startStep", run.startStep());
        if (run.endStep() > 0) {
            json.put("endStep", run.endStep());
        }
        values.put(json, "input", run.input(), workflow);
        values.put(json, "output", run.output(), workflow);
        values.put(json, "context", run.context(), workflow);
        if (run.turn() != null) {
            values.put(json.putObject("turn").put("index", run.turn().index()), "item", run.turn().item(), workflow);
        }
        if (run.caught() != null) {
            values.put(json.putObject("caught").put("as", run.caught().as()), "value", run.caught().value(), workflow);
        }
        error(json, run.error(), access, workflow);
        if (!run.children().isEmpty()) {
            ArrayNode children = json.putArray("children");
            run.children().forEach(children::add);
        }
        if (!run.pauses().isEmpty()) {
            ArrayNode pauses = json.putArray("pauses");
            run.pauses().forEach(pause -> pauses.addObject()
                    .put("from", pause.from().toString()).put("to", pause.to().toString()));
        }
        return json;
    }

    static ObjectNode entry(DecodedEntry entry, CallerAccess access, BoundedPayloadWriter values, String workflow) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("position", entry.position()).put("at", entry.at().toString()).put("kind", entry.kind());
        json.setAll(entry.facts());
        values.put(json, "value", entry.value(), workflow);
        error(json, entry.error(), access, workflow);
        if (entry.origin() != null) {
            CommandOriginMapper.put(json, entry.origin());
        }
        return json;
    }

    static ObjectNode command(RecordedCommand command) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("at", command.at().toString())
                .put("command", CommandOriginMapper.of(command.kind()));
        CommandOriginMapper.put(json, command.origin());
        return json;
    }

    /**
     * The detail of an error often has values of the instance in it, or what another service answered. A task that raises it may compute
     * title and instance of values as well.
     */
    private static void error(ObjectNode json, WorkflowError error, CallerAccess access, String workflow) {
        if (error != null) {
            ObjectNode shown = error.toJson();
            if (!access.may(ManagementPermission.PAYLOAD, workflow)) {
                shown.remove(List.of("detail", "title", "instance"));
            }
            json.set("error", shown);
        }
    }

    private static void keys(ObjectNode json, String businessKey, Map<String, String> attributes) {
        put(json, "businessKey", businessKey);
        ObjectNode shown = json.putObject("attributes");
        attributes.forEach((name, value) -> {
            // It is there as parent.
            if (!name.equals(InstanceRow.PARENT_ATTRIBUTE)) {
                shown.put(name, value);
            }
        });
    }

    private static void parked(ObjectNode json, boolean parked) {
        if (parked) {
            json.put("parked", true);
        }
    }

    private static void put(ObjectNode json, String name, Instant time) {
        if (time != null) {
            json.put(name, time.toString());
        }
    }

    private static void put(ObjectNode json, String name, String text) {
        if (text != null) {
            json.put(name, text);
        }
    }
}
