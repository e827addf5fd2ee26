package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.Operation;

/** Compiles {@code switch}. Each case is a way out of the task of its own. */
final class SwitchCompiler {

    private final TaskContext task;
    private final CompilerContext context;

    SwitchCompiler(TaskContext task, CompilerContext context) {
        this.task = task;
        this.context = context;
    }

    void compile(Task.Switch choice) {
        List<CompiledTemplate> conditions = new ArrayList<>();
        List<JumpLabel> ways = new ArrayList<>();
        List<FlowDirective> directives = new ArrayList<>();
        FlowDirective otherwise = choice.properties().then();
        for (SwitchCase each : choice.cases()) {
            if (each.when() == null) {
                otherwise = each.then();
            } else {
                conditions.add(context.expressions().compile(each.when(), task.inner()));
                ways.add(new JumpLabel());
                directives.add(each.then());
            }
        }
        JumpLabel defaultWay = new JumpLabel();
        context.clock(task.task(), task.reference("#when"), task.counters(), conditions.toArray(new CompiledTemplate[0]));
        List<BoundExpression> expressions = conditions.stream().map(CompiledTemplate::expression).toList();
        context.builder().emit(labels -> new Operation.Choose(task.task(), expressions,
                ways.stream().map(labels::applyAsInt).toList(), labels.applyAsInt(defaultWay)));
        for (int i = 0; i < ways.size(); i++) {
            way(ways.get(i), directives.get(i), null);
        }
        way(defaultWay, otherwise, task.next());
    }

    private void way(JumpLabel way, FlowDirective then, JumpLabel comesNext) {
        context.builder().place(way);
        task.end(task.target(then), comesNext);
    }
}
