package dev.cairn.fluent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiFunction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Components;
import dev.cairn.definition.DataInput;
import dev.cairn.definition.DataOutput;
import dev.cairn.definition.Extension;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;

/**
 * The components of one definition while it is put together. Tasks of functions and extensions are put together again wherever they
 * stand, so that each has a reference of its own; what is wrong with them is reported where they were written.
 */
final class FlowComponents {

    private final DefinitionAssembly assembly;
    private final ObjectNode use;
    private final Map<String, FlowTask<?>> functions = new LinkedHashMap<>();
    private final List<FlowExtension> extensions = new ArrayList<>();
    private final List<Task> functionTasks = new ArrayList<>();
    private final List<Extension> extensionModels = new ArrayList<>();
    /** Functions that are being put together, the innermost last. */
    private Deque<String> calling = new ArrayDeque<>();
    /** Tasks of extensions are not extended: otherwise an extension of all tasks would have no end. */
    private boolean extending;

    /** @param use the definition's components in JSON */
    FlowComponents(DefinitionAssembly assembly, ObjectNode use) {
        this.assembly = assembly;
        this.use = use;
    }

    /** Puts functions and extensions together where they were written, and adds them to the JSON. */
    void define(ComponentUse written) {
        written.places().forEach((pointer, place) -> assembly.place(place, pointer));
        for (FlowTask<?> function : written.functions()) {
            SourceLocation location = assembly.place(function.place(),
                    "/use/functions/" + SourceLocation.escape(function.label()));
            if (functions.putIfAbsent(function.label(), function) != null) {
                twice("A function", function.label(), location);
            }
        }
        functions.forEach((name, function) -> {
            calling.add(name);
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            functionTasks.add(assembly.task(function, "/use/functions", json));
            use.withObjectProperty("functions").setAll(json);
            calling.removeLast();
        });
        List<FlowExtension> good = new ArrayList<>();
        for (FlowExtension extension : written.extensions()) {
            ArrayNode list = use.withArrayProperty("extensions");
            String pointer = "/use/extensions/" + list.size() + "/" + SourceLocation.escape(extension.name());
            SourceLocation location = assembly.place(extension.place(), pointer);
            if (good.stream().anyMatch(other -> other.name().equals(extension.name()))) {
                twice("An extension", extension.name(), location);
            }
            assembly.report(extension.part(), pointer);
            ObjectNode json = extension.part().json();
            list.addObject().set(extension.name(), json);
            extensionModels.add(model(extension, location, json));
            good.add(extension);
        }
        extensions.addAll(good);
    }

    private void twice(String what, String name, SourceLocation location) {
        assembly.error(FluentCodes.GIVEN_TWICE, location, what + " is named \"" + name + "\" already",
                "Rename one of the two.");
    }

    /** The extensions around a task, the outermost first. */
    List<Extension> around(TaskKind kind, SourceLocation task) {
        List<Extension> around = new ArrayList<>();
        if (!extending) {
            extensions.stream().filter(extension -> extension.extendsKind(kind)).forEach(extension -> {
                String name = SourceLocation.escape(extension.name());
                String pointer = task.pointer() + "/extensions/" + name;
                assembly.alias(pointer, "/use/extensions/" + extensions.indexOf(extension) + "/" + name);
                SourceLocation location = assembly.place(extension.place(), pointer);
                assembly.quietly(() -> around.add(model(extension, location, extension.part().json())));
            });
        }
        return around;
    }

    private Extension model(FlowExtension extension, SourceLocation location, ObjectNode json) {
        boolean outer = extending;
        Deque<String> outerCalls = calling;
        extending = true;
        // It may call the function that the extended task is part of: in there nothing is extended, so that has an end.
        calling = new ArrayDeque<>();
        Extension model = extension.model(location, json, assembly);
        extending = outer;
        calling = outerCalls;
        return model;
    }

    boolean hasFunction(String name) {
        return functions.containsKey(name);
    }

    /**
     * A call of a function: its task, behind one that turns the arguments into its input.
     *
     * @param arguments or null for the input of the call
     * @return null if the function calls itself, which is reported
     */
    Task call(TaskProperties properties, String name, Template arguments) {
        FlowTask<?> function = functions.get(name);
        if (calling.contains(name)) {
            assembly.loudly(() -> assembly.error(FluentCodes.RECURSIVE,
                    assembly.at("/use/functions/" + SourceLocation.escape(name)), "The function \"" + name + "\" calls itself",
                    "Repeat tasks with forEach or then."));
            return null;
        }
        List<Task> inlined = new ArrayList<>();
        if (arguments != null) {
            inlined.add(new Task.Set(new TaskProperties(name + ".with", null, DataInput.NONE, DataOutput.NONE, DataOutput.NONE,
                    null, null, List.of(), arguments.location()), arguments));
        }
        calling.add(name);
        String entry = properties.location().pointer() + "/call";
        assembly.alias(entry + "/" + SourceLocation.escape(name), "/use/functions/" + SourceLocation.escape(name));
        assembly.quietly(() -> inlined.add(assembly.task(function, entry, JsonNodeFactory.instance.objectNode())));
        calling.removeLast();
        return new Task.Do(properties, inlined);
    }

    /** All components, once they are put together. */
    Components components() {
        return new Components(all("errors", ModelFactory::error), all("retries", ModelFactory::retry),
                all("timeouts", (json, location) -> ModelFactory.duration(json, location, "after")),
                all("authentications", (json, location) -> Credentials.model(json, location, this)), functionTasks,
                extensionModels);
    }

    private <T> List<T> all(String group, BiFunction<JsonNode, SourceLocation, T> model) {
        List<T> all = new ArrayList<>();
        use.path(group).properties().forEach(component -> all.add(model.apply(component.getValue(),
                assembly.at("/use/" + group + "/" + SourceLocation.escape(component.getKey())))));
        all.removeIf(Objects::isNull);
        return all;
    }

    /** True if the definition names the secret; reports it otherwise. */
    boolean knowsSecret(String name, SourceLocation location) {
        List<String> secrets = ModelFactory.texts(use.path("secrets"));
        if (!secrets.contains(name)) {
            String suggestion = NameSuggestions.didYouMean(name, secrets);
            assembly.error(FluentCodes.UNKNOWN_NAME, location, "No secret is named \"" + name + "\"",
                    suggestion == null ? "Name it in .secrets(…)." : suggestion);
            return false;
        }
        return true;
    }

    /**
     * A component and its source location.
     *
     * @param json missing if there is none
     */
    record Component(JsonNode json, SourceLocation location) {}

    /**
     * A component that is written out or given by its name.
     *
     * @param json of an element; the component is below it
     * @param group key of the named ones in {@code use}
     */
    Component component(String group, JsonNode json, SourceLocation location, String... path) {
        JsonNode written = json;
        SourceLocation at = location;
        for (String key : path) {
            written = written.path(key);
            at = at.child(key);
        }
        String name = written.textValue();
        if (name == null) {
            return new Component(written, at);
        }
        JsonNode components = use.path(group);
        if (!components.has(name)) {
            List<String> names = new ArrayList<>();
            components.fieldNames().forEachRemaining(names::add);
            String suggestion = NameSuggestions.didYouMean(name, new TreeSet<>(names));
            assembly.error(FluentCodes.UNKNOWN_NAME, at, "Nothing in use." + group + " is named \"" + name + "\"",
                    suggestion == null ? "Define it with a use… method of the flow." : suggestion);
            return new Component(MissingNode.getInstance(), at);
        }
        SourceLocation definedAt = assembly.at("/use/" + group + "/" + SourceLocation.escape(name));
        return new Component(components.get(name), definedAt);
    }
}
