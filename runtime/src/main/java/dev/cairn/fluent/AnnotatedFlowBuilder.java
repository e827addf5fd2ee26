package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.RetryOnError.Backoff;
import dev.cairn.definition.MethodReference;
import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Makes a workflow of methods that are annotated as its tasks; for the build. The result equals a flow written with
 * {@link Flows}. Not thread-safe.
 */
public final class AnnotatedFlowBuilder {

    private final String className;
    private final String file;
    private final ToIntFunction<MethodReference> lines;
    private final List<FlowTask<?>> tasks = new ArrayList<>();

    /**
     * @param className the class that has the methods, with dots
     * @param file name of its source file, without directories
     * @param lines line of each method; 0 if unknown
     */
    public AnnotatedFlowBuilder(String className, String file, ToIntFunction<MethodReference> lines) {
        this.className = className;
        this.file = file;
        this.lines = lines;
    }

    /**
     * A task.
     *
     * @param condition jq, or empty for none
     * @param timeout a good ISO 8601 duration, or empty for none
     * @param retry or null for none
     * @param compensation the method that undoes it, or null
     */
    public record MethodTask(String name, MethodReference method, String condition, String timeout, RetryRule retry,
            MethodReference compensation) {}

    /**
     * When to call again.
     *
     * @param delay a good ISO 8601 duration
     * @param jitter a good ISO 8601 duration
     * @param status 0 for any
     * @param type empty for any
     */
    public record RetryRule(int attempts, String delay, Backoff backoff, String jitter, int status, String type) {}

    /** Adds a task behind those added before. */
    public void add(MethodTask task) {
        FlowTask<?> added = task.retry() == null ? call(task.name(), task.method(), task.timeout()) : retried(task);
        if (!task.condition().isEmpty()) {
            added = added.with(added.part().implied(TextNode.valueOf(task.condition()), "if"));
        }
        tasks.add(task.compensation() == null ? added
                : CompensatedTask.of(added, call(task.compensation().name(), task.compensation(), "")));
    }

    private FlowTask<?> call(String name, MethodReference method, String timeout) {
        DefinitionFragment part = timeout.isEmpty() ? DefinitionFragment.empty()
                : DefinitionFragment.empty().implied(TextNode.valueOf(timeout), "timeout", "after");
        return new MethodCallTask(name, place(method), part, DefinitionFragment.method(method));
    }

    private FlowTask<?> retried(MethodTask task) {
        FlowErrorHandler handler = new FlowErrorHandler(handling(task.retry()), List.of());
        return new TryTask(task.name(), place(task.method()), DefinitionFragment.empty(),
                List.of(call(task.name(), task.method(), task.timeout())), handler);
    }

    /** The line of all of it is that of the method. */
    private static DefinitionFragment handling(RetryRule rule) {
        DefinitionFragment part = DefinitionFragment.empty().implied(TextNode.valueOf(rule.delay()), "retry", "delay")
                .implied(DefinitionFragment.empty().json(), "retry", "backoff", rule.backoff().name().toLowerCase(Locale.ROOT))
                .implied(IntNode.valueOf(rule.attempts()), "retry", "limit", "attempt", "count");
        if (!rule.jitter().equals("PT0S")) {
            part = part.implied(TextNode.valueOf("PT0S"), "retry", "jitter", "from")
                    .implied(TextNode.valueOf(rule.jitter()), "retry", "jitter", "to");
        }
        part = rule.status() == 0 ? part : part.implied(IntNode.valueOf(rule.status()), "errors", "with", "status");
        return rule.type().isEmpty() ? part : part.implied(TextNode.valueOf(rule.type()), "errors", "with", "type");
    }

    private SourceLine place(MethodReference method) {
        return new SourceLine(className, file, lines.applyAsInt(method));
    }

    /** The workflow. */
    public Flow flow() {
        return new Flow(new SourceLine(className, file, 0), DefinitionFragment.empty(), List.copyOf(tasks));
    }
}
