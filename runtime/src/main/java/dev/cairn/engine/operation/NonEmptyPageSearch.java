package dev.cairn.engine.operation;

import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/** Searches of a store that go past empty pages: a store may end a page before it has found something. */
public final class NonEmptyPageSearch {

    private NonEmptyPageSearch() {}

    /**
     * The first page that has rows. Otherwise the last page, or the page after the maximum number of empty ones, which has a cursor.
     *
     * @param maxEmptyPages maximum number of empty pages that are skipped
     * @return fails as the store does
     */
    public static Uni<InstancePage> find(InstanceStore store, InstanceQuery query, int maxEmptyPages) {
        return store.find(query).chain(page -> page.rows().isEmpty() && page.next() != null && maxEmptyPages > 0
                ? find(store, query.withCursor(page.next()), maxEmptyPages - 1)
                : Uni.createFrom().item(page));
    }
}
