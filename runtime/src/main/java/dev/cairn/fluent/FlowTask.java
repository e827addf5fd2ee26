package dev.cairn.fluent;

import java.time.Duration;
import java.util.Map;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * A task of a workflow, with what tasks of every kind can have. Immutable: each method gives a changed copy.
 *
 * <p>
 * The order in which things happen: {@link #when} is asked with the task's input; if it holds, the input is checked against
 * {@link #inputSchema}, changed by {@link #inputFrom}, and the task does its work; its output is changed by {@link #outputAs} and
 * checked against {@link #outputSchema}; then {@link #exportAs} may replace the workflow's context. The output is the input of the
 * next task.
 *
 * @param <T> the type itself
 */
public abstract sealed class FlowTask<T extends FlowTask<T>>
        permits AsyncApiCallTask, ChooseTask, CompensatedTask, EmitTask, ForkTask, FunctionCallTask,
        FunctionCallTask.A2aCallTask, FunctionCallTask.McpCallTask, GroupTask, GrpcCallTask,
        HttpCallTask, ListenTask, LoopTask, MethodCallTask, OpenApiCallTask, RaiseTask, RunCommandTask, RunWorkflowTask,
        SetTask,
        TryTask, WaitTask {

    private final String name;
    private final SourceLine place;
    private final DefinitionFragment part;

    FlowTask(String name, SourceLine place, DefinitionFragment part) {
        this.name = name;
        this.place = place;
        this.part = part;
    }

    /** A copy that says something else. */
    abstract T with(DefinitionFragment changed);

    /** The task as the DSL has it, with its inner tasks. */
    DefinitionFragment described() {
        return part;
    }

    /** The task as an element of the definition. */
    final DefinitionFragment element() {
        DefinitionFragment described = described();
        return (label().equals(name) ? described
                : described.mistake(place, "", FluentErrorCodes.MISSING, "A task needs a name", "Name it after what it does."))
                .element().placed(place);
    }

    final String name() {
        return name;
    }

    /** The name, or its substitute if there is none. */
    final String label() {
        return name == null || name.isBlank() ? "unnamed" : name;
    }

    final SourceLine place() {
        return place;
    }

    final DefinitionFragment part() {
        return part;
    }

    /**
     * Does the task only if a condition holds. Otherwise it is skipped, its input is passed on, and {@link #then(String)} does not
     * apply.
     *
     * <pre>{@code
     * call("discount", Prices::discount).when(".total > 100")
     * }</pre>
     *
     * @param condition a jq expression
     */
    public T when(String condition) {
        return with(part.text(condition, "if"));
    }

    /**
     * Changes the input before the task sees it.
     *
     * <pre>{@code
     * call("reserve", Inventory::reserve).inputFrom(".order.items")
     * }</pre>
     *
     * @param expression a jq expression
     */
    public T inputFrom(String expression) {
        return with(part.text(expression, "input", "from"));
    }

    /**
     * Changes the input before the task sees it, into an object.
     *
     * <pre>{@code
     * call("reserve", Inventory::reserve).inputFrom(Map.of("sku", "${ .order.sku }"))
     * }</pre>
     *
     * @param object values; strings of the form {@code ${ … }} are jq expressions
     */
    public T inputFrom(Map<String, ?> object) {
        return with(part.valueOrAbsent(object, "input", "from"));
    }

    /**
     * Fails the task if its input does not fulfil a schema.
     *
     * <pre>{@code
     * call("reserve", Inventory::reserve).inputSchema("""
     *     {"type": "object", "required": ["sku"]}""")
     * }</pre>
     *
     * @param schema a JSON Schema (draft 2020-12) as JSON text
     */
    public T inputSchema(String schema) {
        return with(part.schema(schema, "input"));
    }

    /** As {@link #inputSchema(String)}, with the schema as a map. */
    public T inputSchema(Map<String, ?> schema) {
        return with(part.schema(schema, "input"));
    }

    /** As {@link #inputSchema(String)}, with the schema from a file on the class path. */
    public T inputSchema(ClassPathResource schema) {
        return with(part.schemaFrom(ClassPathResource.uri(schema), "input"));
    }

    /**
     * Changes the output of the task.
     *
     * <pre>{@code
     * http("quote", "GET", "https://prices.example.com/{sku}").outputAs(".price")
     * }</pre>
     *
     * @param expression a jq expression
     */
    public T outputAs(String expression) {
        return with(part.text(expression, "output", "as"));
    }

    /** As {@link #outputAs(String)}, into an object; strings of the form {@code ${ … }} in it are jq expressions. */
    public T outputAs(Map<String, ?> object) {
        return with(part.valueOrAbsent(object, "output", "as"));
    }

    /** Fails the task if its output, after {@link #outputAs(String)}, does not fulfil a schema, given as JSON text. */
    public T outputSchema(String schema) {
        return with(part.schema(schema, "output"));
    }

    /** As {@link #outputSchema(String)}, with the schema as a map. */
    public T outputSchema(Map<String, ?> schema) {
        return with(part.schema(schema, "output"));
    }

    /** As {@link #outputSchema(String)}, with the schema from a file on the class path. */
    public T outputSchema(ClassPathResource schema) {
        return with(part.schemaFrom(ClassPathResource.uri(schema), "output"));
    }

    /**
     * Replaces the workflow's context, which every later expression sees as {@code $context}.
     *
     * <pre>{@code
     * call("reserve", Inventory::reserve).exportAs("$context + {reservation: .id}")
     * }</pre>
     *
     * @param expression a jq expression; it sees the task's output
     */
    public T exportAs(String expression) {
        return with(part.text(expression, "export", "as"));
    }

    /** As {@link #exportAs(String)}, with an object; strings of the form {@code ${ … }} in it are jq expressions. */
    public T exportAs(Map<String, ?> object) {
        return with(part.valueOrAbsent(object, "export", "as"));
    }

    /** Fails the task if the new context does not fulfil a schema, given as JSON text. */
    public T exportSchema(String schema) {
        return with(part.schema(schema, "export"));
    }

    /** As {@link #exportSchema(String)}, with the schema as a map. */
    public T exportSchema(Map<String, ?> schema) {
        return with(part.schema(schema, "export"));
    }

    /** As {@link #exportSchema(String)}, with the schema from a file on the class path. */
    public T exportSchema(ClassPathResource schema) {
        return with(part.schemaFrom(ClassPathResource.uri(schema), "export"));
    }

    /**
     * Fails the task with a timeout error if it takes longer.
     *
     * <pre>{@code
     * call("charge", Payments::charge).timeout(Duration.ofSeconds(30))
     * }</pre>
     */
    public T timeout(Duration duration) {
        return with(part.duration(duration, "timeout", "after"));
    }

    /** As {@link #timeout(Duration)}; the expression {@code ${ … }} gives an ISO 8601 duration such as {@code PT30S}. */
    public T timeout(String expression) {
        return with(part.text(expression, "timeout", "after"));
    }

    /**
     * As {@link #timeout(Duration)}, with a timeout that the workflow has given a name.
     *
     * <pre>{@code
     * flow(call("charge", Payments::charge).timeout(named("short"))).useTimeout("short", Duration.ofSeconds(30))
     * }</pre>
     */
    public T timeout(ComponentReference timeout) {
        return with(ComponentReference.part(timeout, part, "timeout"));
    }

    /**
     * Says something about the task that is yours to use, as {@code $task.definition.metadata} for instance.
     *
     * <pre>{@code
     * call("charge", Payments::charge).metadata(Map.of("owner", "billing"))
     * }</pre>
     */
    public T metadata(Map<String, ?> metadata) {
        return with(part.valueOrAbsent(metadata, "metadata"));
    }

    /**
     * Goes on with another task of the same list, not with the next one.
     *
     * <pre>{@code
     * call("notify", Mail::rejected).then("archive")
     * }</pre>
     *
     * @param task its name
     */
    public T then(String task) {
        return with(part.text(task, "then"));
    }

    /**
     * Goes on as the directive says.
     *
     * <pre>{@code
     * call("notify", Mail::rejected).then(END)
     * }</pre>
     */
    public T then(Directive directive) {
        return with(part.text(Directive.word(directive), "then"));
    }
}
