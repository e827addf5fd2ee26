package dev.cairn.deployment.graph;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Catch;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ErrorFilter;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventFilter;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;
import dev.cairn.definition.ValueTemplate;

/** Summarizes a task in a few words, for its node. */
final class TaskSummary {

    /** A longer text makes nodes so wide that the graph no longer fits a screen. */
    private static final int MAX_CHARACTERS = 44;

    private TaskSummary() {}

    /** The condition of a task, if it has one, and its effect; empty if name and kind suffice. */
    static String of(Task task) {
        ValueTemplate condition = task.properties().condition();
        String text = text(task);
        String prefix = condition == null ? "" : "if " + expression(condition);
        return shorten(prefix.isEmpty() || text.isEmpty() ? prefix + text : prefix + ": " + text);
    }

    private static String text(Task task) {
        if (task instanceof Task.Call call) {
            return call(call.target());
        } else if (task instanceof Task.Run run) {
            return run(run.target());
        } else if (task instanceof Task.Wait wait) {
            return duration(wait.duration());
        } else if (task instanceof Task.For loop) {
            return "each " + loop.each() + " in " + expression(loop.in());
        } else if (task instanceof Task.Fork fork) {
            return fork.compete() ? "the first branch wins" : "all branches";
        } else if (task instanceof Task.Emit emit) {
            return emit.event().value().path("type").asText();
        } else if (task instanceof Task.Listen listen) {
            return events(listen.to());
        } else if (task instanceof Task.Raise raise) {
            return raise.error().type().value().asText();
        }
        return "";
    }

    private static String call(CallTarget target) {
        if (target instanceof CallTarget.Http http) {
            return http.request().method() + " " + expression(http.request().endpoint());
        } else if (target instanceof CallTarget.OpenApi call) {
            return call.operation().operationId();
        } else if (target instanceof CallTarget.Function function) {
            return function.function();
        } else if (target instanceof CallTarget.AsyncApiPublish publish) {
            return "to " + publish.channel().channel();
        } else if (target instanceof CallTarget.AsyncApiSubscribe subscribe) {
            return "from " + subscribe.channel().channel();
        } else if (target instanceof CallTarget.Grpc grpc) {
            String service = grpc.method().service().name();
            return service.substring(service.lastIndexOf('.') + 1) + "." + grpc.method().method().name();
        } else if (target instanceof CallTarget.Mcp mcp) {
            return mcp(mcp.request());
        } else if (target instanceof CallTarget.A2a a2a) {
            return a2a.request().method();
        }
        CallTarget.Method method = (CallTarget.Method) target;
        String owner = method.reference().owner();
        return owner.substring(Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('.')) + 1) + "." + method.reference().name();
    }

    /** The tool, prompt or resource if it is known, otherwise the method. */
    private static String mcp(CallTarget.McpRequest request) {
        JsonNode parameters = request.parameters() == null ? MissingNode.getInstance() : request.parameters().value();
        String name = parameters.path("name").asText(parameters.path("uri").asText());
        return name.isEmpty() || ValueTemplate.isWrapped(name) ? request.method() : name;
    }

    private static String run(RunTarget target) {
        if (target instanceof RunTarget.Workflow workflow) {
            return workflow.workflow() + (workflow.version() == null ? "" : ":" + workflow.version());
        }
        return target instanceof RunTarget.Container container ? container.container().image()
                : ((RunTarget.Command) target).interpreter();
    }

    private static String duration(DurationSpec duration) {
        return duration.expression() == null ? Duration.ofMillis(duration.millis()).toString()
                : expression(duration.expression());
    }

    private static String events(EventConsumption to) {
        List<EventFilter> filters = to.filters();
        if (filters.isEmpty()) {
            return "any event";
        }
        String types = filters.stream().map(filter -> filter.with().get("type"))
                .map(type -> type == null ? "any event" : type.value().asText()).distinct().collect(Collectors.joining(", "));
        return filters.size() == 1 ? types : to.mode() == EventConsumption.Mode.ALL ? "all of " + types : "one of " + types;
    }

    /** Types of the events that a task listens for, as far as they are known while the application is built. */
    static List<String> eventTypes(Task task) {
        if (!(task instanceof Task.Listen listen)) {
            return List.of();
        }
        EventConsumption until = listen.to().untilEvents();
        return types(Stream.concat(listen.to().filters().stream(), until == null ? Stream.empty() : until.filters().stream()));
    }

    private static List<String> types(Stream<EventFilter> filters) {
        return filters.map(filter -> filter.with().get("type")).filter(Objects::nonNull)
                .map(type -> type.value().asText()).filter(type -> !ValueTemplate.isWrapped(type)).distinct().toList();
    }

    /** Types of the updates that a task replies to, as far as they are known while the application is built; null if it does not reply. */
    static List<String> updateTypes(Task task) {
        return task instanceof Task.Listen listen && listen.reply() != null ? types(listen.to().filters().stream()) : null;
    }

    /** The condition of a case. */
    static String of(SwitchCase choice) {
        return choice.when() == null ? "otherwise" : shorten(expression(choice.when()));
    }

    /** The errors that a handler catches. */
    static String of(Catch handler) {
        ErrorFilter filter = handler.errors().filter();
        String type = filter.type();
        String status = filter.status() == null ? "" : filter.status().toString();
        String errors = type == null ? status
                : type.substring(type.lastIndexOf('/') + 1) + (status.isEmpty() ? "" : " " + status);
        ValueTemplate condition = handler.errors().when();
        String when = condition == null ? "" : expression(condition);
        return shorten(errors.isEmpty() ? when.isEmpty() ? "any error" : when : when.isEmpty() ? errors : errors + ", " + when);
    }

    private static String expression(ValueTemplate template) {
        JsonNode value = template.value();
        String text = value.isTextual() ? value.textValue().strip()
                : value.isObject() && value.has("uri") ? value.path("uri").asText() : value.toString();
        return ValueTemplate.isWrapped(text) ? text.substring(2, text.length() - 1).strip() : text;
    }

    /** The text in one line, cut off where a node would become too wide. */
    static String shorten(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.codePointCount(0, line.length()) <= MAX_CHARACTERS ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_CHARACTERS - 1)) + "…";
    }
}
