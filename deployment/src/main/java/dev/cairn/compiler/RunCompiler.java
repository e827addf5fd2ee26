package dev.cairn.compiler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.RunTarget.ContainerSpec;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.Operation;

/** Compiles {@code run}: an effect like a call, made by what starts instances. */
final class RunCompiler {

    private static final Map<String, String> NOT_ALLOWED = Map.of("shell", "shell commands", "container", "containers");

    private final TaskContext task;
    private final ArgumentCompiler argumentCompiler;
    private final CompilerContext context;

    RunCompiler(TaskContext task, ArgumentCompiler argumentCompiler) {
        this.task = task;
        this.argumentCompiler = argumentCompiler;
        this.context = argumentCompiler.context();
    }

    void compile(Task.Run run) {
        if (run.target() instanceof RunTarget.Workflow workflow) {
            check(workflow);
            // The input is stored with the child, so it sees no secrets.
            emit(Operation.Call.WORKFLOW,
                    context.expressions().bind(arguments(workflow, run.await()), task.inner()));
        } else if (run.target() instanceof RunTarget.Command command) {
            check(command);
            emit(Operation.Call.COMMAND, argumentCompiler.bind(Expression.object(arguments(command, run.await()))));
        } else if (run.target() instanceof RunTarget.Container container) {
            check(container.process());
            emit(Operation.Call.COMMAND, argumentCompiler.bind(arguments(container, run.await())));
        } else {
            throw new IllegalArgumentException("No compiler for " + run.target());
        }
        if (!run.await() && argumentCompiler.hidesInput()) {
            argumentCompiler.refuse("The task does not wait, so that it gives its input", run.location());
        } else if (!run.await()) {
            give("$input", run.location());
        } else if (run.target() instanceof RunTarget.Workflow workflow && workflow.dropped()) {
            give("null", run.location());
        }
    }

    private void emit(int function, CompiledTemplate compiled) {
        context.clock(task.task(), task.reference("#run"), task.counters(), compiled);
        context.builder().emit(labels -> new Operation.Call(task.task(), task.counters().effect(task.reference("")), function,
                compiled.expression(), false));
    }

    /**
     * A child that is not awaited has no result, and the task gives its transformed input (DSL, "Run"). A dropped result is null.
     */
    private void give(String result, SourceLocation location) {
        CompiledTemplate value = context.expressions().bind(context.expressions().parse(result, location), task.kept());
        context.builder().emit(labels -> new Operation.Assign(task.task(), value.expression()));
    }

    /** {@code {workflow, version, input, await}}. */
    private Expression arguments(RunTarget.Workflow target, boolean await) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("workflow", text(target.workflow()));
        if (target.version() != null) {
            parts.put("version", text(target.version()));
        }
        parts.put("input", target.input() == null ? new Expression.Identity()
                : context.expressions().expression(target.input()));
        parts.put("await", Expression.literal(BooleanNode.valueOf(await)));
        return Expression.object(parts);
    }

    /** {@code {interpreter, code, arguments, environment, stdin, return, await}}. */
    private Map<String, Expression> arguments(RunTarget.Command target, boolean await) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("interpreter", text(target.interpreter()));
        parts.put("code", text(target.code()));
        put(parts, "arguments", target.arguments());
        put(parts, "environment", target.environment());
        put(parts, "stdin", target.stdin());
        parts.put("return", text(target.result().name().toLowerCase(Locale.ROOT)));
        parts.put("await", Expression.literal(BooleanNode.valueOf(await)));
        return parts;
    }

    /** The arguments of its command, and {@code container: {image, name, ports, volumes, pull, removal, removalMillis}}. */
    private Expression arguments(RunTarget.Container target, boolean await) {
        ContainerSpec spec = target.container();
        Map<String, Expression> container = new LinkedHashMap<>();
        container.put("image", text(spec.image()));
        put(container, "name", spec.name());
        container.put("ports", pairs(spec.ports()));
        container.put("volumes", pairs(spec.volumes()));
        container.put("pull", text(spec.pull().name().toLowerCase(Locale.ROOT)));
        container.put("removal", text(spec.removal().policy().name().toLowerCase(Locale.ROOT)));
        container.put("removalMillis", Expression.literal(LongNode.valueOf(spec.removal().afterMillis())));
        Map<String, Expression> parts = arguments(target.process(), await);
        parts.put("container", Expression.object(container));
        return Expression.object(parts);
    }

    /** A list of texts {@code key:value}. */
    private static Expression pairs(Map<String, String> pairs) {
        return Expression.array(pairs.entrySet().stream().map(pair -> text(pair.getKey() + ":" + pair.getValue())).toList());
    }

    private void put(Map<String, Expression> parts, String name, ValueTemplate template) {
        if (template != null) {
            parts.put(name, context.expressions().expression(template));
        }
    }

    private void check(RunTarget.Command target) {
        String interpreter = target.interpreter();
        if (!context.catalogs().interpreters().contains(interpreter)) {
            context.problems().error(CompilerErrorCodes.NOT_ALLOWED, target.location(),
                    "This application is not allowed to run " + NOT_ALLOWED.getOrDefault(interpreter,
                            "scripts in the language \"" + interpreter + "\"") + ".",
                    "Name it in the configuration: quarkus.cairn.run.allowed=" + interpreter);
        }
    }

    private void check(RunTarget.Workflow target) {
        List<String> versions = context.catalogs().workflows().versions(target.workflow());
        if (versions.isEmpty()) {
            String near = NameSuggestions.didYouMean(target.workflow(), context.catalogs().workflows().names());
            context.problems().error(CompilerErrorCodes.UNKNOWN_WORKFLOW, target.location(),
                    "There is no workflow \"" + target.workflow() + "\" to run.", near != null ? near
                            : "There are: " + String.join(", ", context.catalogs().workflows().names()) + ".");
        } else if (target.version() != null && !versions.contains(target.version())) {
            context.problems().error(CompilerErrorCodes.UNKNOWN_WORKFLOW, target.location(),
                    "The workflow \"" + target.workflow()
                            + "\" has no version \"" + target.version() + "\".",
                    "There is: " + String.join(", ", versions) + "; or \"latest\".");
        }
    }

    private static Expression text(String value) {
        return Expression.literal(TextNode.valueOf(value));
    }
}
