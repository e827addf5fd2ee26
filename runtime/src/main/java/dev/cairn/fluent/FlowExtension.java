package dev.cairn.fluent;

import java.util.List;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Tasks around all tasks of a kind: {@link Flows#extension(String, TaskKind)}. Immutable.
 */
public final class FlowExtension {

    private final String name;
    private final SourceLine place;
    private final DefinitionFragment part;
    /** Null where nothing was said. */
    private final List<FlowTask<?>> before;
    private final List<FlowTask<?>> after;

    private FlowExtension(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> before,
            List<FlowTask<?>> after) {
        this.name = name;
        this.place = place;
        this.part = part;
        this.before = before;
        this.after = after;
    }

    static FlowExtension of(String name, TaskKind kind) {
        DefinitionFragment part = name == null || name.isBlank() ? DefinitionFragment.empty().missing("name", "missing")
                : DefinitionFragment.empty();
        return new FlowExtension(name == null ? "" : name, SourceLine.here(),
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
        return new FlowExtension(name, place, part.text(condition, "when"), before, after);
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
        DefinitionFragment said = tasks == null ? part.missing("before", "null") : part;
        return new FlowExtension(name, place, said, GroupTask.elements(tasks), after);
    }

    /**
     * Tasks after the extended one. The first gets its output; what they give is dropped.
     *
     * <pre>{@code
     * extension("audit", TaskKind.CALL).after(callFunction("told", "audit").with(Map.of("text", "${ $task.reference }")))
     * }</pre>
     */
    public FlowExtension after(FlowTask<?>... tasks) {
        DefinitionFragment said = tasks == null ? part.missing("after", "null") : part;
        return new FlowExtension(name, place, said, before, GroupTask.elements(tasks));
    }

    /** The extension as the DSL has it. */
    DefinitionFragment entry() {
        DefinitionFragment described = before == null ? part : part.nested(GroupTask.list(before), "before");
        described = after == null ? described : described.nested(GroupTask.list(after), "after");
        return DefinitionFragment.empty().nested(described.element().placed(place), name);
    }
}
