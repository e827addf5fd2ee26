package dev.cairn.driver;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/** Finds instances by what they are searched for. If the store keeps nothing, among those in memory. */
final class Finder {

    /** Pages in which none has the status looked for; then the caller gets an empty one, with a cursor. */
    private static final int MAX_EMPTY_PAGES = 16;

    private final Programs programs;
    private final InstanceStore store;
    private final InstanceTable table;

    Finder(Programs programs, InstanceStore store, InstanceTable table) {
        this.programs = programs;
        this.store = store;
        this.table = table;
    }

    /**
     * A page, newest first.
     *
     * @throws dev.cairn.api.CairnException if there is no such workflow
     * @throws IllegalArgumentException if limit or cursor are none
     */
    Uni<InstancePage> find(InstanceFilter filter, int limit, String cursor) {
        InstanceQuery query = new InstanceQuery(workflow(filter.workflow()), filter.status(),
                filter.createdFrom() == null ? Long.MIN_VALUE : filter.createdFrom().toEpochMilli(),
                filter.createdTo() == null ? Long.MAX_VALUE : filter.createdTo().toEpochMilli(), filter.keys(), cursor, limit);
        return store.capabilities().keepsState() ? find(query, MAX_EMPTY_PAGES) : Uni.createFrom().item(() -> inMemory(query));
    }

    /** Starts that wait in the queue of their workflow are stored as suspended, and found as pending. */
    private Uni<InstancePage> find(InstanceQuery query, int remainingPages) {
        InstanceStatus status = query.status();
        boolean divided = status == InstanceStatus.PENDING || status == InstanceStatus.SUSPENDED;
        return store.find(divided ? query.withStatus(InstanceStatus.SUSPENDED) : query).chain(page -> {
            List<InstanceRow> rows = page.rows().stream().map(QueuedStart::seen)
                    .filter(row -> !divided || row.status() == status).toList();
            return rows.isEmpty() && page.next() != null && divided && remainingPages > 0
                    ? find(query.withCursor(page.next()), remainingPages - 1)
                    : Uni.createFrom().item(new InstancePage(rows, page.next()));
        });
    }

    /** A qualified name may be that of a workflow that the application no longer has. */
    private String workflow(String name) {
        return name == null || name.indexOf(':') >= 0 ? name : programs.find(name, null).program().workflow();
    }

    private InstancePage inMemory(InstanceQuery query) {
        List<InstanceRow> rows = Stream.concat(table.live().map(Instance::view), table.remembered()).map(Views::row)
                .filter(query::matches)
                .filter(row -> query.cursor() == null || key(row).compareTo(query.cursor()) < 0)
                .sorted(Comparator.comparing(Finder::key).reversed()).distinct().limit(query.limit() + 1L).toList();
        boolean more = rows.size() > query.limit();
        List<InstanceRow> page = more ? rows.subList(0, query.limit()) : rows;
        return new InstancePage(page, more ? key(page.get(page.size() - 1)) : null);
    }

    private static String key(InstanceRow row) {
        return "%019d%s".formatted(row.createdAtMillis(), row.id());
    }
}
