package dev.cairn.engine.recovery;

import java.util.function.Consumer;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/**
 * Searches everything that this node owns for strays, page by page; after a failure it goes on with the page that failed. Used
 * by one thread at a time.
 */
final class StrayInstanceFinder {

    private static final int PAGE = 500;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRecovery recovery;
    private String cursor;

    StrayInstanceFinder(NodeContext context, InstanceStore store, InstanceRecovery recovery) {
        this.context = context;
        this.store = store;
        this.recovery = recovery;
    }

    /**
     * Claims and resumes the strays of the next page.
     *
     * @param then is told whether it was the last page
     */
    void next(Consumer<Boolean> then, Consumer<Throwable> failed) {
        Uni.createFrom().deferred(() -> store.findOwned(context.nodeId(), cursor, PAGE)).subscribe().with(page -> {
            context.health().good(Work.SEARCHES);
            recovery.claim(page.rows().stream().map(InstanceRow::id).filter(id -> !recovery.isPostponed(id)).toList());
            cursor = page.next();
            then.accept(cursor == null);
        }, failed);
    }
}
