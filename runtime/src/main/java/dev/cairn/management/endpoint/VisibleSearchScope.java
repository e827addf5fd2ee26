package dev.cairn.management.endpoint;

import java.util.Optional;
import java.util.Set;

import dev.cairn.api.CairnClient;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.VisibleWorkflows;
import io.smallrye.mutiny.Uni;

/**
 * The workflows that a search is about. A caller who may not see all workflows searches among those that it may see: if hidden rows
 * were left out afterwards, the cursor would name them, and its presence would tell that they meet the criteria.
 */
final class VisibleSearchScope {

    private VisibleSearchScope() {}

    /**
     * The qualified names of the workflows, none if the caller may not see any; empty for all workflows.
     *
     * @param workflow qualified name of the only workflow in the search, or null
     * @param client counts instances, which the application may have of workflows that it no longer has
     */
    static Uni<Optional<Set<String>>> of(VisibleWorkflows visible, String workflow, CairnClient client) {
        if (workflow != null) {
            boolean isVisible = visible.access().may(ManagementPermission.VIEW, workflow);
            return Uni.createFrom().item(Optional.of(isVisible ? Set.of(workflow) : Set.of()));
        }
        return visible.access().mayEverywhere(ManagementPermission.VIEW) ? Uni.createFrom().item(Optional.empty())
                : WorkflowInstanceCounts.of(client).map(counts -> Optional.of(visible.all(counts.workflows())));
    }
}
