package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts all that follows a task that can be undone into a try, whose handler undoes it and then fails as before. So the last one is
 * undone first, undoing is an effect like any other, and nothing but tries is needed to run it.
 */
final class CompensationNesting {

    private CompensationNesting() {}

    /** The same list if there is nothing to undo. */
    static List<? extends FlowTask<?>> nested(List<? extends FlowTask<?>> tasks) {
        for (int i = 0; i < tasks.size() - 1; i++) {
            if (tasks.get(i) instanceof CompensatedTask compensated) {
                return nested(tasks, i, compensated);
            }
        }
        return tasks;
    }

    private static List<FlowTask<?>> nested(List<? extends FlowTask<?>> tasks, int index, CompensatedTask compensated) {
        SourceLine place = compensated.place();
        FlowPart same = FlowPart.empty().text("${ $error.type }", "type").expression("${ $error.status }", "status")
                .text("${ $error.instance }", "instance").text("${ $error.title }", "title")
                .text("${ $error.detail }", "detail");
        FlowTask<?> fail = new RaiseTask("fail", place,
                FlowPart.empty().nested("raise", FlowPart.empty().nested("error", same)));
        Handler undo = new Handler(FlowPart.empty(), List.of(compensated.compensation(), fail));
        List<FlowTask<?>> rest = new ArrayList<>(tasks.subList(index + 1, tasks.size()));
        List<FlowTask<?>> nested = new ArrayList<>(tasks.subList(0, index));
        nested.add(compensated.task());
        nested.add(new TryTask("after " + compensated.name(), place, FlowPart.empty(), rest, undo));
        return nested;
    }
}
