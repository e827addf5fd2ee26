package dev.cairn.engine.operation;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.RecordedCommand;
import dev.cairn.engine.audit.CommandAuditRecord;
import dev.cairn.engine.audit.CommandHistoryReader;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceForkRequest;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.InstanceViewMapper;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.instance.LifecycleNotifier;
import dev.cairn.engine.instance.QueuedStartRowFormat;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEntry;
import dev.cairn.program.Program;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Writes to instances that are not in memory. No claim is made: the write carries the epoch and position that were read. The
 * store refuses it if another writer wrote in between; the command is then tried again on the new state.
 */
public final class UnloadedInstanceWriter {

    private final NodeContext context;
    private final InstanceRegistry instances;
    private final LifecycleNotifier lifecycle;
    private final Consumer<InstanceRow> whenEnded;

    /** @param whenEnded receives the row of each instance that this has ended, durably; it must not block or throw */
    public UnloadedInstanceWriter(NodeContext context, InstanceRegistry instances, LifecycleNotifier lifecycle,
            Consumer<InstanceRow> whenEnded) {
        this.context = context;
        this.instances = instances;
        this.lifecycle = lifecycle;
        this.whenEnded = whenEnded;
    }

    /** The commands that an instance was given. */
    Uni<List<RecordedCommand>> commands(String id) {
        return load(id).emitOn(context.threads()::worker)
                .map(stored -> CommandHistoryReader.of(context.journal().decoder(stored)))
                .onFailure(EngineFailureTranslator::isUnreadable).transform(damage -> CommandRejections.unreadable(id, damage));
    }

    /** Writes that a faulted instance goes on; the next claim of it lets it. */
    Uni<Void> retry(String id, CommandAuditRecord trail) {
        return load(id).chain(stored -> {
            InstanceRow row = stored.row();
            trail.concerns(row);
            if (row.status() != InstanceStatus.FAULTED) {
                return Uni.createFrom().failure(CommandRejections.notFaulted(id, row.phase()));
            }
            long now = context.time().millis();
            JournalEntry entry = new JournalEntry(now, new JournalEvent.Retried(Math.max(0, now - row.updatedAtMillis())),
                    trail.origin());
            return append(stored, entry, row(row, InstanceStatus.RUNNING, now, InstanceRow.NEVER))
                    .invoke(written -> tell(written, row, row.status(), InstanceStatus.RUNNING, null, now))
                    .chain(written -> written ? Uni.createFrom().voidItem() : retry(id, trail));
        });
    }

    /** Ends an instance that cannot be replayed; false if it is no longer as it was. */
    Uni<Boolean> cancelParked(String id, CommandOrigin origin) {
        return load(id).chain(stored -> {
            String owner = stored.row().owner();
            if (stored.row().status().ended() || owner != null && !owner.equals(context.nodeId())) {
                // Another node has taken it over since: there it does not stand still.
                instances.unpark(id);
                return Uni.createFrom().item(false);
            }
            return cancel(stored, origin);
        });
    }

    /**
     * True if a suspended instance has no owner, and cancelling it does not depend on its effects. A replay takes as long as
     * the pure work of the instance, which may have no end.
     */
    boolean cancelsWithoutReplay(InstanceRow row) {
        InstalledProgram program = context.programs().exactly(row.workflow(), row.version());
        return row.status() == InstanceStatus.SUSPENDED && row.owner() == null && program != null && !program.runsWorkflows()
                && !lifecycle.tasksAreWatched(program.linked());
    }

    /** Ends a suspended instance without a replay; false if it is no longer as it was. */
    Uni<Boolean> cancelSuspended(String id, CommandOrigin origin) {
        return load(id)
                .chain(stored -> cancelsWithoutReplay(stored.row()) ? cancel(stored, origin) : Uni.createFrom().item(false));
    }

    /** Ends a start that waits in its queue; false if it is no longer as it was. */
    Uni<Boolean> cancelQueued(String id, CommandOrigin origin) {
        return load(id)
                .chain(stored -> stored.row().isQueued() ? cancel(stored, origin) : Uni.createFrom().item(false));
    }

    private Uni<Boolean> cancel(StoredInstance stored, CommandOrigin origin) {
        InstanceRow row = stored.row();
        long now = context.time().millis();
        Ended ended = new Ended(InstanceStatus.CANCELLED, null, null);
        return append(stored, new JournalEntry(now, ended, origin),
                row(row, InstanceStatus.CANCELLED, now, keepUntil(stored, now)))
                .invoke(written -> {
                    tell(written, row, row.status(), InstanceStatus.CANCELLED, ended, now);
                    if (written) {
                        instances.unpark(row.id());
                        instances.look(row.id());
                        whenEnded.accept(row);
                    }
                });
    }

    private long keepUntil(StoredInstance stored, long now) {
        InstalledProgram program = context.programs().exactly(stored.row().workflow(), stored.row().version());
        long untilMillis = program == null ? context.options().keepUntilMillis(now)
                : context.options().keepUntilMillis(program.program(), InstanceStatus.CANCELLED, now);
        return ScheduleRowMarkers.keepUntilMillis(stored.row().keys(), untilMillis, now);
    }

    private static InstanceRow row(InstanceRow row, InstanceStatus status, long now, long keepUntil) {
        return new InstanceRow(row.id(), row.workflow(), row.version(), status, row.createdAtMillis(), now, InstanceRow.NEVER,
                null, keepUntil, row.keys());
    }

    private Uni<Boolean> append(StoredInstance stored, JournalEntry entry, InstanceRow row) {
        return commit(row, stored.epoch(), stored.entries().size(), List.of(entry))
                .map(result -> result == CommitResult.COMMITTED);
    }

    /**
     * Makes an instance that waits in the queue of its workflow.
     *
     * @return completes once it is durable; fails with a {@link dev.cairn.api.CairnException}
     */
    public Uni<DurableStartResult> enqueue(Program program, JsonPayload input, String id, StartMetadata details) {
        long now = context.time().millis();
        JournalEntry started = new JournalEntry(now,
                new JournalEvent.Started(program.workflow(), program.version(), program.shape(), now, input),
                details.origin(), details.trace());
        InstanceRow row = QueuedStartRowFormat.row(id, program, now, details.keys());
        return commit(row, InstanceWriter.FIRST_EPOCH, 0, List.of(started))
                .onFailure().transform(failure -> EngineFailureTranslator.ofStart(program.workflow(), failure.getCause()))
                .invoke(result -> tellQueued(result, row))
                .map(result -> new DurableStartResult(id, result == CommitResult.COMMITTED, null));
    }

    /** Writes that an instance waits in its queue again, which was claimed there. */
    public Uni<Boolean> putBack(StoredInstance stored) {
        return commit(stored.row().withOwner(null), stored.epoch(), stored.entries().size(), List.of())
                .map(result -> result == CommitResult.COMMITTED);
    }

    /**
     * Writes that an instance no longer waits in its queue; the next claim of it lets it begin.
     *
     * @param mine the workflows whose instances may begin
     */
    public Uni<QueuedStartRowFormat.Beginning> begin(String id, Predicate<String> mine) {
        return Uni.createFrom().deferred(() -> context.journal().load(id)).chain(found -> {
            InstanceRow row = found.map(StoredInstance::row).orElse(null);
            if (row == null || !row.isQueued()) {
                return Uni.createFrom().item(QueuedStartRowFormat.Beginning.GONE);
            }
            if (!mine.test(row.workflow())) {
                return Uni.createFrom().item(QueuedStartRowFormat.Beginning.OTHER);
            }
            StoredInstance stored = found.get();
            long now = context.time().millis();
            // Another claim changes the epoch, so the store then refuses this write.
            return commit(row(row, InstanceStatus.RUNNING, now, InstanceRow.NEVER), stored.epoch(), stored.entries().size(),
                    List.of()).map(result -> result == CommitResult.COMMITTED)
                    .onFailure(failure -> EngineFailureTranslator.concernsInstance(failure.getCause()))
                    .invoke(failure -> instances.park(null, InstanceViewMapper.of(row, null, null), null, failure.getCause()))
                    .invoke(written -> tell(written, row, InstanceStatus.PENDING, InstanceStatus.RUNNING, null, now))
                    .map(written -> written ? QueuedStartRowFormat.Beginning.BEGUN : QueuedStartRowFormat.Beginning.GONE);
        });
    }

    /** Makes a fork of an instance; the next claim of it lets it go on. */
    Uni<DurableStartResult> fork(String id, InstanceForkRequest fork, String newId, CommandAuditRecord trail) {
        return load(id).chain(stored -> {
            InstanceRow row = stored.row();
            trail.concerns(row);
            if (row.isQueued()) {
                return Uni.createFrom().failure(CommandRejections.notReached(id, fork.task(), fork.run()));
            }
            InstalledProgram installed = context.programs().exactly(row.workflow(), row.version());
            if (installed == null) {
                return Uni.createFrom().failure(CommandRejections.changed(id, new IllegalStateException("there is no workflow "
                        + row.workflow() + ":" + row.version() + " any more")));
            }
            long now = context.time().millis();
            return context.pureWork().lane(row.workflow())
                    .compute(slot -> forked(stored, installed, slot).upTo(fork, now))
                    .onFailure().transform(failure -> CommandRejections.ofReplay(id, failure))
                    .chain(entries -> entries == null
                            ? Uni.createFrom().failure(CommandRejections.notReached(id, fork.task(), fork.run()))
                            : create(installed.program(), row, newId, entries, now))
                    .chain(start -> start.created() ? Uni.createFrom().item(start) : sameFork(start, fork));
        });
    }

    private ForkJournalBuilder forked(StoredInstance stored, InstalledProgram installed, PureWorkScheduler.Slot slot) {
        return new ForkJournalBuilder(stored.row().id(), installed.linked(), context.journal().decoder(stored),
                ReplayPacing.toShow(context, slot));
    }

    /** Refuses a fork whose idempotency key found another one, as {@link InstanceRegistry#sameInput}. */
    private Uni<DurableStartResult> sameFork(DurableStartResult start, InstanceForkRequest fork) {
        return load(start.instanceId()).map(stored -> {
            JournalDecoder journal = context.journal().decoder(stored);
            int last = 1;
            while (last + 1 < journal.size() && journal.read(last + 1).event() instanceof Forked) {
                last++;
            }
            Forked first = (Forked) journal.read(last).event();
            if (!first.task().equals(fork.task()) || fork.run() != ForkRequest.LAST && fork.run() != first.run()
                    || !JqValues.equal(first.input().tree(), fork.input().tree())) {
                throw CommandRejections.keyReused(start.instanceId());
            }
            return start;
        });
    }

    private Uni<DurableStartResult> create(Program program, InstanceRow source, String newId, List<JournalEntry> entries,
            long now) {
        InstanceRow row = new InstanceRow(newId, program.workflow(), program.version(), InstanceStatus.RUNNING, now, now,
                InstanceRow.NEVER, null).withKeys(source.keys());
        return commit(row, InstanceWriter.FIRST_EPOCH, 0, entries)
                .map(result -> result == CommitResult.COMMITTED)
                .invoke(created -> tell(created, row, InstanceStatus.PENDING, InstanceStatus.RUNNING, null, now))
                .map(created -> new DurableStartResult(newId, created, null));
    }

    private void tellQueued(CommitResult result, InstanceRow row) {
        if (result == CommitResult.COMMITTED) {
            lifecycle.changeListeners().tell(row, "queued", InstanceStatus.PENDING, null, row.createdAtMillis());
        }
    }

    /** Notifies watchers of the write: the node that takes the instance up finds this state and has no change to report. */
    private void tell(boolean written, InstanceRow row, InstanceStatus before, InstanceStatus now, Ended ended, long atMillis) {
        if (written) {
            context.observers().of(row.workflow(), row.version()).becameAtRest(row.id(), before, now,
                    atMillis - row.createdAtMillis());
            lifecycle.became(row, before, now, ended, atMillis, null, 0);
        }
    }

    private Uni<StoredInstance> load(String id) {
        return Uni.createFrom().deferred(() -> context.journal().load(id))
                .onFailure().transform(failure -> CommandRejections.unavailable(id, failure))
                .map((Optional<StoredInstance> stored) -> stored.orElseThrow(() -> CommandRejections.unknown(id)));
    }

    private Uni<CommitResult> commit(InstanceRow row, long epoch, long position, List<JournalEntry> entries) {
        GroupCommitJournal journal = context.journal();
        return Uni.createFrom().emitter(emitter -> journal.append(row, epoch, position, journal.encoder(), entries,
                new GroupCommitJournal.AppendListener() {
                    @Override
                    public void done(InstanceWrite write, CommitResult result) {
                        emitter.complete(result);
                    }

                    @Override
                    public void failed(InstanceWrite write, Throwable cause) {
                        notEncoded(cause, false);
                    }

                    @Override
                    public void notEncoded(Throwable cause, boolean ofCodec) {
                        emitter.fail(CommandRejections.unavailable(row.id(), cause));
                    }
                }));
    }
}
