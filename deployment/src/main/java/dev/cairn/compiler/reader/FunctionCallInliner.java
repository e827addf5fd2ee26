package dev.cairn.compiler.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskDataRules;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads calls of functions that {@code use.functions} or a file of their own defines. The task of the function takes the place of the call, with the
 * arguments as its input, so an instance has no function to look up.
 */
final class FunctionCallInliner {

    private final TaskReader tasks;
    private final Map<String, SourceElement> functions;
    private final FunctionLibrary library;
    /** Functions that are being read, the innermost last. */
    private Deque<String> calling = new ArrayDeque<>();

    FunctionCallInliner(TaskReader tasks, Map<String, SourceElement> functions, FunctionLibrary library) {
        this.tasks = tasks;
        this.functions = functions;
        this.library = library;
    }

    /** Reads all functions, called or not, and reports their faults. */
    List<Task> all() {
        List<Task> all = new ArrayList<>();
        functions.forEach((name, function) -> {
            calling.add(name);
            all.add(tasks.task(name, function));
            calling.removeLast();
        });
        return all;
    }

    /**
     * Reads tasks of an extension. They may call the function that contains the extended task. The recursion ends because tasks of
     * extensions are not extended.
     */
    <T> T outside(Supplier<T> extension) {
        Deque<String> outer = calling;
        calling = new ArrayDeque<>();
        T read = extension.get();
        calling = outer;
        return read;
    }

    /** True if a task calls a function of the definition, or one in a file of its own. */
    boolean has(ElementFieldReader task) {
        SourceElement call = task.optional("call");
        JsonNode name = call.value();
        return call.method() == null && name.isTextual()
                && (functions.containsKey(name.textValue()) || FunctionLibrary.isIn(name.textValue()));
    }

    /** The task of the function, after a task that turns the arguments into its input. Null after a problem was reported. */
    Task call(TaskProperties properties, ElementFieldReader task) {
        SourceElement call = task.optional("call");
        String name = call.text();
        SourceElement with = task.optional("with");
        ValueTemplate arguments = ValueReader.object(with);
        if (name == null) {
            return null;
        }
        if (calling.contains(name)) {
            functions.getOrDefault(name, call).problem(ReaderErrorCodes.INVALID_VALUE,
                    "The function \"" + name + "\" calls itself",
                    call.remedy("recursion", "Repeat tasks with \"for\" or \"then\"."));
            return null;
        }
        List<Task> inlined = new ArrayList<>();
        if (arguments != null) {
            inlined.add(new Task.Set(plain(name + ".with", with.location()), arguments));
        }
        String elsewhere = properties.location().pointer() + "/call/" + SourceLocation.escape(name);
        // The faults of a function of the definition were reported at its own location.
        SourceElement function = functions.containsKey(name)
                ? functions.get(name).standingAt(elsewhere, new ProblemCollector())
                : library.find(call, elsewhere);
        if (function == null) {
            return null;
        }
        calling.add(name);
        inlined.add(tasks.task(name, function));
        calling.removeLast();
        return new Task.Do(properties, inlined);
    }

    private static TaskProperties plain(String name, SourceLocation location) {
        return new TaskProperties(name, null, TaskDataRules.NONE, null, null, List.of(), location);
    }
}
