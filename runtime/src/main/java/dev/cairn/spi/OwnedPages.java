package dev.cairn.spi;

import java.util.List;

import dev.cairn.api.InstanceStatus;
import io.smallrye.mutiny.Uni;

/** What a node owns, found among all pending instances and then among all running ones: so one that begins to run is not missed. */
final class OwnedPages {

    private static final String PENDING = "p";
    private static final String RUNNING = "r";

    private OwnedPages() {}

    /** Cursors have the phase in front of that of the store. */
    static Uni<InstancePage> find(InstanceStore store, String nodeId, String cursor, int limit) {
        boolean pending = cursor == null || cursor.startsWith(PENDING);
        InstanceQuery query = InstanceQuery.all(limit).withStatus(pending ? InstanceStatus.PENDING : InstanceStatus.RUNNING)
                .withCursor(cursor == null || cursor.equals(RUNNING) ? null : cursor.substring(1));
        return store.find(query).map(page -> {
            List<InstanceRow> owned = page.rows().stream().filter(row -> nodeId.equals(row.owner())).toList();
            String afterPhase = pending ? RUNNING : null;
            return new InstancePage(owned,
                    page.next() == null ? afterPhase : (pending ? PENDING : RUNNING) + page.next());
        });
    }
}
