package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Does tasks one after another: {@link Flows#group(String, FlowTask...)}. Immutable.
 *
 * <p>
 * It also writes the lists of tasks that other tasks have, compensations included.
 */
public final class GroupTask extends FlowTask<GroupTask> {

    private static final DefinitionFragment NO_TASK = DefinitionFragment
            .faulty(null, FluentErrorCodes.MISSING, "A task is null", "Remove it.")
            .element();
    /** Attributes of an error that a handler raises again. */
    private static final List<String> ERROR = List.of("type", "status", "instance", "title", "detail");

    private final List<FlowTask<?>> tasks;

    GroupTask(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> tasks) {
        super(name, place, part);
        this.tasks = tasks;
    }

    @Override
    GroupTask with(DefinitionFragment changed) {
        return new GroupTask(name(), place(), changed, tasks);
    }

    @Override
    DefinitionFragment described() {
        return part().nested(list(tasks), "do");
    }

    /** The elements, which may be null: that is reported later, with its place. */
    static List<FlowTask<?>> elements(FlowTask<?>... tasks) {
        return tasks == null ? List.of() : Collections.unmodifiableList(Arrays.asList(tasks.clone()));
    }

    /**
     * The tasks of a list. All that follows a task that can be undone goes into a try, whose handler undoes the task and then fails as
     * before. So the last one is undone first, undoing is an effect like any other, and nothing but tries is needed to run it.
     */
    static DefinitionFragment list(List<? extends FlowTask<?>> tasks) {
        List<DefinitionFragment> entries = new ArrayList<>();
        for (FlowTask<?> task : tasks) {
            entries.add(task == null ? NO_TASK : entry(task.label(), task.element()));
            if (task instanceof CompensatedTask compensated && entries.size() < tasks.size()) {
                entries.add(undone(compensated, list(tasks.subList(entries.size(), tasks.size()))));
                break;
            }
        }
        return DefinitionFragment.list(entries);
    }

    private static DefinitionFragment undone(CompensatedTask compensated, DefinitionFragment rest) {
        DefinitionFragment error = DefinitionFragment.empty();
        for (String attribute : ERROR) {
            error = error.implied(TextNode.valueOf("${ $error." + attribute + " }"), attribute);
        }
        FlowTask<?> compensation = compensated.compensation();
        DefinitionFragment handler = DefinitionFragment.list(List.of(entry(compensation.label(), compensation.element()),
                entry("fail", DefinitionFragment.empty().nested(error, "raise", "error").placed(compensated.place()))));
        return entry("after " + compensated.name(),
                DefinitionFragment.empty().nested(rest, "try").nested(handler, "catch", "do")
                        .placed(compensated.place()));
    }

    private static DefinitionFragment entry(String name, DefinitionFragment task) {
        return DefinitionFragment.empty().nested(task, name);
    }
}
