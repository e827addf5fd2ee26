package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads extensions. The tasks of one are read again for each task that it extends, so that each has a reference of its own.
 */
final class ExtensionReader {

    private static final String ALL = "all";
    private static final String EXTENSION = "extension";
    private static final String COMPOSITE = "composite";
    private static final List<String> TARGETS = List.of("call", COMPOSITE, "emit", EXTENSION, "for", "listen", "raise", "run",
            "set", "switch", "try", "wait", ALL);

    private final TaskReader tasks;
    private final Map<String, SourceElement> extensions;
    /** Kinds of tasks that each extension without faults extends, in the order they were written. */
    private final Map<String, String> targets = new LinkedHashMap<>();
    /** Tasks of extensions are not extended: otherwise an extension of all tasks would have no end. */
    private boolean reading;

    ExtensionReader(TaskReader tasks, Map<String, SourceElement> extensions) {
        this.tasks = tasks;
        this.extensions = extensions;
    }

    /** Reads all extensions, whether or not there is something they extend, and finds what is wrong with them. */
    List<ExtensionTasks> all() {
        List<ExtensionTasks> all = new ArrayList<>();
        Map<String, String> good = new LinkedHashMap<>();
        extensions.forEach((name, extension) -> {
            String target = target(extension, all);
            if (target != null && !extension.hasErrors()) {
                good.put(name, target);
            }
        });
        targets.putAll(good);
        return all;
    }

    private String target(SourceElement extension, List<ExtensionTasks> all) {
        try (ElementFieldReader fields = ElementFieldReader.of(extension)) {
            SourceElement extend = fields.required("extend");
            all.add(read(extension.key(), extension, fields));
            String target = extend == null ? null : extend.oneOf(TARGETS);
            if (EXTENSION.equals(target)) {
                extend.warning(ReaderErrorCodes.NO_EFFECT, "Nothing is extended: Cairn does not extend the tasks of extensions",
                        "Extend a kind of task, or all; or remove the extension.");
            }
            return target;
        }
    }

    /**
     * The extensions around a task, the outermost first.
     *
     * @param kind null if it is unknown
     * @param task location of the task
     */
    List<ExtensionTasks> of(String kind, SourceLocation task) {
        List<ExtensionTasks> around = new ArrayList<>();
        if (kind == null || reading) {
            return around;
        }
        targets.forEach((name, target) -> {
            if (target.equals(ALL) || target.equals(word(kind))) {
                // The faults of the extension were reported at its own location.
                SourceElement extension = extensions.get(name)
                        .standingAt(task.pointer() + "/extensions/" + SourceLocation.escape(name), new ProblemCollector());
                try (ElementFieldReader fields = ElementFieldReader.of(extension)) {
                    fields.free("extend");
                    around.add(read(name, extension, fields));
                }
            }
        });
        return around;
    }

    private ExtensionTasks read(String name, SourceElement extension, ElementFieldReader fields) {
        boolean outer = reading;
        reading = true;
        ValueTemplate when = ValueReader.expression(fields.optional("when"));
        ExtensionTasks read = tasks.functions()
                .outside(() -> new ExtensionTasks(name, when, tasks.list(fields.optional("before")),
                        tasks.list(fields.optional("after")), extension.location()));
        reading = outer;
        return read;
    }

    /** The extensions' words for the kinds. */
    private static String word(String kind) {
        return kind.equals("do") || kind.equals("fork") ? COMPOSITE : kind;
    }
}
