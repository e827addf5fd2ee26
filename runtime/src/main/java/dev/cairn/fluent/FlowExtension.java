package dev.cairn.fluent;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Extension;
import dev.cairn.definition.SourceLocation;

/**
 * Tasks around all tasks of a kind: {@link Flows#extension(String, TaskKind)}. Immutable.
 */
public final class FlowExtension {

    private final String name;
    private final SourceLine place;
    private final TaskKind kind;
    private final FlowPart part;
    /** Null where nothing was said. */
    private final List<FlowTask<?>> before;
    private final List<FlowTask<?>> after;

    private FlowExtension(String name, SourceLine place, TaskKind kind, FlowPart part, List<FlowTask<?>> before,
            List<FlowTask<?>> after) {
        this.name = name;
        this.place = place;
        this.kind = kind;
        this.part = part;
        this.before = before;
        this.after = after;
    }

    static FlowExtension of(String name, TaskKind kind) {
        FlowPart part = name == null || name.isBlank() ? FlowPart.empty().missing("name", "missing") : FlowPart.empty();
        return new FlowExtension(name == null ? "" : name, SourceLine.here(), kind,
                part.text(kind == null ? null : kind.word(), "extend"), null, null);
    }

    /**
     * Extends a task only if a condition holds. It is asked once, before the task, with its raw input, and decides for the tasks before
     * and after it.
     *
     * <pre>{@code
     * extension("audit", TaskKind.CALL).when("$task.name != \"audit\"").after(callFunction("told", "audit"))
     * }</pre>
     *
     * @param condition a jq expression; {@code $task} is the extended task
     */
    public FlowExtension when(String condition) {
        return new FlowExtension(name, place, kind, part.text(condition, "when"), before, after);
    }

    /**
     * Tasks before the extended one. The first gets its raw input; what they give is dropped. {@code then(EXIT)} in them makes what
     * flows there the output of the extended task, which is not run then.
     *
     * <pre>{@code
     * extension("mock", TaskKind.CALL).before(set("answer", Map.of("id", 1)).then(EXIT))
     * }</pre>
     */
    public FlowExtension before(FlowTask<?>... tasks) {
        FlowPart said = tasks == null ? part.missing("before", "null") : part;
        return new FlowExtension(name, place, kind, said, Flows.list(tasks), after);
    }

    /**
     * Tasks after the extended one. The first gets its output; what they give is dropped.
     *
     * <pre>{@code
     * extension("audit", TaskKind.CALL).after(callFunction("told", "audit").with(Map.of("text", "${ $task.reference }")))
     * }</pre>
     */
    public FlowExtension after(FlowTask<?>... tasks) {
        FlowPart said = tasks == null ? part.missing("after", "null") : part;
        return new FlowExtension(name, place, kind, said, before, Flows.list(tasks));
    }

    String name() {
        return name;
    }

    SourceLine place() {
        return place;
    }

    FlowPart part() {
        return part;
    }

    boolean extendsKind(TaskKind task) {
        return kind == TaskKind.ALL || kind == task;
    }

    /**
     * As it stands somewhere: where it was written, or around a task.
     *
     * @param json gets its tasks as the DSL writes them
     */
    Extension model(SourceLocation location, ObjectNode json, DefinitionAssembly assembly) {
        return new Extension(name, ModelFactory.expression(json, location, "when"),
                before == null ? List.of()
                        : assembly.tasks(before, location.pointer() + "/before", json.putArray("before")),
                after == null ? List.of() : assembly.tasks(after, location.pointer() + "/after", json.putArray("after")),
                location);
    }
}
