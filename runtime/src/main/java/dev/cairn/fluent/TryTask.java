package dev.cairn.fluent;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;

/**
 * Does tasks and handles their errors: {@link Flows#tryTo(String, FlowTask...)}. Immutable.
 */
public final class TryTask extends FlowTask<TryTask> {

    private final List<FlowTask<?>> tasks;
    private final Handler handler;

    TryTask(String name, SourceLine place, FlowPart part, List<FlowTask<?>> tasks, Handler handler) {
        super(name, place, part);
        this.tasks = tasks;
        this.handler = handler;
    }

    @Override
    TryTask with(FlowPart changed) {
        return new TryTask(name(), place(), changed, tasks, handler);
    }

    @Override
    TaskKind kind() {
        return TaskKind.TRY;
    }

    /**
     * Handles the errors of the tasks.
     *
     * <pre>{@code
     * tryTo("charge", call("pay", Payments::pay))
     *         .catching(onError().status(503)
     *                 .retry(exponential(Duration.ofSeconds(1)).attempts(5))
     *                 .doing(set("unpaid", Map.of("status", "UNPAID"))))
     * }</pre>
     */
    public TryTask catching(Handler newHandler) {
        if (newHandler == null) {
            return with(part().missing("catching", "null"));
        }
        FlowPart said = handler == null ? part()
                : part().mistake(FluentCodes.GIVEN_TWICE, "A try has one handler", "Put another try around this one.");
        return new TryTask(name(), place(), said, tasks, newHandler);
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        SourceLocation location = properties.location();
        List<Task> tried = assembly.tasks(tasks, location.pointer() + "/try", json.putArray("try"));
        if (handler == null) {
            if (part().mistakes().isEmpty()) {
                assembly.error(FluentCodes.MISSING, location, "The try does not say what happens to errors",
                        "Add .catching(onError()…).");
            }
            return new Task.Do(properties, tried);
        }
        SourceLocation at = location.child("catch");
        assembly.report(handler.part(), at.pointer());
        ObjectNode handlerJson = handler.part().json();
        json.set("catch", handlerJson);
        return new Task.Try(properties, tried, handler.model(handlerJson, at, assembly));
    }
}
