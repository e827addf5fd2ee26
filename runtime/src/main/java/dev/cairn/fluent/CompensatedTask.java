package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;

/**
 * A task, and what undoes it if a later one fails: {@link Flows#compensated(FlowTask, FlowTask)}. Immutable.
 */
public final class CompensatedTask extends FlowTask<CompensatedTask> {

    private final FlowTask<?> task;
    private final FlowTask<?> compensation;

    private CompensatedTask(FlowTask<?> task, FlowTask<?> compensation) {
        super(task.name(), task.place(), task.part());
        this.task = task;
        this.compensation = compensation;
    }

    static CompensatedTask of(FlowTask<?> task, FlowTask<?> compensation) {
        boolean maybeSkipped = task.part().has("if");
        // A compensation cannot tell if its task was skipped.
        FlowTask<?> said = !maybeSkipped ? task
                : task.with(task.part().mistake(FluentErrorCodes.CONDITION, "A task with a condition cannot be compensated",
                        "Put it into a group with the condition: group(…, compensated(…)).when(…)."));
        return new CompensatedTask(said, compensation);
    }

    @Override
    CompensatedTask with(DefinitionFragment changed) {
        return of(task.with(changed), compensation);
    }

    FlowTask<?> compensation() {
        return compensation;
    }

    @Override
    DefinitionFragment described() {
        return task.described();
    }
}
