package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.definition.Catch;
import dev.cairn.definition.CaughtErrors;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskDataRules;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads lists of tasks. For a task that has a problem it gives a stand-in of the same name, so that the rest of the definition
 * can be checked as well.
 */
final class TaskReader {

    private static final List<String> KINDS = List.of("call", "do", "emit", "for", "fork", "listen", "raise", "run", "set",
            "switch", "try", "wait");
    private static final List<String> COMMON = List.of("if", "input", "output", "export", "timeout", "then", "metadata");

    /** The calls whose metadata can have limits of a request. */
    private static final Set<String> HTTP_CALLS = Set.of("http", "openapi");

    private final ComponentReader reusables;
    private final FunctionCallInliner functions;
    private final ExtensionReader extensions;

    TaskReader(ComponentReader reusables) {
        this.reusables = reusables;
        this.functions = new FunctionCallInliner(this, reusables.functions(), reusables.library());
        this.extensions = new ExtensionReader(this, reusables.extensions());
    }

    /** The tasks of a list; none if the element is null or no list. */
    List<Task> list(SourceElement element) {
        List<Task> tasks = new ArrayList<>();
        NamedEntryWalker.forEach(element, (name, task) -> tasks.add(task(name, task)));
        return tasks;
    }

    /** The kinds that can be read. */
    static List<String> kinds() {
        return KINDS;
    }

    FunctionCallInliner functions() {
        return functions;
    }

    ExtensionReader extensions() {
        return extensions;
    }

    Task task(String name, SourceElement element) {
        TaskProperties properties;
        Task task;
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            String kind = kind(element, fields);
            properties = properties(name, kind, element, fields);
            task = kind == null ? null : task(kind, properties, fields);
        }
        if (task == null && !element.problems().hasErrors()) {
            // A stand-in does nothing, so it must not become a part of a program.
            element.problem(ReaderErrorCodes.INVALID_VALUE, "The task cannot be read",
                    "This is a fault of Cairn: report it with the definition.");
        }
        return task == null ? standIn(properties) : task;
    }

    private TaskProperties properties(String name, String kind, SourceElement element, ElementFieldReader fields) {
        SourceElement metadata = fields.optional("metadata");
        if (metadata != null && !metadata.isObject()) {
            metadata.wrongType("an object");
        }
        if (!"listen".equals(kind)) {
            CairnMetadataReader.refuseReply(metadata);
        }
        if (!isHttpCall(kind, fields)) {
            CairnMetadataReader.refuseBounds(metadata);
        }
        return new TaskProperties(
                name,
                ValueReader.expression(fields.optional("if")),
                new TaskDataRules(ValueReader.input(fields.optional("input")), ValueReader.output(fields.optional("output")),
                        ValueReader.output(fields.optional("export"))),
                reusables.timeout(fields.optional("timeout")),
                ValueReader.then(fields.optional("then")),
                extensions.of(kind, element.location()),
                element.location());
    }

    /** True for a call that becomes an HTTP request. A call without a name is reported elsewhere. */
    private boolean isHttpCall(String kind, ElementFieldReader fields) {
        if (!"call".equals(kind)) {
            return false;
        }
        SourceElement call = fields.optional("call");
        return !call.isText() || HTTP_CALLS.contains(call.value().textValue()) && !functions.has(fields);
    }

    /** The key that tells the kind; null after a problem was reported, and then no other key is looked at. */
    private static String kind(SourceElement element, ElementFieldReader fields) {
        Set<String> found = new TreeSet<>();
        for (Iterator<String> names = element.value().fieldNames(); names.hasNext();) {
            String name = names.next();
            if (KINDS.contains(name)) {
                found.add(name);
            }
        }
        if (found.contains("for") || found.contains("listen")) {
            // A loop has its tasks in "do".
            found.remove("do");
        }
        String kind = found.size() == 1 ? found.iterator().next() : null;
        if (kind != null) {
            return kind;
        }
        if (found.size() > 1) {
            element.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES,
                    "A task has one kind, not " + found.size() + ": " + String.join(", ", found), "Make several tasks of it.");
        } else if (element.isObject()) {
            noKind(element);
        }
        element.value().fieldNames().forEachRemaining(fields::free);
        return null;
    }

    private static void noKind(SourceElement element) {
        for (Iterator<String> names = element.value().fieldNames(); names.hasNext();) {
            String name = names.next();
            if (!COMMON.contains(name)) {
                String suggestion = NameSuggestions.didYouMean(name, KINDS);
                element.at(name).problem(ReaderErrorCodes.UNKNOWN_KIND, "There is no task kind " + SourceElement.quoted(name),
                        suggestion == null ? "Possible: " + String.join(", ", KINDS) + "." : suggestion);
                return;
            }
        }
        element.problem(ReaderErrorCodes.UNKNOWN_KIND, "The task does not say what it does",
                "Add one of " + String.join(", ", KINDS) + ".");
    }

    private Task task(String kind, TaskProperties properties, ElementFieldReader fields) {
        switch (kind) {
            case "set":
                ValueTemplate value = values(fields.optional("set"));
                return value == null ? null : new Task.Set(properties, value);
            case "switch":
                return new Task.Switch(properties, cases(fields.optional("switch")));
            case "do":
                return new Task.Do(properties, list(fields.optional("do")));
            case "for":
                return loop(properties, fields);
            case "fork":
                return fork(properties, fields.optional("fork"));
            case "call":
                if (functions.has(fields)) {
                    return functions.call(properties, fields);
                }
                return CallReader.read(properties, fields, reusables, this::list);
            case "run":
                return RunReader.read(properties, fields.optional("run"));
            case "emit":
                return EventReader.emit(properties, fields.optional("emit"), fields.optional("metadata"));
            case "listen":
                return EventReader.listen(properties, fields, this::list);
            case "wait":
                DurationSpec duration = ValueReader.duration(fields.optional("wait"));
                return duration == null ? null : new Task.Wait(properties, duration);
            case "raise":
                ErrorSpec error = raised(fields.optional("raise"));
                return error == null ? null : new Task.Raise(properties, error);
            case "try":
                return guarded(properties, fields);
            default:
                throw new IllegalStateException("No reader for the kind " + kind);
        }
    }

    private static ValueTemplate values(SourceElement element) {
        if (element.isObject() && element.value().isEmpty()) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, "\"set\" must not be empty",
                    element.remedy("set", "Give it a property, or remove the task."));
        }
        return ValueReader.transformation(element);
    }

    private static List<SwitchCase> cases(SourceElement element) {
        List<SwitchCase> cases = new ArrayList<>();
        NamedEntryWalker.forEach(element, (name, body) -> {
            try (ElementFieldReader fields = ElementFieldReader.of(body)) {
                ValueTemplate when = ValueReader.expression(fields.optional("when"));
                FlowDirective then = ValueReader.then(fields.required("then"));
                cases.add(new SwitchCase(name, when, then, body.location()));
            }
        });
        return cases;
    }

    private Task loop(TaskProperties properties, ElementFieldReader fields) {
        String each = null;
        String at = null;
        ValueTemplate in = null;
        try (ElementFieldReader loop = ElementFieldReader.of(fields.optional("for"))) {
            SourceElement eachName = loop.optional("each");
            each = eachName == null ? "item" : eachName.text();
            SourceElement atName = loop.optional("at");
            at = atName == null ? "index" : atName.text();
            in = items(loop.required("in"));
        }
        ValueTemplate condition = ValueReader.expression(fields.optional("while"));
        List<Task> tasks = list(fields.required("do"));
        return each == null || at == null || in == null ? new Task.Do(properties, tasks)
                : new Task.For(properties, each, at, in, condition, tasks);
    }

    private Task fork(TaskProperties properties, SourceElement element) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            List<Task> branches = list(fields.required("branches"));
            SourceElement compete = fields.optional("compete");
            Boolean competing = compete == null ? Boolean.FALSE : compete.bool();
            return new Task.Fork(properties, branches, Boolean.TRUE.equals(competing));
        }
    }

    private static ValueTemplate items(SourceElement element) {
        if (element == null || element.isText()) {
            return ValueReader.expression(element);
        }
        if (element.isArray()) {
            return new ValueTemplate(element.template(), true, element.location());
        }
        element.wrongType("an expression or a list");
        return null;
    }

    private ErrorSpec raised(SourceElement raise) {
        try (ElementFieldReader fields = ElementFieldReader.of(raise)) {
            return reusables.error(fields.required("error"));
        }
    }

    private Task guarded(TaskProperties properties, ElementFieldReader fields) {
        List<Task> tasks = list(fields.optional("try"));
        SourceElement handler = fields.required("catch");
        return handler == null ? new Task.Do(properties, tasks) : new Task.Try(properties, tasks, handler(handler));
    }

    private Catch handler(SourceElement element) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            CaughtErrors errors = new CaughtErrors(ErrorReader.filter(fields.optional("errors")),
                    ValueReader.expression(fields.optional("when")), ValueReader.expression(fields.optional("exceptWhen")));
            SourceElement variable = fields.optional("as");
            String as = variable == null ? "error" : variable.text();
            return new Catch(
                    errors,
                    as == null ? "error" : as,
                    reusables.retry(fields.optional("retry")),
                    list(fields.optional("do")),
                    ValueReader.then(fields.optional("then")),
                    element.location());
        }
    }

    private static Task standIn(TaskProperties properties) {
        return new Task.Set(properties, new ValueTemplate(NullNode.instance, false, properties.location()));
    }
}
