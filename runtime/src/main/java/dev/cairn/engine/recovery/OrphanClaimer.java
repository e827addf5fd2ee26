package dev.cairn.engine.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.jboss.logging.Logger;

import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * Finds and claims instances that should run and have no live owner: those of dead nodes, and strays. A stray belongs to this
 * very life, which does not know of it, because the store failed after it had created or claimed it and before it answered.
 */
public final class OrphanClaimer {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /**
     * When to look for strays after a failure. More than once: a request that was under way at the failure may be executed
     * later.
     */
    private static final long[] STRAYS_AFTER_MILLIS = { 60_000, 10_000, 2_000 };
    private static final String LOOK_FOR_STRAYS = "look for instances that nobody runs";
    /** The first of many is claimed with few others, so that it goes on while the rest is claimed. */
    private static final int FIRST_PAGE = 32;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceClaimer recovery;
    /** Completes when the instances of an earlier life have been claimed: the set of listeners is unknown before. */
    private final Promise<Void> recovered = new Promise<>();
    private final AtomicBoolean searching = new AtomicBoolean();
    private final AtomicInteger looksForStrays = new AtomicInteger();
    /** The store may have given instances in an answer that was lost: no look ends before they are found. Else null. */
    private UntrackedInstanceClaimer straySearch;
    /** Callbacks that wait for a search that begins later. */
    private final Queue<Runnable> waitingCallbacks = new ConcurrentLinkedQueue<>();
    /** Callbacks that wait for the end of the running search; used by that search alone. */
    private final List<Runnable> servedCallbacks = new ArrayList<>();

    public OrphanClaimer(NodeContext context, InstanceStore store, InstanceClaimer recovery) {
        this.context = context;
        this.store = store;
        this.recovery = recovery;
        if (!context.keepsState()) {
            recovered.complete(null);
        }
    }

    /**
     * Completes when everything that an earlier life left is on its way into memory; fails if a store that only this node has
     * cannot give it.
     */
    public Promise<Void> recovered() {
        return recovered;
    }

    /** Claims and resumes, page by page, all instances without a live owner. Does nothing while a search runs. */
    public void look() {
        if (searching.compareAndSet(false, true)) {
            for (Runnable next = waitingCallbacks.poll(); next != null; next = waitingCallbacks.poll()) {
                servedCallbacks.add(next);
            }
            page(0);
        }
    }

    /**
     * Runs an action when a search that began after this call has found no more instances. At that moment no instance that
     * should run was without an owner, and the claims of this node are on their way. The action is not run while the store does
     * not answer, or while this node may take nothing over. A node that is stopping does not search. There only its own claims
     * are on their way, and the action is not run while the node may own instances that it does not know of.
     */
    public void look(Runnable then) {
        waitingCallbacks.add(then);
        look();
    }

    private void giveUp() {
        waitingCallbacks.addAll(servedCallbacks);
        servedCallbacks.clear();
        searching.set(false);
    }

    private void found() {
        List<Runnable> next = List.copyOf(servedCallbacks);
        servedCallbacks.clear();
        searching.set(false);
        next.forEach(Runnable::run);
        if (!waitingCallbacks.isEmpty()) {
            context.threads().worker(this::look);
        }
    }

    private void page(int before) {
        if (context.stopping() && straySearch == null) {
            found();
            return;
        }
        if (context.stopping() || !context.lease().mayTakeOver()) {
            giveUp();
            return;
        }
        if (!recovery.takeRoom(() -> page(before))) {
            return;
        }
        long term = context.lease().current();
        int limit = before == 0 ? FIRST_PAGE : InstanceClaimer.PAGE;
        Uni.createFrom().deferred(() -> store.claimOrphans(context.nodeId(), limit)).subscribe().with(
                claims -> claimed(before, claims, term), failure -> {
                    recovery.load(List.of(), term);
                    straySearch = straySearch();
                    suspectStrays();
                    failed(Work.CLAIMS, "claim unfinished instances", failure);
                });
    }

    /** The look that is under way cannot go on. */
    private void failed(Work work, String what, Throwable failure) {
        giveUp();
        if (EngineFailureTranslator.isPermanent(failure) && context.nodeMessages().isEmpty()) {
            // The store belongs to this node and has failed for good: no other answer will come.
            recovered.fail(failure);
        }
        recovery.later(work, what, failure, this::look);
    }

    private void claimed(int before, List<Claim> claims, long term) {
        context.health().good(Work.CLAIMS);
        recovery.load(claims, term);
        int instances = (int) claims.stream().filter(claim -> !InstanceIdGenerator.isLookedAt(claim.row().id())).count();
        int sum = before + instances;
        if (instances > 0) {
            context.observers().engine().claimedOrphans(instances);
        }
        if (!claims.isEmpty()) {
            context.threads().worker(() -> page(sum));
            return;
        }
        if (straySearch != null) {
            // Instances without an owner go on between the pages of the search, which may be many.
            straySearch.next(last -> {
                straySearch = last ? null : straySearch;
                context.threads().worker(() -> page(sum));
            }, failure -> failed(Work.SEARCHES, LOOK_FOR_STRAYS, failure));
            return;
        }
        recovered.complete(null);
        found();
        if (sum > 0) {
            LOG.infof("CAIRN-0424: Resumed %d unfinished instances.", sum);
        }
    }

    /** The store has failed in the midst of something: there may be strays. */
    public void suspectStrays() {
        if (looksForStrays.getAndSet(STRAYS_AFTER_MILLIS.length) == 0) {
            lookForStraysLater();
        }
    }

    private void lookForStraysLater() {
        int left = looksForStrays.get();
        if (left > 0) {
            context.timers().after(STRAYS_AFTER_MILLIS[left - 1], () -> lookForStrays(straySearch(), left));
        }
    }

    private void lookForStrays(UntrackedInstanceClaimer search, int left) {
        if (context.stopping()) {
            return;
        }
        search.next(last -> {
            if (!last) {
                context.threads().worker(() -> lookForStrays(search, left));
                return;
            }
            // A new suspicion has raised it meanwhile; then all looks are due again.
            looksForStrays.compareAndSet(left, left - 1);
            lookForStraysLater();
        }, failure -> recovery.later(Work.SEARCHES, LOOK_FOR_STRAYS, failure, () -> lookForStrays(search, left)));
    }

    private UntrackedInstanceClaimer straySearch() {
        return new UntrackedInstanceClaimer(context, store, recovery);
    }
}
