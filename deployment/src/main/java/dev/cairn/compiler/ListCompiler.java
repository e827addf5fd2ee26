package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.definition.Suggestions;
import dev.cairn.definition.Task;
import dev.cairn.definition.Then;
import dev.cairn.program.Operation;

/** Compiles a list of tasks, and the flow directives in it. */
final class ListCompiler {

    private final CompilerContext context;

    ListCompiler(CompilerContext context) {
        this.context = context;
    }

    /**
     * Compiles a list.
     *
     * @param exit destination after the list; to be placed by the caller right behind it
     */
    void compile(List<Task> tasks, VariableScope scope, Counters counters, Label exit) {
        compile(tasks, scope, counters, exit, exit);
    }

    /**
     * As {@link #compile(List, VariableScope, Counters, Label)}, for a list that can be left in two ways.
     *
     * @param done destination after the last task; to be placed by the caller right behind the list
     * @param exit destination of the directive {@code exit}
     */
    void compile(List<Task> tasks, VariableScope scope, Counters counters, Label done, Label exit) {
        Flow flow = new Flow(tasks, done, exit, comesRound(tasks) ? context.builder().numberRegister() : -1);
        Counters own = flow.laps < 0 ? counters : counters.with(flow.laps);
        for (int i = 0; i < tasks.size(); i++) {
            context.builder().place(flow.labels.get(i));
            new TaskCompiler(context, flow, i, own).compile(tasks.get(i), scope);
        }
    }

    /** True if a directive of the list leads back, so that its tasks can run again. */
    private static boolean comesRound(List<Task> tasks) {
        Map<String, Integer> positions = new HashMap<>();
        for (int i = tasks.size() - 1; i >= 0; i--) {
            positions.put(tasks.get(i).name(), i);
        }
        for (int i = 0; i < tasks.size(); i++) {
            for (Then then : directives(tasks.get(i))) {
                if (then.kind() == Then.Kind.TASK && positions.getOrDefault(then.target(), Integer.MAX_VALUE) <= i) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Then> directives(Task task) {
        List<Then> all = new ArrayList<>();
        if (task.properties().then() != null) {
            all.add(task.properties().then());
        }
        if (task instanceof Task.Switch choice) {
            choice.cases().forEach(each -> all.add(each.then()));
        }
        if (task instanceof Task.Try attempt && attempt.handler().then() != null) {
            all.add(attempt.handler().then());
        }
        return all;
    }

    /** Destinations of the directives of one list. */
    final class Flow {
        private final List<Task> tasks;
        private final List<Label> labels = new ArrayList<>();
        private final Label done;
        private final Label exit;
        private final int laps;

        Flow(List<Task> tasks, Label done, Label exit, int laps) {
            this.tasks = tasks;
            this.done = done;
            this.exit = exit;
            this.laps = laps;
            tasks.forEach(task -> labels.add(new Label()));
        }

        /** Destination of a task without a directive. */
        Label next(int index) {
            return index + 1 < labels.size() ? labels.get(index + 1) : done;
        }

        /** Destination of a directive; null leads to the next task. An unknown destination is reported. */
        Target target(Then then, int index) {
            if (then == null || then.kind() == Then.Kind.CONTINUE) {
                return new Target(next(index), -1);
            }
            if (then.kind() == Then.Kind.EXIT) {
                return new Target(exit, -1);
            }
            if (then.kind() == Then.Kind.END) {
                return new Target(context.end().used(), -1);
            }
            for (int i = 0; i < tasks.size(); i++) {
                if (tasks.get(i).name().equals(then.target())) {
                    return new Target(labels.get(i), i <= index ? laps : -1);
                }
            }
            List<String> names = tasks.stream().map(Task::name).toList();
            String near = Suggestions.didYouMean(then.target(), names);
            context.problems().error(CompilerCodes.UNKNOWN_TASK, then.location(), "There is no task \"" + then.target()
                    + "\" in this list to go on with.",
                    near != null ? near
                            : "A target is in the same list: " + Suggestions.first(names) + "; or continue, exit, end.");
            return new Target(exit, -1);
        }
    }

    /**
     * Destination of a jump.
     *
     * @param label the label to jump to
     * @param counter number register that counts the laps of a backward jump, else -1
     */
    record Target(Label label, int counter) {

        /** Emits the jump, unless the place comes next anyway. */
        void jump(CompilerContext context, int task, Label comesNext) {
            if (label != comesNext || counter >= 0) {
                context.builder().emit(labels -> new Operation.Jump(task, labels.applyAsInt(label), counter));
            }
        }
    }
}
