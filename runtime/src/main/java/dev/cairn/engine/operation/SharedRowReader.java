package dev.cairn.engine.operation;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Reads the rows of instances that callers of this node wait for. Callers who wait for the same instance share its next read, which comes
 * when the most impatient of them wants it. The number of reads under way is bounded; others wait in the order in which they are due.
 * Thread-safe; nothing blocks.
 */
final class SharedRowReader {

    /** Each occupies a connection of the store. */
    static final int MAX_READS = 32;

    private final NodeContext context;
    private final InstanceStore store;
    private final AnswerEvaluator evaluator;
    private final AsyncTaskLimiter reads;
    /** The reads that have not begun, by instance: callers join them. */
    private final ConcurrentMap<String, PendingRead> pending = new ConcurrentHashMap<>();

    SharedRowReader(NodeContext context, InstanceStore store, AnswerEvaluator evaluator) {
        this.context = context;
        this.store = store;
        this.evaluator = evaluator;
        this.reads = new AsyncTaskLimiter(MAX_READS, context.threads()::worker);
    }

    /**
     * Reads the row of an instance after a delay, or earlier if another caller waits for it.
     *
     * @return the row is read after this call. Fails with {@link dev.cairn.api.CairnException}: {@code STORE_UNAVAILABLE} if the store fails
     *         or does not answer in time, {@code OVERLOADED} if too many reads are before this one
     */
    Uni<Optional<InstanceRow>> read(String id, long delayMillis) {
        return Uni.createFrom().emitter(caller -> {
            long dueMillis = context.time().elapsedMillis() + delayMillis;
            pending.compute(id, (any, before) -> {
                PendingRead read = before == null ? new PendingRead(id) : before;
                read.join(caller, dueMillis);
                return read;
            });
            caller.onTermination(() -> pending.computeIfPresent(id, (any, read) -> read.leave(caller)));
        });
    }

    private void begin(PendingRead read) {
        evaluator.patient(InspectionLimiter::refusal, impatience -> admitted(read, impatience)).subscribe().with(
                row -> read.callers.forEach(caller -> caller.complete(row)), failure -> {
                    pending.remove(read.id, read);
                    read.callers.forEach(caller -> caller.fail(failure));
                });
    }

    /** @param impatience ends the limit of the time in the queue */
    private Uni<Optional<InstanceRow>> admitted(PendingRead read, Runnable impatience) {
        return Uni.createFrom().emitter(emitter -> reads.submit(end -> {
            if (!pending.remove(read.id, read)) {
                // Its callers have left, or waited too long.
                end.run();
                emitter.complete(Optional.empty());
                return;
            }
            impatience.run();
            evaluator.patient(() -> CommandRejections.silent(read.id), any -> row(read.id, end)).subscribe()
                    .with(emitter::complete, emitter::fail);
        }));
    }

    /** A caller that waits no longer does not end the read: its connection is occupied until the store answers. */
    private Uni<Optional<InstanceRow>> row(String id, Runnable end) {
        return Uni.createFrom().emitter(emitter -> Uni.createFrom().deferred(() -> store.row(id)).onTermination().invoke(end)
                .subscribe().with(emitter::complete, failure -> emitter.fail(CommandRejections.unavailable(id, failure))));
    }

    /** A read that has not begun. Changes only while its entry of the map is computed, and no more when it is not in the map. */
    private final class PendingRead {
        private final String id;
        private final Set<UniEmitter<? super Optional<InstanceRow>>> callers = new LinkedHashSet<>();
        private long dueMillis = Long.MAX_VALUE;
        private Runnable timer = () -> {};

        PendingRead(String id) {
            this.id = id;
        }

        void join(UniEmitter<? super Optional<InstanceRow>> caller, long callerDueMillis) {
            callers.add(caller);
            if (callerDueMillis < dueMillis) {
                timer.run();
                dueMillis = callerDueMillis;
                timer = context.timers().after(callerDueMillis - context.time().elapsedMillis(), () -> begin(this));
            }
        }

        /** Returns this, or null if no caller remains. */
        PendingRead leave(UniEmitter<? super Optional<InstanceRow>> caller) {
            callers.remove(caller);
            if (callers.isEmpty()) {
                timer.run();
                return null;
            }
            return this;
        }
    }
}
