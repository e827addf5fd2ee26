package dev.cairn.engine;

import java.util.function.BiConsumer;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceView;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.start.InstanceStarter;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TraceContext;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * The front of the engine: the client of the application and the HTTP triggers start instances and get their results through it.
 * Thread-safe.
 *
 * <p>
 * Methods on the way of each start have a form without {@link Uni}. Each operator of a Uni captures the contexts of its caller, which
 * takes longer than a small workflow and which the engine does not use.
 */
public final class InstanceStartGateway {

    private final NodeContext context;
    private final InstanceStarter starter;
    private final InstanceRegistry instances;

    InstanceStartGateway(NodeContext context, InstanceStarter starter, InstanceRegistry instances) {
        this.context = context;
        this.starter = starter;
        this.instances = instances;
    }

    /**
     * Starts an instance. Pure tasks up to the first effect run on the calling thread.
     *
     * @param program the program to run
     * @param input raw input in canonical form
     * @param idempotencyKey or null; a key that was used with another input fails with {@code KEY_REUSED}
     * @param details search keys that override those of the definition, and the caller
     * @param callerWait bounds the wait of the start for long pure work, so that both are written together
     * @return completes once the start is durable; fails with {@link CairnException}
     */
    public Promise<DurableStartResult> start(InstalledProgram program, JsonPayload input, String idempotencyKey,
            StartMetadata details,
            CallerWaitLimit callerWait) {
        if (idempotencyKey == null) {
            return starter.start(program, input, null, details, callerWait);
        }
        Promise<DurableStartResult> started = new Promise<>();
        String id = InstanceIdGenerator.ofKey(program.program().workflow(), idempotencyKey);
        starter.start(program, input, id, details, callerWait).listen((start, failure) -> {
            if (failure != null || start.created()) {
                started.settle(start, failure);
            } else {
                instances.sameInput(start, input).subscribe().with(started::complete, started::fail);
            }
        });
        return started;
    }

    /** The position of the caller in a trace, or null; see {@link StartMetadata}. */
    public TraceContext caller() {
        return context.observers().engine().caller();
    }

    /**
     * The end of an instance that was started just now; as {@link Engine#outcome(String)}, but without a lookup if it is known already.
     */
    public Uni<Ended> outcome(DurableStartResult start) {
        return instances.outcome(start);
    }

    /**
     * As {@link #outcome(DurableStartResult)}, for a listener that is told once; it must not block or throw.
     *
     * @return takes the listener back
     */
    public Runnable outcome(DurableStartResult start, BiConsumer<Ended, Throwable> listener) {
        return instances.outcome(start, listener);
    }

    /** An instance as it is now; fails with {@link CairnException} if there is none with this id. */
    public Uni<InstanceView> view(String id) {
        return instances.view(id);
    }

    /**
     * The text of a value as jq prints it; a large value is written on a worker, so that it delays no other instance, and
     * completes there.
     */
    public Uni<byte[]> text(JsonPayload value) {
        return Promise.uni(listener -> text(value, listener));
    }

    /**
     * As {@link #text(JsonPayload)}, for a listener that is told once.
     *
     * @return takes the listener back
     * @throws RuntimeException if a small value cannot be written
     */
    public Runnable text(JsonPayload value, BiConsumer<byte[], Throwable> listener) {
        if (!value.isAtLeast(GroupCommitJournal.MAX_BYTES_INLINE)) {
            listener.accept(value.jqText(), null);
            return () -> {};
        }
        Cancellable writing = context.memory().holding(value, large(value)).subscribe()
                .with(text -> listener.accept(text, null), failure -> listener.accept(null, failure));
        return writing::cancel;
    }

    private Uni<byte[]> large(JsonPayload value) {
        Uni<byte[]> text = Uni.createFrom().item(value::jqText);
        // A value that is only scanned does not wait behind the work of other instances.
        return value.knownTextBytes() >= 0 ? text.runSubscriptionOn(context.threads()::worker)
                : text.runSubscriptionOn(context.pureWork().lane("results")::add).emitOn(context.threads()::worker);
    }
}
