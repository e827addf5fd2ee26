package dev.cairn.compiler;

import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.definition.BackoffSpec;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.RetryPolicy;
import dev.cairn.definition.ReusableComponents;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskDataRules;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.ValueTemplate;

/**
 * Checks the expressions of reusable components, unused ones included; the program does not change. The variables that a
 * component sees depend on its user. So variables of loops and handlers are checked only at the user, as are all variables of
 * components that are not tasks.
 */
final class ComponentExpressionCheck {

    private ComponentExpressionCheck() {}

    /** Reports what is wrong; the program does not change. */
    static void check(CompilerContext context, VariableScope scope) {
        ReusableComponents components = context.definition().unused();
        components.errors().forEach(error -> parse(context, parts(error)));
        components.retries().forEach(retry -> parse(context, parts(retry)));
        components.timeouts().forEach(timeout -> parse(context, Stream.of(expression(timeout))));
        components.authentications().forEach(authentication -> parse(context, authentication.templates().stream()));
        CompilerContext aside = context.withBuilder(new ProgramBuilder());
        VariableScope open = scope.withContext(aside.builder()).open();
        components.functions().forEach(function -> compile(aside, function, open));
        components.extensions().forEach(extension -> compile(aside, standIn(extension), open));
        aside.builder().compileReplies();
    }

    private static void compile(CompilerContext context, Task task, VariableScope scope) {
        JumpLabel end = new JumpLabel();
        new TaskListCompiler(context.withEnd(end)).compile(List.of(task), scope, EffectIdRegisters.NONE, end);
        context.builder().place(end);
    }

    /** A task for the extension to stand around. */
    private static Task standIn(ExtensionTasks extension) {
        return new Task.Set(
                new TaskProperties(extension.name(), null, TaskDataRules.NONE, null, null, List.of(extension),
                        extension.location()),
                new ValueTemplate(NullNode.instance, false, extension.location()));
    }

    private static void parse(CompilerContext context, Stream<ValueTemplate> templates) {
        templates.filter(template -> template != null).forEach(context.expressions()::parse);
    }

    private static Stream<ValueTemplate> parts(ErrorSpec error) {
        return Stream.of(error.type(), error.status(), error.instance(), error.title(), error.detail());
    }

    private static Stream<ValueTemplate> parts(RetryPolicy retry) {
        BackoffSpec backoff = retry.backoff();
        return Stream.of(retry.when(), retry.exceptWhen(), expression(backoff.delay()), expression(backoff.jitterFrom()),
                expression(backoff.jitterTo()), expression(retry.limits().attemptDuration()),
                expression(retry.limits().duration()));
    }

    private static ValueTemplate expression(DurationSpec duration) {
        return duration == null ? null : duration.expression();
    }
}
