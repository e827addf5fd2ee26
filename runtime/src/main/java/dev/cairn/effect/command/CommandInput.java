package dev.cairn.effect.command;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.spi.program.ProgramLine;
import dev.cairn.value.JqValues;

/**
 * The checked input of a command: it arrives unchanged, or the command is not started.
 *
 * @param script the file that the code goes to; null if the code is an argument
 * @param container the name of the container; null if it has none
 */
record CommandInput(String script, String code, List<String> arguments, Map<String, String> environment, String stdin,
        String container) {

    private static final Map<String, String> SCRIPTS = Map.of("js", "script.mjs", "python", "script.py");
    private static final String CODE = "the code";

    /** Fails with a {@link WorkflowException} if a command cannot get what it should. */
    static CommandInput of(EffectCall call, Charset encoding) {
        return of(call.arguments(), call.idempotencyKey(), encoding);
    }

    /** As {@link #of(EffectCall, Charset)}, of {@code {arguments, environment}} alone. */
    static CommandInput of(ProgramLine line, Charset encoding) {
        ObjectNode from = JsonNodeFactory.instance.objectNode();
        from.set("arguments", line.arguments());
        from.set("environment", line.environment());
        return of(from, line.idempotencyKey(), encoding);
    }

    private static CommandInput of(JsonNode from, String idempotencyKey, Charset encoding) {
        CommandInputCheck check = new CommandInputCheck(encoding);
        String script = SCRIPTS.get(from.path("interpreter").asText());
        String code = from.path("code").asText();
        List<String> arguments = new ArrayList<>();
        from.path("arguments").forEach(argument -> arguments.add(
                check.passed(argumentName(arguments.size()), text(argument))));
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("CAIRN_IDEMPOTENCY_KEY", idempotencyKey);
        from.path("environment").properties().forEach(
                variable -> environment.put(check.variable(variable.getKey()), text(variable.getValue())));
        environment.forEach((name, value) -> check.passed(variableName(name), value));
        JsonNode stdin = from.path("stdin");
        JsonNode container = from.path("container").path("name");
        return new CommandInput(script, script == null ? check.passed(CODE, code) : check.written(CODE, code), arguments,
                environment, isAbsent(stdin) ? "" : check.written("the standard input", text(stdin)),
                isAbsent(container) ? null : check.passed("the name of its container", text(container)));
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /** The error of a command that the machine refuses since all of this is more than it passes on. */
    WorkflowException tooLarge() {
        String largest = CODE;
        int most = script == null ? code.length() : 0;
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).length() > most) {
                most = arguments.get(i).length();
                largest = argumentName(i);
            }
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            if (variable.getValue().length() > most) {
                most = variable.getValue().length();
                largest = variableName(variable.getKey());
            }
        }
        return CommandErrors.failure(Standard.VALIDATION, "Too much data for the command",
                "CAIRN-0728: The operating system refuses the arguments and environment variables of the command: too many, or too large. The largest is "
                        + largest + ", with " + most + " characters. Hand large data over as standard input.");
    }

    private static String argumentName(int index) {
        return "argument " + (index + 1);
    }

    private static String variableName(String name) {
        return "environment variable " + CommandInputCheck.shown(name);
    }

    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : JqValues.toText(value);
    }
}
