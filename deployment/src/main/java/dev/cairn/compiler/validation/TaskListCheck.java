package dev.cairn.compiler.validation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;

/**
 * Checks how the tasks of one list follow each other.
 */
final class TaskListCheck {

    private static final Set<String> DIRECTIVES = Set.of("continue", "exit", "end");

    private final SourceMap sources;
    private final ProblemCollector problems;

    TaskListCheck(SourceMap sources, ProblemCollector problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /**
     * Checks one list, not the lists inside its tasks.
     *
     * @param pointer of the list
     */
    void check(List<Task> tasks, String pointer) {
        SourceLocation location = sources.at(pointer);
        boolean readable = !problems.hasErrorsWithin(location);
        if (tasks.isEmpty()) {
            if (readable) {
                problems.error(ValidationErrorCodes.EMPTY_LIST, location, "The list has no tasks", "Add one.");
            }
            return;
        }
        Map<String, Integer> indexes = names(tasks);
        tasks.forEach(task -> directives(task).forEach(then -> target(then, indexes)));
        reachability(tasks, indexes, location);
    }

    /**
     * Checks the branches of a fork: each is a list of its own, with one task.
     *
     * @param pointer of the branches
     */
    void branches(List<Task> branches, String pointer) {
        SourceLocation location = sources.at(pointer);
        if (branches.isEmpty()) {
            if (!problems.hasErrorsWithin(location)) {
                problems.error(ValidationErrorCodes.EMPTY_LIST, location, "The fork has no branches", "Add one.");
            }
            return;
        }
        names(branches);
        branches.forEach(branch -> directives(branch).forEach(then -> inside(branch, then)));
    }

    private void inside(Task branch, FlowDirective then) {
        if (then.kind() == FlowDirective.Kind.TASK && !then.target().equals(branch.name())) {
            problems.error(ValidationErrorCodes.UNKNOWN_TARGET, then.location(),
                    "The branch \"" + branch.name() + "\" cannot go on with \"" + then.target()
                            + "\": a branch does not come to other tasks than its own",
                    "Make the branch a do, if several tasks follow each other in it; or use continue, exit, end.");
        }
    }

    private Map<String, Integer> names(List<Task> tasks) {
        Map<String, Integer> indexes = new LinkedHashMap<>();
        for (int i = 0; i < tasks.size(); i++) {
            Task task = tasks.get(i);
            if (task.name().isBlank()) {
                problems.error(ValidationErrorCodes.RESERVED_NAME, task.location(), "A task needs a name",
                        "Name it after what it does.");
            } else if (DIRECTIVES.contains(task.name())) {
                problems.error(ValidationErrorCodes.RESERVED_NAME, task.location(),
                        "A task cannot be named \"" + task.name() + "\": that is a flow directive", "Choose another name.");
            }
            Integer first = indexes.putIfAbsent(task.name(), i);
            if (first != null) {
                problems.error(ValidationErrorCodes.DUPLICATE_NAME, task.location(),
                        "The list has a task named \"" + task.name() + "\" already" + place(tasks.get(first).location()),
                        "Rename one of the two.");
            }
        }
        return indexes;
    }

    private static String place(SourceLocation location) {
        return location.line() > 0 ? ", in line " + location.line() : "";
    }

    private static List<FlowDirective> directives(Task task) {
        List<FlowDirective> all = new ArrayList<>();
        all.add(task.properties().then());
        if (task instanceof Task.Switch choice) {
            choice.cases().forEach(candidate -> all.add(candidate.then()));
        } else if (task instanceof Task.Try guarded) {
            all.add(guarded.handler().then());
        }
        all.removeIf(Objects::isNull);
        return all;
    }

    private void target(FlowDirective then, Map<String, Integer> indexes) {
        if (then.kind() == FlowDirective.Kind.TASK && !indexes.containsKey(then.target())) {
            String suggestion = NameSuggestions.didYouMean(then.target(), indexes.keySet());
            problems.error(ValidationErrorCodes.UNKNOWN_TARGET, then.location(),
                    "The list has no task \"" + then.target() + "\" to go on with", suggestion != null ? suggestion
                            : "A target is in the same list: " + NameSuggestions.first(indexes.keySet())
                                    + "; or continue, exit, end.");
        }
    }

    private void reachability(List<Task> tasks, Map<String, Integer> indexes, SourceLocation list) {
        UnreadableJumpDetector lost = UnreadableJumpDetector.of(problems, list);
        BitSet reached = new BitSet(tasks.size());
        Deque<Integer> open = new ArrayDeque<>();
        open.add(0);
        while (!open.isEmpty()) {
            int index = open.remove();
            if (index < tasks.size() && !reached.get(index)) {
                if (lost.mayBeOf(tasks.get(index))) {
                    return;
                }
                reached.set(index);
                follow(tasks.get(index), index, indexes, open);
            }
        }
        for (int i = reached.nextClearBit(0); i < tasks.size(); i = reached.nextClearBit(i + 1)) {
            problems.warning(ValidationErrorCodes.UNREACHABLE_TASK, tasks.get(i).location(),
                    "The workflow never comes to the task \"" + tasks.get(i).name() + "\"",
                    "Let another task go on with it, or remove it.");
        }
    }

    /** Adds every task that may come after one. */
    private static void follow(Task task, int index, Map<String, Integer> indexes, Deque<Integer> open) {
        // An extension may leave a task before it decides where to go on.
        boolean extended = !task.properties().extensions().isEmpty();
        boolean ends = task instanceof Task.Raise && !extended;
        if (task instanceof Task.Switch choice) {
            for (SwitchCase candidate : choice.cases()) {
                go(candidate.then(), index, indexes, open);
                ends |= candidate.when() == null && !extended;
            }
        } else if (task instanceof Task.Try guarded && guarded.handler().then() != null) {
            go(guarded.handler().then(), index, indexes, open);
        }
        if (!ends) {
            go(task.properties().then(), index, indexes, open);
        }
        if (task.properties().condition() != null) {
            // Skipped, and then its own directive does not apply.
            open.add(index + 1);
        }
    }

    private static void go(FlowDirective then, int index, Map<String, Integer> indexes, Deque<Integer> open) {
        if (then == null || then.kind() == FlowDirective.Kind.CONTINUE) {
            open.add(index + 1);
        } else if (then.kind() == FlowDirective.Kind.TASK) {
            open.add(indexes.get(then.target()));
        }
    }
}
