package dev.cairn.management.live;

import java.util.function.Predicate;

import dev.cairn.engine.observer.LiveChange;

/**
 * The changes that a viewer wants and may see.
 *
 * @param workflow qualified name, {@code namespace:name}, or null for all
 * @param instance id, or null for all; with an id, {@code workflow} is the workflow of the instance
 * @param tasks true if the viewer wants changes of tasks
 * @param maySee true for the qualified name of a workflow whose instances the viewer may see; the answer does not change
 */
public record ChangeFilter(String workflow, String instance, boolean tasks, Predicate<String> maySee) {

    public ChangeFilter {
        if (instance != null && workflow == null) {
            throw new IllegalArgumentException("The workflow of the instance is missing");
        }
    }

    boolean takes(LiveChange change) {
        return (workflow == null || workflow.equals(change.workflow()))
                && (instance == null || instance.equals(change.instance()))
                && (tasks || change.task() == null);
    }
}
