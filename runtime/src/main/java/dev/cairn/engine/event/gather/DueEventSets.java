package dev.cairn.engine.event.gather;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.RequestFailureClassifier;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * Looks at sets of events that are due: starts the instances of those that a crash or an overload has left complete, and ends those
 * whose time is over. A complete set waits for its workflow for longer. Thread-safe.
 */
public final class DueEventSets {

    /** A node leaves the sets of a workflow that it cannot start to others for this time. */
    private static final long AVOIDED_MILLIS = 60_000;
    private static final int MAX_AVOIDED = 10_000;

    private final NodeContext context;
    private final EventSetRows rows;
    private final EventSetFinisher finisher;
    private final EventSetReports reports;
    private final ClaimPort claims;
    /** Until when this node leaves sets to others, by id. */
    private final ConcurrentMap<String, Long> avoidedUntilMillis = new ConcurrentHashMap<>();

    DueEventSets(NodeContext context, EventSetRows rows, EventSetFinisher finisher, EventSetReports reports, ClaimPort claims) {
        this.context = context;
        this.rows = rows;
        this.finisher = finisher;
        this.reports = reports;
        this.claims = claims;
    }

    /** Claims a row again after a failure of the store. */
    @FunctionalInterface
    public interface ClaimPort {

        /** Claims a row when the store may be back. */
        void claimLater(String id, Throwable failure);
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#look}. */
    public void look(Claim claim, StoredInstance stored, Runnable done) {
        context.threads().worker(() -> {
            EventSetState set;
            try {
                set = rows.read(stored);
            } catch (RuntimeException damage) {
                done.run();
                unreadable(claim, damage);
                return;
            }
            settle(set).subscribe().with(nothing -> done.run(), failure -> {
                done.run();
                failed(set.id(), failure);
            });
        });
    }

    /** As {@link #look(Claim, StoredInstance, Runnable)}, of a set in memory. */
    void look(StoredInstance stored) {
        settle(rows.read(stored)).subscribe().with(nothing -> {}, failure -> {
            // It is still due.
        });
    }

    private void failed(String id, Throwable failure) {
        if (!context.stopping()) {
            claims.claimLater(id, failure);
        }
    }

    private Uni<Void> settle(EventSetState set) {
        long now = context.time().millis();
        boolean isOver = now >= rows.expiresAtMillis(set);
        if (!set.closed()) {
            return isOver ? finisher.expire(set) : rows.wait(set, rows.expiresAtMillis(set)).replaceWithVoid();
        }
        InstalledProgram program = context.programs().newest(set.workflow());
        if (program == null || !context.options().run().schedules().enabled(program.program())) {
            if (now >= rows.abandonedAtMillis(set.row())) {
                return finisher.expire(set);
            }
            avoid(set.id(), now);
            return rows.wait(set, now + EventSetRows.RETRY_MILLIS).replaceWithVoid();
        }
        return finisher.finish(program, set).replaceWithVoid()
                // It was told, and the set has ended.
                .onFailure(RequestFailureClassifier::isFinal).recoverWithNull()
                .onFailure().recoverWithUni(failure -> rows.wait(set, now + EventSetRows.RETRY_MILLIS).replaceWithVoid());
    }

    private void avoid(String id, long now) {
        if (avoidedUntilMillis.size() >= MAX_AVOIDED) {
            avoidedUntilMillis.values().removeIf(until -> until <= now);
        }
        if (avoidedUntilMillis.size() < MAX_AVOIDED) {
            avoidedUntilMillis.put(id, now + AVOIDED_MILLIS);
        }
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#isLeft}. */
    public boolean isLeft(String id) {
        Long untilMillis = avoidedUntilMillis.get(id);
        return untilMillis != null && context.time().millis() < untilMillis;
    }

    /** The store cannot give a claimed set, or it cannot be read. It is tried again for as long as a complete set would be. */
    public void unreadable(Claim claim, Throwable reason) {
        InstanceRow row = claim.row();
        reports.unreadable(row.id(), reason);
        long now = context.time().millis();
        boolean isOver = now >= rows.abandonedAtMillis(row);
        InstanceRow next = isOver ? rows.ended(row, InstanceStatus.CANCELLED) : EventSetRows.waiting(row, now + AVOIDED_MILLIS);
        rows.change(claim, next).subscribe().with(result -> {}, failure -> failed(row.id(), failure));
    }
}
