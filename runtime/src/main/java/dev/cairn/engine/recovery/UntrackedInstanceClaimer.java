package dev.cairn.engine.recovery;

import java.util.function.Consumer;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/**
 * Finds, page by page, the instances that this node owns in the store but does not know of, and claims them again. Used
 * by one thread at a time.
 */
final class UntrackedInstanceClaimer {

    private static final int PAGE = 500;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceClaimer recovery;
    private String cursor;

    UntrackedInstanceClaimer(NodeContext context, InstanceStore store, InstanceClaimer recovery) {
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
