package dev.cairn.fluent;

import java.util.List;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * The handling of an error: {@link Flows#onError()}. Immutable. Without a filter it takes every error; an error that it does
 * not take fails the surrounding tasks.
 */
public final class FlowErrorHandler {

    private final DefinitionFragment part;
    private final List<FlowTask<?>> tasks;

    FlowErrorHandler(DefinitionFragment part, List<FlowTask<?>> tasks) {
        this.part = part;
        this.tasks = tasks;
    }

    /**
     * Takes errors of this type only.
     *
     * <pre>{@code
     * onError().type("https://acme.example/errors/rejected").then("refund")
     * }</pre>
     *
     * @param uri the type, literally
     */
    public FlowErrorHandler type(String uri) {
        return with(part.text(uri, "errors", "with", "type"));
    }

    /** Takes errors of this status only, such as 503. */
    public FlowErrorHandler status(int status) {
        return with(part.with(IntNode.valueOf(status), "errors", "with", "status"));
    }

    /** Takes errors with exactly this title only. */
    public FlowErrorHandler title(String title) {
        return with(part.text(title, "errors", "with", "title"));
    }

    /** Takes errors with exactly this detail only. */
    public FlowErrorHandler detail(String detail) {
        return with(part.text(detail, "errors", "with", "detail"));
    }

    /** Takes errors of this task only, given by its reference such as {@code /do/1/charge/try/0/pay}. */
    public FlowErrorHandler instance(String reference) {
        return with(part.text(reference, "errors", "with", "instance"));
    }

    /** Names the variable that holds the error; without this it is {@code $error}. */
    public FlowErrorHandler as(String variable) {
        return with(part.text(variable, "as"));
    }

    /**
     * Takes an error only if a condition holds.
     *
     * <pre>{@code
     * onError().when("$error.status >= 500")
     * }</pre>
     *
     * @param condition a jq expression
     */
    public FlowErrorHandler when(String condition) {
        return with(part.text(condition, "when"));
    }

    /** Does not take an error if a condition holds. */
    public FlowErrorHandler exceptWhen(String condition) {
        return with(part.text(condition, "exceptWhen"));
    }

    /**
     * Tries again before anything else happens.
     *
     * <pre>{@code
     * onError().status(503).retry(exponential(Duration.ofSeconds(1)).attempts(5))
     * }</pre>
     */
    public FlowErrorHandler retry(Retry retry) {
        return with(retry == null ? part.absent("retry", "retry") : part.nested(retry.part(), "retry"));
    }

    /**
     * As {@link #retry(Retry)}, with a policy that the workflow has named.
     *
     * <pre>{@code
     * flow(tryTo("charge", call("pay", Payments::pay)).catching(onError().retry(named("patient"))))
     *         .useRetry("patient", linear(Duration.ofSeconds(1)).attempts(5))
     * }</pre>
     */
    public FlowErrorHandler retry(ComponentReference retry) {
        return with(ComponentReference.part(retry, part, "retry"));
    }

    /** The tasks that run after the error was taken and no retry is left; their output becomes that of the try. */
    public FlowErrorHandler doing(FlowTask<?>... handling) {
        return new FlowErrorHandler(handling == null ? part.missing("doing", "null") : part,
                GroupTask.elements(handling));
    }

    /** The next task after the error was handled, not after a success: a task of the list that the try is in. */
    public FlowErrorHandler then(String task) {
        return with(part.text(task, "then"));
    }

    /** As {@link #then(String)}, as the directive says. */
    public FlowErrorHandler then(Directive directive) {
        return with(part.text(Directive.word(directive), "then"));
    }

    private FlowErrorHandler with(DefinitionFragment changed) {
        return new FlowErrorHandler(changed, tasks);
    }

    /** The handler as an element of the definition. */
    DefinitionFragment element() {
        return (tasks.isEmpty() ? part : part.nested(GroupTask.list(tasks), "do")).element();
    }
}
