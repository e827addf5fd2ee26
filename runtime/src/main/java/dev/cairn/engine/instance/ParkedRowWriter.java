package dev.cairn.engine.instance;

import java.util.List;
import java.util.function.Predicate;

import org.jboss.logging.Logger;

import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;

/**
 * Writes into the rows of parked instances that they are parked, so that searches find them. The write changes nothing else and
 * carries epoch and position: once another writer goes on with the instance, the store refuses it. It is retried until it
 * succeeds, is refused, or the instance is no longer parked here. Thread-safe.
 */
public final class ParkedRowWriter {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final NodeContext context;
    private final Predicate<String> isParked;

    /** @param isParked true while an instance is parked on this node */
    ParkedRowWriter(NodeContext context, Predicate<String> isParked) {
        this.context = context;
        this.isParked = isParked;
    }

    /**
     * The write that marks an instance as parked.
     *
     * @return null for an instance in a start queue, where it keeps its place
     */
    public static InstanceWrite parking(InstanceRow row, long epoch, long entries) {
        return row.isQueued() ? null : new InstanceWrite(row.parked(), epoch, entries, List.of());
    }

    /** Begins to write; null does nothing. */
    void write(InstanceWrite parking) {
        if (parking != null) {
            write(parking, true);
        }
    }

    private void write(InstanceWrite parking, boolean first) {
        String id = parking.row().id();
        if (context.stopped() || !isParked.test(id)) {
            return;
        }
        context.journal().commit(parking, new GroupCommitJournal.Listener() {
            @Override
            public void done(InstanceWrite write, CommitResult result) {
                if (result != CommitResult.COMMITTED && first) {
                    // A write of the instance that was under way may have come first: then its journal is longer.
                    readAgain(parking);
                }
            }

            @Override
            public void failed(InstanceWrite write, Throwable cause) {
                again(parking, first, cause);
            }
        });
    }

    private void again(InstanceWrite parking, boolean first, Throwable cause) {
        if (EngineFailureTranslator.isPermanent(cause)) {
            LOG.debugf(cause, "Searches will not find that an instance is parked [instance=%s]", parking.row().id());
        } else if (!context.stopped()) {
            context.timers().after(StoreBackoff.after(cause), () -> write(parking, first));
        }
    }

    private void readAgain(InstanceWrite parking) {
        context.journal().load(parking.row().id()).subscribe().with(found -> {
            StoredInstance stored = found.orElse(null);
            if (stored != null && stored.epoch() == parking.epoch() && mayBeParked(stored.row())) {
                write(parking(stored.row(), stored.epoch(), stored.entries().size()), false);
            }
        }, failure -> again(parking, true, failure));
    }

    private boolean mayBeParked(InstanceRow row) {
        return !row.status().ended() && !row.isQueued() && context.nodeId().equals(row.owner());
    }
}
