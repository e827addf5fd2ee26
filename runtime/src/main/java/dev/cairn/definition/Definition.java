package dev.cairn.definition;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A workflow definition. References to reusable components ({@code use}) are resolved: what stands here is complete, and
 * {@code components} has them a second time.
 *
 * @param document who it is
 * @param input of the workflow; never null
 * @param output of the workflow; never null
 * @param timeout the longest an instance may take, or null
 * @param http the path its HTTP trigger answers at, or null for no HTTP trigger
 * @param instances what it says of its instances; never null
 * @param secrets names of the secrets it may use ({@code use.secrets})
 * @param components what else {@code use} has
 * @param tasks at least one
 * @param source the definition as JSON, for {@code $workflow.definition}
 * @param sources finds the place of anything in it
 */
public record Definition(
        Document document,
        DataInput input,
        DataOutput output,
        DurationSpec timeout,
        HttpTriggerSpec http,
        InstanceSpec instances,
        List<String> secrets,
        Components components,
        List<Task> tasks,
        JsonNode source,
        SourceMap sources) {

    public Definition {
        secrets = List.copyOf(secrets);
        tasks = List.copyOf(tasks);
    }

    /** The components without the functions and extensions that stand in a task: with it they are all there is to compile. */
    public Components unused() {
        return components.unused(tasks);
    }

    /** Where the definition as a whole stands. */
    public Location location() {
        return sources.at("");
    }
}
