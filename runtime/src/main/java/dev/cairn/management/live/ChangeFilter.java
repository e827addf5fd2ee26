package dev.cairn.management.live;

import java.util.function.Predicate;

import dev.cairn.engine.observer.InstanceChange;

/**
 * The changes that a viewer wants and may see.
 *
 * @param workflow qualified name, {@code namespace:name}, or null for all
 * @param instance id, or null for all; then there is a workflow, too: its own
 * @param tasks whether it wants changes of tasks
 * @param maySee tells of the qualified name of a workflow whether the viewer may see its instances; the answer does not change
 */
public record ChangeFilter(String workflow, String instance, boolean tasks, Predicate<String> maySee) {

    public ChangeFilter {
        if (instance != null && workflow == null) {
            throw new IllegalArgumentException("The workflow of the instance is missing");
        }
    }

    boolean takes(InstanceChange change) {
        return (workflow == null || workflow.equals(change.workflow()))
                && (instance == null || instance.equals(change.instance()))
                && (tasks || change.task() == null);
    }
}
