package dev.cairn.engine.recovery;

import java.util.Iterator;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import dev.cairn.api.InstanceView;
import dev.cairn.engine.concurrent.TryAcquireSemaphore;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/**
 * Drops instances that another node took over while this one held no lease, or because a later life of this one has begun.
 * Their writes would be refused anyway. Dropping them cancels calls under way, and lets waiting callers learn of the end soon.
 * Instances that were parked here may run elsewhere by then, too.
 */
public final class LostOwnershipHandler {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final String CANNOT_SEE = "CAIRN-0435: Cannot read the owners of the instances in memory";
    private static final int UNDER_WAY = 16;
    private static final long RETRY_MILLIS = 1_000;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    /** Instances that the store has refused, until it is known why. */
    private final Queue<Refused> refused = new ConcurrentLinkedQueue<>();
    private final TryAcquireSemaphore checkPermits = new TryAcquireSemaphore(UNDER_WAY);

    public LostOwnershipHandler(NodeContext context, InstanceStore store, InstanceRegistry instances) {
        this.context = context;
        this.store = store;
        this.instances = instances;
    }

    public void sayTaken(InstanceActorReference instance) {
        sayTaken(instance, false);
    }

    private void sayTaken(InstanceActorReference instance, boolean fenced) {
        context.observers().engine().takenOver(instance.id());
        LOG.infof(
                "CAIRN-0422: Released instance [workflow=%s, instance=%s, epoch=%d]: %sa newer epoch exists, so another node has taken it"
                        + " over. Nothing to do.",
                instance.view().workflow(), instance.id(), instance.epoch(),
                fenced ? "the store refused its write, since " : "");
    }

    /**
     * Logs the reason why the store has refused the write of an instance: another node has it, or the store has lost it.
     *
     * @param term the last term of the lease in which the instance was surely this node's
     * @param fenced true if a write was refused, and not only found to be in vain
     */
    public void lookFor(InstanceActorReference instance, long term, boolean fenced) {
        refused.add(new Refused(instance, term, fenced));
        nextRefused();
    }

    private void nextRefused() {
        while (!refused.isEmpty() && checkPermits.take(1)) {
            Refused next = refused.poll();
            if (next == null) {
                checkPermits.free(1);
            } else {
                explain(next);
            }
        }
    }

    private void explain(Refused next) {
        Uni.createFrom().deferred(() -> store.row(next.instance.id())).subscribe().with(found -> {
            context.health().good(Work.CLAIMS);
            if (found.isEmpty() && !mayBeRemoved(next)) {
                sayGone(next.instance);
            } else {
                sayTaken(next.instance, next.fenced);
            }
            checkPermits.free(1);
            context.threads().worker(this::nextRefused);
        }, failure -> {
            context.health().failed(Work.CLAIMS, CANNOT_SEE, failure);
            if (!context.stopping()) {
                context.timers().after(RETRY_MILLIS, () -> explain(next));
            }
        });
    }

    /** True if the time was enough for another node to end the instance, and for its retention to end. */
    private boolean mayBeRemoved(Refused next) {
        InstanceView view = next.instance.view();
        Program program = context.programs().exactly(view.workflow(), view.version()).program();
        long goneMillis = context.lease().goneMillis(next.term);
        return goneMillis > 0 && goneMillis >= context.options().shortestRetentionMillis(program);
    }

    private static void sayGone(InstanceActorReference instance) {
        LOG.errorf(
                "CAIRN-0429: Cannot go on with instance [workflow=%s, instance=%s]: the store had acknowledged it and does not know it"
                        + " any more. Has the server lost its data, or was it started again without them? Restore them from a backup,"
                        + " or start the instance again.",
                instance.view().workflow(), instance.id());
    }

    private record Refused(InstanceActorReference instance, long term, boolean fenced) {}

    /** Checks each instance in memory, and each parked one. */
    public void check() {
        Iterator<String> ids = Stream.concat(instances.live().map(InstanceActorReference::id), instances.parked()).toList()
                .iterator();
        for (int i = 0; i < UNDER_WAY; i++) {
            context.threads().worker(() -> next(ids));
        }
    }

    /** This life is over: other nodes take over its instances in memory. */
    public void end() {
        instances.live().toList().forEach(InstanceActorReference::letGo);
        instances.parked().toList().forEach(this::notParked);
    }

    private void next(Iterator<String> ids) {
        String id;
        synchronized (ids) {
            if (context.stopping() || !ids.hasNext()) {
                return;
            }
            id = ids.next();
        }
        check(id, ids);
    }

    private void check(String id, Iterator<String> ids) {
        // The object in memory before the lookup. A later object was claimed after it.
        InstanceActorReference instance = instances.live(id);
        Uni.createFrom().deferred(() -> store.row(id)).subscribe().with(found -> {
            context.health().good(Work.CLAIMS);
            Optional<String> owner = found.map(InstanceRow::owner);
            if (instance == null) {
                checkParked(id, owner);
            } else if (owner.isPresent() && !owner.get().equals(context.nodeId())) {
                instance.letGo();
            }
            context.threads().worker(() -> next(ids));
        }, failure -> {
            context.health().failed(Work.CLAIMS, CANNOT_SEE, failure);
            if (!context.stopping()) {
                context.timers().after(RETRY_MILLIS, () -> check(id, ids));
            }
        });
    }

    private void checkParked(String id, Optional<String> owner) {
        if (owner.isEmpty() || !owner.get().equals(context.nodeId())) {
            notParked(id);
        }
    }

    private void notParked(String id) {
        instances.unpark(id);
        instances.look(id);
    }
}
