package dev.cairn.integrations.messaging.outgoing;

import java.util.List;

/**
 * A channel that gets events, as the build found it. The recorder writes it, so it is a bean with setters.
 */
public class OutgoingChannelPlan {

    private List<String> types = List.of();
    private List<String> tasks = List.of();
    private List<String> lifecycle = List.of();
    private boolean structured;
    private String key;

    /** Patterns of types, with {@code *} for any characters. */
    public List<String> getTypes() {
        return types;
    }

    /** As {@link #getTypes}. */
    public void setTypes(List<String> types) {
        this.types = types;
    }

    /** Tasks that name the channel: workflow, version and pointer, as {@link OutgoingChannels} writes them. */
    public List<String> getTasks() {
        return tasks;
    }

    /** As {@link #getTasks}. */
    public void setTasks(List<String> tasks) {
        this.tasks = tasks;
    }

    /** Names of subjects of lifecycle events. */
    public List<String> getLifecycle() {
        return lifecycle;
    }

    /** As {@link #getLifecycle}. */
    public void setLifecycle(List<String> lifecycle) {
        this.lifecycle = lifecycle;
    }

    /** True if messages are whole events as JSON. */
    public boolean isStructured() {
        return structured;
    }

    /** As {@link #isStructured}. */
    public void setStructured(boolean structured) {
        this.structured = structured;
    }

    /** The compiled expression for the key, or null. */
    public String getKey() {
        return key;
    }

    /** As {@link #getKey}. */
    public void setKey(String key) {
        this.key = key;
    }
}
