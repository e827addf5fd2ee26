package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;
import dev.cairn.definition.Then;
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
        List<Compiled> conditions = new ArrayList<>();
        List<Label> ways = new ArrayList<>();
        List<Then> directives = new ArrayList<>();
        Then otherwise = choice.properties().then();
        for (SwitchCase each : choice.cases()) {
            if (each.when() == null) {
                otherwise = each.then();
            } else {
                conditions.add(context.expressions().compile(each.when(), task.inner()));
                ways.add(new Label());
                directives.add(each.then());
            }
        }
        Label defaultWay = new Label();
        context.clock(task.task(), task.reference("#when"), task.counters(), conditions.toArray(new Compiled[0]));
        List<BoundExpression> expressions = conditions.stream().map(Compiled::expression).toList();
        context.builder().emit(labels -> new Operation.Choose(task.task(), expressions,
                ways.stream().map(labels::applyAsInt).toList(), labels.applyAsInt(defaultWay)));
        for (int i = 0; i < ways.size(); i++) {
            way(ways.get(i), directives.get(i), null);
        }
        way(defaultWay, otherwise, task.next());
    }

    private void way(Label way, Then then, Label comesNext) {
        context.builder().place(way);
        task.end(task.target(then), comesNext);
    }
}
