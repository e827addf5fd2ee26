package dev.cairn.fluent;

import java.util.List;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Does tasks and handles their errors: {@link Flows#tryTo(String, FlowTask...)}. Immutable.
 */
public final class TryTask extends FlowTask<TryTask> {

    private final List<FlowTask<?>> tasks;
    private final FlowErrorHandler handler;

    TryTask(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> tasks, FlowErrorHandler handler) {
        super(name, place, part);
        this.tasks = tasks;
        this.handler = handler;
    }

    @Override
    TryTask with(DefinitionFragment changed) {
        return new TryTask(name(), place(), changed, tasks, handler);
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
    public TryTask catching(FlowErrorHandler newHandler) {
        if (newHandler == null) {
            return with(part().absent("catching", "catch"));
        }
        DefinitionFragment said = handler == null ? part()
                : part().mistake(FluentErrorCodes.GIVEN_TWICE, "A try has one handler", "Put another try around this one.");
        return new TryTask(name(), place(), said, tasks, newHandler);
    }

    @Override
    DefinitionFragment described() {
        DefinitionFragment described = part().nested(GroupTask.list(tasks), "try");
        return handler == null ? described : described.nested(handler.element(), "catch");
    }
}
