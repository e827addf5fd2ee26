package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Problems;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;

/**
 * One definition while it is put together: its places and problems.
 */
final class DefinitionAssembly implements SourceMap {

    private final String sourceFile;
    private final Problems loud;
    private final FlowComponents reusables;
    private Problems problems;
    private final Map<String, SourceLine> places = new HashMap<>();
    /** Locations where components were written, by their locations of use. */
    private final Map<String, String> aliases = new HashMap<>();

    /** @param use the definition's components in JSON; gets those that have tasks */
    DefinitionAssembly(String sourceFile, Problems problems, SourceLine flow, ObjectNode use) {
        this.sourceFile = sourceFile;
        this.loud = problems;
        this.problems = problems;
        this.reusables = new FlowComponents(this, use);
        places.put("", flow);
    }

    FlowComponents reusables() {
        return reusables;
    }

    /** Puts something together again whose problems were reported before. */
    void quietly(Runnable again) {
        reportingTo(new Problems(), again);
    }

    /** Reports something even if it is put together again. */
    void loudly(Runnable report) {
        reportingTo(loud, report);
    }

    private void reportingTo(Problems other, Runnable action) {
        Problems outer = problems;
        problems = other;
        action.run();
        problems = outer;
    }

    Problems problems() {
        return problems;
    }

    @Override
    public SourceLocation at(String pointer) {
        return places.get(nearest(places, pointer)).at(sourceFile, pointer, written(pointer));
    }

    private String written(String pointer) {
        String component = nearest(aliases, pointer);
        return component == null ? pointer : aliases.get(component) + pointer.substring(component.length());
    }

    /** The pointer or the nearest around it that is a key; null for none. */
    private static String nearest(Map<String, ?> map, String pointer) {
        String ancestor = pointer;
        while (ancestor != null && !map.containsKey(ancestor)) {
            ancestor = ancestor.isEmpty() ? null : ancestor.substring(0, ancestor.lastIndexOf('/'));
        }
        return ancestor;
    }

    /** Lets a component that was written elsewhere stand at a pointer as well. */
    void alias(String pointer, String writtenAt) {
        aliases.put(pointer, writtenAt);
    }

    /** Notes where an element was written. */
    SourceLocation place(SourceLine place, String pointer) {
        places.put(pointer, place);
        return at(pointer);
    }

    /** Reports what was noticed while a part of the element at {@code pointer} was written. */
    void report(FlowPart part, String pointer) {
        for (FlowMistake mistake : part.mistakes()) {
            problems.error(mistake.code(), mistake.place().at(sourceFile, pointer, written(pointer)), mistake.message(),
                    mistake.suggestion());
        }
    }

    /** Reports something that only the whole element shows. */
    void error(String code, SourceLocation location, String message, String suggestion) {
        problems.error(code, location, message, suggestion);
    }

    /**
     * A list of tasks.
     *
     * @param pointer of the list
     * @param json gets the tasks as the DSL writes them
     */
    List<Task> tasks(List<? extends FlowTask<?>> tasks, String pointer, ArrayNode json) {
        List<Task> models = new ArrayList<>();
        for (FlowTask<?> task : CompensationNesting.nested(tasks)) {
            String entry = pointer + "/" + json.size();
            if (task == null) {
                error(FluentCodes.MISSING, at(entry), "A task is null", "Remove it.");
            } else {
                models.add(task(task, entry, json.addObject()));
            }
        }
        return models;
    }

    /**
     * A task.
     *
     * @param entry pointer of what has the task under its name
     * @param entryJson gets the task as the DSL writes it
     */
    Task task(FlowTask<?> task, String entry, ObjectNode entryJson) {
        String name = task.label();
        SourceLocation location = place(task.place(), entry + "/" + SourceLocation.escape(name));
        if (!name.equals(task.name())) {
            error(FluentCodes.MISSING, location, "A task needs a name", "Name it after what it does.");
        }
        report(task.part(), location.pointer());
        ObjectNode json = task.part().json();
        entryJson.set(name, json);
        TaskProperties properties = ModelFactory.properties(name, json, location, reusables, task.kind());
        Task model = task.model(properties, json, this);
        return model != null ? model : new Task.Set(properties, new Template(NullNode.instance, false, location));
    }
}
