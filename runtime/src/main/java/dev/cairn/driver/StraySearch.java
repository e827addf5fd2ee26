package dev.cairn.driver;

import java.util.function.Consumer;

import dev.cairn.driver.StoreHealth.Work;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/**
 * Looks through all that this node owns for strays, page by page; after a failure it goes on with the page that failed. Used by one
 * thread at a time.
 */
final class StraySearch {

    private static final int PAGE = 500;

    private final Engine engine;
    private final InstanceStore store;
    private final Recovery recovery;
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
        Uni.createFrom().deferred(() -> store.findOwned(engine.nodeId(), cursor, PAGE)).subscribe().with(page -> {
            engine.health().good(Work.SEARCHES);
            recovery.claim(page.rows().stream().map(InstanceRow::id).filter(id -> !recovery.isPostponed(id)).toList());
            cursor = page.next();
            then.accept(cursor == null);
        }, failed);
    }
}
