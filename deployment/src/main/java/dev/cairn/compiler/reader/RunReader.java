package dev.cairn.compiler.reader;

import java.util.List;
import java.util.Locale;

import dev.cairn.definition.CommandReturnMode;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.RunTarget.ContainerSpec;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads {@code run}.
 */
final class RunReader {

    private static final List<String> KINDS = List.of("workflow", "shell", "script", "container");
    private static final List<String> RETURNS = List.of("stdout", "stderr", "code", "all", "none");
    private static final List<String> LANGUAGES = List.of("js", "javascript", "python");
    private static final String LATEST = "latest";

    private RunReader() {}

    /** The task, or null after a problem was reported. */
    static Task read(TaskProperties properties, SourceElement run) {
        try (ElementFieldReader fields = ElementFieldReader.of(run)) {
            SourceElement awaitElement = fields.optional("await");
            Boolean await = awaitElement == null ? Boolean.TRUE : awaitElement.bool();
            SourceElement returned = fields.optional("return");
            String result = returned == null ? null : returned.oneOf(RETURNS);
            List<String> found = KINDS.stream().filter(fields::has).toList();
            KINDS.forEach(fields::free);
            if (found.size() != 1) {
                severalOrNone(run, found);
                return null;
            }
            RunTarget target = target(found.get(0), fields.optional(found.get(0)), returned, result);
            return target == null ? null : new Task.Run(properties, target, !Boolean.FALSE.equals(await));
        }
    }

    private static void severalOrNone(SourceElement run, List<String> found) {
        if (found.size() > 1) {
            run.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "A task runs one thing, not " + found.size() + ": "
                    + String.join(", ", found), "Make several tasks of it.");
        } else if (run.isObject()) {
            run.problem(ReaderErrorCodes.MISSING_PROPERTY, "\"run\" does not say what to run",
                    "Add one of workflow, shell, script, container.");
        }
    }

    private static RunTarget target(String kind, SourceElement element, SourceElement returned, String result) {
        switch (kind) {
            case "workflow":
                return workflow(element, returned, result);
            case "shell":
                return shell(element, result);
            case "script":
                return script(element, result);
            default:
                return container(element, result);
        }
    }

    private static RunTarget workflow(SourceElement element, SourceElement returned, String result) {
        boolean dropped = "none".equals(result);
        if (result != null && !result.equals("stdout") && !dropped) {
            returned.problem(ReaderErrorCodes.INVALID_VALUE, "A workflow has an output and nothing else, so it cannot return \""
                    + result + "\"", "Remove \"return\"; output.as makes something else of the output.");
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            String namespace = text(fields.required("namespace"));
            String name = text(fields.required("name"));
            String version = text(fields.optional("version"));
            ValueTemplate input = input(fields.optional("input"));
            return namespace == null || name == null ? null
                    : new RunTarget.Workflow(namespace + ":" + name, LATEST.equals(version) ? null : version, input,
                            dropped, element.location());
        }
    }

    private static ValueTemplate input(SourceElement element) {
        if (element == null || element.isObject() || element.isWrappedExpression()) {
            return ValueReader.value(element);
        }
        element.wrongType("an object or an expression ${ … }");
        return null;
    }

    private static RunTarget shell(SourceElement element, String result) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            return command("shell", code(fields.required("command")), fields, result, element);
        }
    }

    private static RunTarget script(SourceElement element, String result) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement language = fields.required("language");
            String name = language == null ? null : language.oneOf(LANGUAGES);
            name = "javascript".equals(name) ? "js" : name;
            if (fields.has("source")) {
                SourceElement source = fields.optional("source");
                if (fields.has("code")) {
                    fields.free("code");
                    element.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"code\" and \"source\" exclude each other",
                            "Keep one of them.");
                }
                return command(name, ExternalResourceLoader.text(source), fields, result, element);
            }
            return command(name, code(fields.required("code")), fields, result, element);
        }
    }

    private static RunTarget container(SourceElement element, String result) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            ContainerSpec container = ContainerReader.read(fields);
            SourceElement text = fields.optional("command");
            String command = text == null ? "" : code(text);
            ValueTemplate arguments = arguments(fields.optional("arguments"), "a list or an expression ${ … }");
            ValueTemplate environment = environment(fields.optional("environment"));
            ValueTemplate stdin = ValueReader.string(fields.optional("stdin"));
            return container == null || command == null ? null
                    : new RunTarget.Container(container, new RunTarget.Command(
                            "container", command, arguments, environment, stdin, mode(result), element.location()));
        }
    }

    private static CommandReturnMode mode(String result) {
        return result == null ? CommandReturnMode.STDOUT : CommandReturnMode.valueOf(result.toUpperCase(Locale.ROOT));
    }

    /** Null if there is no interpreter or no code. */
    private static RunTarget command(String interpreter, String code, ElementFieldReader fields, String result,
            SourceElement element) {
        SourceElement given = fields.optional("arguments");
        boolean named = given != null && given.isObject();
        boolean shell = "shell".equals(interpreter);
        ValueTemplate arguments = named ? null : arguments(given, "a list, an object or an expression ${ … }");
        ValueTemplate environment = environment(fields.optional("environment"));
        ValueTemplate stdin = ValueReader.string(fields.optional("stdin"));
        if (interpreter == null || code == null || named && !LegacyRunArgumentReader.areGood(given)) {
            return null;
        }
        String text = code;
        if (named && !shell) {
            arguments = LegacyRunArgumentReader.values(given);
            text = LegacyRunArgumentReader.declared(interpreter, given, code);
        } else if (named) {
            environment = LegacyRunArgumentReader.environment(given, environment);
        }
        return new RunTarget.Command(interpreter, text, arguments, environment, stdin, mode(result), element.location());
    }

    /** A text that becomes a command: never an expression. */
    static String code(SourceElement element) {
        String code = text(element);
        if (code != null && element.isWrappedExpression()) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, SourceElement.quoted(element.key())
                    + " must not be an expression: data could become commands",
                    "Give data as arguments, environment or stdin.");
            return null;
        }
        return code;
    }

    /** The environment of a command. Data must not name variables: some make interpreters and command lines run code. */
    static ValueTemplate environment(SourceElement element) {
        if (element != null && element.isWrappedExpression()) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, SourceElement.quoted(element.key())
                    + " must not be an expression: data could name variables that make a program run other code",
                    "Write an object with the names of the variables. Their values may be expressions.");
            return null;
        }
        return ValueReader.scalars(element);
    }

    /** A list of scalars, or an expression. */
    static ValueTemplate arguments(SourceElement element, String expected) {
        if (element == null || element.isWrappedExpression()) {
            return ValueReader.value(element);
        }
        if (!element.isArray()) {
            element.wrongType(expected);
            return null;
        }
        for (int i = 0; i < element.value().size(); i++) {
            if (element.at(i).value().isContainerNode() || element.at(i).value().isNull()) {
                element.at(i).wrongType("a string");
                return null;
            }
        }
        return ValueReader.value(element);
    }

    private static String text(SourceElement element) {
        return element == null ? null : element.text();
    }
}
