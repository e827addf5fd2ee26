package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.api.TaskRetry.Backoff;
import dev.cairn.definition.MethodReference;

/**
 * Makes a workflow of methods that are annotated as its tasks; for the build. The result equals a flow written with
 * {@link Flows}. Not thread-safe.
 */
public final class MethodTasks {

    private final String className;
    private final String file;
    private final ToIntFunction<MethodReference> lines;
    private final List<FlowTask<?>> tasks = new ArrayList<>();

    /**
     * @param className the class that has the methods, with dots
     * @param file name of its source file, without directories
     * @param lines line of each method; 0 if unknown
     */
    public MethodTasks(String className, String file, ToIntFunction<MethodReference> lines) {
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
            added = added.with(added.part().text(task.condition(), "if"));
        }
        tasks.add(task.compensation() == null ? added
                : CompensatedTask.of(added, call(task.compensation().name(), task.compensation(), "")));
    }

    private FlowTask<?> call(String name, MethodReference method, String timeout) {
        FlowPart part = timeout.isEmpty() ? FlowPart.empty() : FlowPart.empty().isoOrExpression(timeout, "timeout", "after");
        return new CallTask(name, place(method), part, null, method);
    }

    private FlowTask<?> retried(MethodTask task) {
        Handler handler = new Handler(handling(task.retry()), List.of());
        return new TryTask(task.name(), place(task.method()), FlowPart.empty(),
                List.of(call(task.name(), task.method(), task.timeout())),
                handler);
    }

    private static FlowPart handling(RetryRule rule) {
        FlowPart retry = FlowPart.empty().text(rule.delay(), "delay")
                .with(FlowPart.empty().json(), "backoff", rule.backoff().name().toLowerCase(Locale.ROOT))
                .with(IntNode.valueOf(rule.attempts()), "limit", "attempt", "count");
        if (!rule.jitter().equals("PT0S")) {
            retry = retry.text("PT0S", "jitter", "from").text(rule.jitter(), "jitter", "to");
        }
        FlowPart part = FlowPart.empty().nested("retry", retry);
        part = rule.status() == 0 ? part : part.with(IntNode.valueOf(rule.status()), "errors", "with", "status");
        return rule.type().isEmpty() ? part : part.text(rule.type(), "errors", "with", "type");
    }

    private SourceLine place(MethodReference method) {
        return new SourceLine(className, file, lines.applyAsInt(method));
    }

    /** The workflow. */
    public Flow flow() {
        return new Flow(new SourceLine(className, file, 0), FlowPart.empty(), List.copyOf(tasks));
    }
}
