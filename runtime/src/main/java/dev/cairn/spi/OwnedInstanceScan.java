package dev.cairn.spi;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.cairn.api.InstanceStatus;
import io.smallrye.mutiny.Uni;

/**
 * Finds the instances that a node owns among all that have not ended. One search covers all phases, so that it does not miss an
 * instance that begins to run.
 */
final class OwnedInstanceScan {

    private static final Set<InstanceStatus> NOT_ENDED = EnumSet.range(InstanceStatus.PENDING, InstanceStatus.SUSPENDED);

    private OwnedInstanceScan() {}

    static Uni<InstancePage> find(InstanceStore store, String nodeId, String cursor, int limit) {
        return store.find(InstanceQuery.all(limit).withStatuses(NOT_ENDED).withCursor(cursor)).map(page -> {
            List<InstanceRow> owned = page.rows().stream()
                    .filter(row -> nodeId.equals(row.owner()) && row.status().code() <= InstanceStatus.RUNNING.code())
                    .toList();
            return new InstancePage(owned, page.next());
        });
    }
}
