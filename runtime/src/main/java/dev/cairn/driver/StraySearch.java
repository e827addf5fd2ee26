package dev.cairn.driver;

import java.util.List;
import java.util.function.Consumer;

import dev.cairn.driver.StoreHealth.Work;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/**
 * Looks through all unfinished instances for strays, page by page; after a failure it goes on with the page that failed. Used by one
 * thread at a time.
 */
final class StraySearch {

    private static final int PAGE = 500;
    private static final List<InstanceStatus> RUNNABLE = List.of(InstanceStatus.PENDING, InstanceStatus.RUNNING);

    private final Engine engine;
    private final InstanceStore store;
    private final Recovery recovery;
    private int statusIndex;
    private String cursor;

    StraySearch(Engine engine, InstanceStore store, Recovery recovery) {
        this.engine = engine;
        this.store = store;
        this.recovery = recovery;
    }

    /**
     * Claims and resumes the strays of the next page.
     *
     * @param then is told whether it was the last page
     */
    void next(Consumer<Boolean> then, Consumer<Throwable> failed) {
        InstanceQuery query = InstanceQuery.all(PAGE).withStatus(RUNNABLE.get(statusIndex)).withCursor(cursor);
        Uni.createFrom().deferred(() -> store.find(query)).subscribe().with(page -> {
            engine.health().good(Work.SEARCHES);
            recovery.claim(
                    page.rows().stream().filter(row -> engine.nodeId().equals(row.owner())).map(InstanceRow::id).toList());
            cursor = page.next();
            if (cursor == null) {
                statusIndex++;
            }
            then.accept(statusIndex == RUNNABLE.size());
        }, failed);
    }
}
