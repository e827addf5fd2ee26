package dev.cairn.definition;

import java.util.List;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A workflow definition. References to reusable components ({@code use}) are resolved: the tasks here are complete, and
 * {@code components} has the components a second time.
 *
 * @param document its identity
 * @param input of the workflow; never null
 * @param output of the workflow; never null
 * @param timeout the longest an instance may take, or null
 * @param metadata its settings of Cairn; never null
 * @param components the components of {@code use}
 * @param tasks at least one
 * @param source the definition as JSON, for {@code $workflow.definition}
 * @param sources finds the place of anything in it
 */
public record Definition(
        Document document,
        DataInput input,
        DataOutput output,
        DurationSpec timeout,
        CairnMetadata metadata,
        ReusableComponents components,
        List<Task> tasks,
        JsonNode source,
        SourceMap sources) {

    public Definition {
        tasks = List.copyOf(tasks);
    }

    /** The HTTP trigger, or null for none. */
    public DefinitionTriggers.Http http() {
        return triggers().http();
    }

    /** The triggers that start its instances. */
    public DefinitionTriggers triggers() {
        return metadata.triggers();
    }

    /** The components without the functions and extensions that stand in a task: with it they are all there is to compile. */
    public ReusableComponents unused() {
        return components.unused(tasks);
    }

    /** Visits all tasks, at any depth: those of the extensions around a task, the task itself, then those in it. */
    public void eachTask(Consumer<Task> visitor) {
        tasks.forEach(task -> visit(task, visitor));
    }

    private static void visit(Task task, Consumer<Task> visitor) {
        task.properties().extensions().forEach(extension -> {
            extension.before().forEach(before -> visit(before, visitor));
            extension.after().forEach(after -> visit(after, visitor));
        });
        visitor.accept(task);
        task.children().forEach(child -> visit(child, visitor));
    }

    /** Source location of the definition as a whole. */
    public SourceLocation location() {
        return sources.at("");
    }
}
