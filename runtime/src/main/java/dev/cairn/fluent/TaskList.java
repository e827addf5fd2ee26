package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.fluent.source.FlowPart;
import dev.cairn.fluent.source.FluentCodes;

/** Lists of tasks as the DSL has them. */
final class TaskList {

    private static final FlowPart NO_TASK = FlowPart.faulty(null, FluentCodes.MISSING, "A task is null", "Remove it.")
            .element();
    /** Attributes of an error that a handler raises again. */
    private static final List<String> ERROR = List.of("type", "status", "instance", "title", "detail");

    private TaskList() {}

    /** The elements, which may be null: that is reported later, with its place. */
    static List<FlowTask<?>> of(FlowTask<?>... tasks) {
        return tasks == null ? List.of() : Collections.unmodifiableList(Arrays.asList(tasks.clone()));
    }

    /**
     * The tasks of a list. All that follows a task that can be undone goes into a try, whose handler undoes the task and then fails as
     * before. So the last one is undone first, undoing is an effect like any other, and nothing but tries is needed to run it.
     */
    static FlowPart part(List<? extends FlowTask<?>> tasks) {
        List<FlowPart> entries = new ArrayList<>();
        for (FlowTask<?> task : tasks) {
            entries.add(task == null ? NO_TASK : entry(task.label(), task.element()));
            if (task instanceof CompensatedTask compensated && entries.size() < tasks.size()) {
                entries.add(undone(compensated, part(tasks.subList(entries.size(), tasks.size()))));
                break;
            }
        }
        return FlowPart.list(entries);
    }

    private static FlowPart undone(CompensatedTask compensated, FlowPart rest) {
        FlowPart error = FlowPart.empty();
        for (String attribute : ERROR) {
            error = error.implied(TextNode.valueOf("${ $error." + attribute + " }"), attribute);
        }
        FlowTask<?> compensation = compensated.compensation();
        FlowPart handler = FlowPart.list(List.of(entry(compensation.label(), compensation.element()),
                entry("fail", FlowPart.empty().nested(error, "raise", "error").placed(compensated.place()))));
        return entry("after " + compensated.name(), FlowPart.empty().nested(rest, "try").nested(handler, "catch", "do")
                .placed(compensated.place()));
    }

    private static FlowPart entry(String name, FlowPart task) {
        return FlowPart.empty().nested(task, name);
    }
}
