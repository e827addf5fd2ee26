package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.Task;

/** Compiles a list of tasks, and the flow directives in it. */
final class TaskListCompiler {

    private final CompilerContext context;

    TaskListCompiler(CompilerContext context) {
        this.context = context;
    }

    /**
     * Compiles a list.
     *
     * @param exit destination after the list; to be placed by the caller right behind it
     */
    void compile(List<Task> tasks, VariableScope scope, EffectIdRegisters counters, JumpLabel exit) {
        compile(tasks, scope, counters, exit, exit);
    }

    /**
     * As {@link #compile(List, VariableScope, EffectIdRegisters, JumpLabel)}, for a list that can be left in two ways.
     *
     * @param done destination after the last task; to be placed by the caller right behind the list
     * @param exit destination of the directive {@code exit}
     */
    void compile(List<Task> tasks, VariableScope scope, EffectIdRegisters counters, JumpLabel done, JumpLabel exit) {
        TaskListTargets flow = new TaskListTargets(context, tasks, done, exit,
                comesRound(tasks) ? context.builder().numberRegister() : -1);
        EffectIdRegisters own = flow.laps() < 0 ? counters : counters.with(flow.laps());
        for (int i = 0; i < tasks.size(); i++) {
            context.builder().place(flow.begin(i));
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
            for (FlowDirective then : directives(tasks.get(i))) {
                if (then.kind() == FlowDirective.Kind.TASK && positions.getOrDefault(then.target(), Integer.MAX_VALUE) <= i) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<FlowDirective> directives(Task task) {
        List<FlowDirective> all = new ArrayList<>();
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
}
