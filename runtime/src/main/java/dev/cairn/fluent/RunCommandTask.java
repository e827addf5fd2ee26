package dev.cairn.fluent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.CommandResult;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;

/**
 * Runs a command or script of the machine: {@link Flows#shell(String, String)}, {@link Flows#script(String, String, String)}.
 * Immutable.
 */
public final class RunCommandTask extends FlowTask<RunCommandTask> {

    private static final String SHELL = "shell";

    private final String kind;

    RunCommandTask(String name, SourceLine place, FlowPart part, String kind) {
        super(name, place, part);
        this.kind = kind;
    }

    static RunCommandTask shell(String name, String command) {
        return new RunCommandTask(name, SourceLine.here(), code(command, SHELL, "command"), SHELL);
    }

    static RunCommandTask script(String name, String language, String code) {
        return new RunCommandTask(name, SourceLine.here(),
                code(code, "script", "code").text(language, "run", "script", "language"), "script");
    }

    static RunCommandTask script(String name, String language, Resource source) {
        FlowPart part = FlowPart.empty().source(source, "run", "script", "source", "endpoint");
        return new RunCommandTask(name, SourceLine.here(), part.text(language, "run", "script", "language"), "script");
    }

    private static FlowPart code(String code, String kind, String key) {
        FlowPart part = FlowPart.empty();
        return code != null && Template.isWrapped(code)
                ? part.mistake(FluentCodes.NO_EXPRESSION, "The code must not be an expression: data could become commands",
                        "Give data as arguments, environment or stdin.")
                : part.text(code, "run", kind, key);
    }

    @Override
    RunCommandTask with(FlowPart changed) {
        return new RunCommandTask(name(), place(), changed, kind);
    }

    @Override
    TaskKind kind() {
        return TaskKind.RUN;
    }

    /**
     * The arguments. Each is passed to the command as one, unchanged: a shell reads them as {@code $1}, {@code $2}…
     *
     * <pre>{@code
     * shell("count", "wc -l \"$1\"").arguments("${ .file }")
     * }</pre>
     *
     * @param values strings, numbers or booleans; strings of the form {@code ${ … }} are jq expressions
     */
    public RunCommandTask arguments(Object... values) {
        return with(part().valueOrMissing(values == null ? null : Arrays.asList(values), "run", kind, "arguments"));
    }

    /**
     * The variables of its environment.
     *
     * <pre>{@code
     * shell("greet", "echo \"Hello $NAME\"").environment(Map.of("NAME", "${ .name }"))
     * }</pre>
     *
     * @param variables strings, numbers or booleans by name; strings of the form {@code ${ … }} are jq expressions
     */
    public RunCommandTask environment(Map<String, ?> variables) {
        return with(part().valueOrMissing(variables, "run", kind, "environment"));
    }

    /**
     * The standard input: a text as it is, any other value as JSON.
     *
     * <pre>{@code
     * script("sum", "python", "import json, sys; print(sum(json.load(sys.stdin)))").stdin("${ .prices }")
     * }</pre>
     *
     * @param text a string; in the form {@code ${ … }} a jq expression
     */
    public RunCommandTask stdin(String text) {
        return with(part().text(text, "run", kind, "stdin"));
    }

    /**
     * The part of the result that becomes the output of the task; by default the standard output.
     *
     * <pre>{@code
     * shell("check", "test -e \"$1\"").arguments("${ .file }").returning(CommandResult.CODE)
     * }</pre>
     */
    public RunCommandTask returning(CommandResult result) {
        return with(result == null ? part().missing("return", "null")
                : part().with(TextNode.valueOf(result.name().toLowerCase(Locale.ROOT)), "run", "return"));
    }

    /**
     * Goes on as soon as the command has begun. The output of the task is then its input.
     *
     * <pre>{@code
     * shell("warm", "./warm-up").withoutWaiting()
     * }</pre>
     */
    public RunCommandTask withoutWaiting() {
        return with(part().with(BooleanNode.FALSE, "run", "await"));
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        JsonNode run = json.path("run");
        JsonNode command = run.path(kind);
        String interpreter = kind.equals(SHELL) ? SHELL : command.path("language").textValue();
        String code = command.has("source") ? Resource.text(command.get("source").get("endpoint").textValue())
                : command.path(kind.equals(SHELL) ? "command" : "code").textValue();
        if (interpreter == null || code == null) {
            return null;
        }
        CommandResult result = run.has("return") ? CommandResult.valueOf(run.get("return").textValue().toUpperCase(Locale.ROOT))
                : CommandResult.STDOUT;
        return new Task.Run(properties, new RunTarget.Command(interpreter, code,
                ModelFactory.value(json, properties.location(), "run", kind, "arguments"),
                ModelFactory.value(json, properties.location(), "run", kind, "environment"),
                ModelFactory.value(json, properties.location(), "run", kind, "stdin"), result,
                properties.location().child("run").child(kind)), run.path("await").asBoolean(true));
    }
}
