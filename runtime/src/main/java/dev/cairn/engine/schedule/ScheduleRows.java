package dev.cairn.engine.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.schedule.ScheduleJournalEntry.Kind;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Schedules as rows of the store of instances:
 *
 * <ul>
 * <li>The id is {@link InstanceIdGenerator#ofSchedule}; the workflow is that of the instances behind {@code $}, which no name begins with.</li>
 * <li>It was created at 0, so a search for instances that begins at 1 never sees it, and a search below 1 sees nothing else.</li>
 * <li>It waits; the wake time is that of the next evaluation. It is suspended while it is paused, and cancelled once it is deleted.</li>
 * <li>The time of the last update is the cursor: due time of the last occurrence that was decided about.</li>
 * <li>The type of the error is the {@link OccurrenceLossCount}, or null for none.</li>
 * <li>The journal has the changes that were asked for. An occurrence changes the row alone.</li>
 * </ul>
 */
final class ScheduleRows {

    /** Marks the schedules of definitions, so that a start of the application finds them among any number of others. */
    private static final SearchKeys DEFINITION = new SearchKeys(null, Map.of("cairn.definition", "true"));
    /** Retention of a schedule that no definition has any more: longer than a rolling update takes. */
    private static final long DEFINITION_KEPT_MILLIS = 30L * 86_400_000;

    /** The time since when a schedule is paused that is not; later than any. */
    private static final long NOT_PAUSED = Long.MAX_VALUE;

    /** Maximum number of schedules that are loaded at once: their journals are in memory together. */
    private static final int MAX_LOADED = 64;

    private final InstanceStore store;
    private final GroupCommitJournal journal;
    private final PayloadCodecChain seal;
    private final NodeContext context;
    private final OccurrenceReporter reports;
    /** Workflow columns of the application's workflows: all rows share the text, also in the memory of the store. */
    private final Map<String, String> columns;

    ScheduleRows(NodeContext context, InstanceStore store, OccurrenceReporter reports) {
        this.context = context;
        this.store = store;
        this.reports = reports;
        this.journal = context.journal();
        this.seal = context.options().journal().seal();
        this.columns = context.programs().newest().stream().map(installed -> installed.program().workflow())
                .collect(Collectors.toUnmodifiableMap(Function.identity(), ScheduleRowMarkers::column));
    }

    static boolean isOfDefinition(InstanceRow row) {
        return row.keys().matches(DEFINITION);
    }

    /** The cursor of a schedule that begins: {@code after} is due at once, others are after their first interval. */
    static long firstCursorMillis(ScheduleRule rule, long nowMillis) {
        return rule instanceof AfterRule ? nowMillis - 1 : nowMillis;
    }

    /** Time of the first evaluation of a schedule that begins. */
    static long firstWakeMillis(String id, ScheduleSpec spec, long nowMillis) {
        if (spec.rule() instanceof AfterRule) {
            return nowMillis;
        }
        OptionalLong due = spec.rule().next(nowMillis, nowMillis);
        return due.isEmpty() ? InstanceRow.NEVER : due.getAsLong() + spec.delayMillis(id, due.getAsLong());
    }

    /** Reads a schedule, on a worker thread; empty if none has this id. */
    Uni<Optional<StoredSchedule>> load(String id) {
        return Uni.createFrom().deferred(() -> store.load(id)).emitOn(context.threads()::worker)
                .map(stored -> stored.map(this::read));
    }

    /**
     * Reads schedules, on a worker thread and in the order of their rows. Leaves out, with a report, schedules that cannot be read;
     * leaves out schedules that were deleted meanwhile.
     */
    Uni<List<StoredSchedule>> loadAll(List<InstanceRow> page) {
        return Multi.createFrom().iterable(page).group().intoLists().of(MAX_LOADED).onItem()
                .transformToUniAndConcatenate(this::loadBatch).onItem().transformToIterable(Function.identity()).collect()
                .asList();
    }

    private Uni<List<StoredSchedule>> loadBatch(List<InstanceRow> batch) {
        List<String> ids = batch.stream().map(InstanceRow::id).toList();
        return Uni.createFrom().deferred(() -> store.loadAll(ids)).onFailure(ScheduleRows::isNotGiven)
                .recoverWithUni(() -> Multi.createFrom().iterable(batch).onItem().transformToUniAndConcatenate(this::loadAlone)
                        .select().where(Optional::isPresent).map(Optional::get).collect().asList())
                .emitOn(context.threads()::worker).map(found -> {
                    Map<String, StoredInstance> byId = found.stream()
                            .collect(Collectors.toMap(stored -> stored.row().id(), Function.identity()));
                    return ids.stream().map(byId::get).filter(stored -> stored != null && !stored.row().status().ended())
                            .map(this::readOrReport).flatMap(Optional::stream).toList();
                });
    }

    private Uni<Optional<StoredInstance>> loadAlone(InstanceRow row) {
        return Uni.createFrom().deferred(() -> store.load(row.id())).onFailure(ScheduleRows::isNotGiven)
                .recoverWithItem(failure -> {
                    reports.unreadable(row.id(), ScheduleRowMarkers.workflow(row), failure);
                    return Optional.empty();
                });
    }

    private Optional<StoredSchedule> readOrReport(StoredInstance stored) {
        try {
            return Optional.of(read(stored));
        } catch (RuntimeException unreadable) {
            reports.unreadable(stored.row().id(), ScheduleRowMarkers.workflow(stored.row()), unreadable);
            return Optional.empty();
        }
    }

    /** True if an entry of a schedule is damaged, or something that is needed to read it is missing. */
    static boolean isUnreadable(Throwable failure) {
        return EngineFailureTranslator.isUnreadable(failure) || failure instanceof InvalidScheduleException;
    }

    /** True if a store that answers cannot give a schedule, which repeating does not mend. */
    private static boolean isNotGiven(Throwable failure) {
        return isUnreadable(failure) || EngineFailureTranslator.isPermanent(failure)
                || EngineFailureTranslator.concernsInstance(failure);
    }

    /**
     * Finds out how to write to a schedule without reading its journal; empty if none has this id. If the store cannot give the
     * journal, this node claims the schedule. Fails as the store does if another node has it then.
     */
    Uni<Optional<Claim>> position(String id) {
        return Uni.createFrom().deferred(() -> store.load(id))
                .map(found -> found.map(stored -> new Claim(stored.row(), stored.epoch(), stored.entries().size())))
                .onFailure(ScheduleRows::isNotGiven)
                .recoverWithUni(failure -> store.claim(context.nodeId(), List.of(id)).map(claims -> {
                    if (claims.isEmpty()) {
                        throw new DamagedEntryException(ExceptionMessageFormatter.of(failure));
                    }
                    return Optional.of(claims.get(0));
                }));
    }

    /**
     * Reads the journal of a schedule.
     *
     * @throws RuntimeException if it cannot be read
     */
    StoredSchedule read(StoredInstance stored) {
        ScheduleJournalEntry specified = null;
        ScheduleJournalEntry last = null;
        String version = null;
        List<SchedulePause> pauses = new ArrayList<>();
        long pausedMillis = NOT_PAUSED;
        for (int i = 0; i < stored.entries().size(); i++) {
            last = ScheduleJournalEntryCodec.read(seal.open(stored.entries().get(i), new EntryPlace(stored.row().id(), i)));
            specified = last.kind() == Kind.SPECIFIED ? last : specified;
            version = last.version() == null ? version : last.version();
            switch (last.kind()) {
                case PAUSED -> pausedMillis = last.atMillis();
                case RESUMED -> {
                    pauses.add(new SchedulePause(pausedMillis, last.atMillis()));
                    pausedMillis = NOT_PAUSED;
                }
                case DELETED -> {
                    pauses.clear();
                    pausedMillis = NOT_PAUSED;
                }
                default -> {
                    // A paused schedule stays so when it is changed.
                }
            }
        }
        if (specified == null || specified.spec() == null) {
            throw new DamagedEntryException("no entry specifies the schedule");
        }
        long cursorMillis = stored.row().updatedAtMillis();
        pauses.removeIf(pause -> pause.toMillis() <= cursorMillis);
        boolean goesOn = specified.spec().rule() instanceof AfterRule;
        return new StoredSchedule(stored.row(), stored.epoch(), stored.entries().size(), specified, last,
                goesOn ? List.of() : pauses, version);
    }

    /** A page of the schedules of some workflows, or of all if they are null. */
    Uni<InstancePage> find(Set<String> workflows, boolean ofDefinitions, int limit, String cursor) {
        InstanceQuery query = InstanceQuery.all(limit)
                .withWorkflows(workflows == null ? null
                        : workflows.stream().map(ScheduleRowMarkers::column).collect(Collectors.toSet()))
                .withCreated(0, 1)
                .withStatuses(Set.of(InstanceStatus.WAITING, InstanceStatus.SUSPENDED)).withCursor(cursor);
        return Uni.createFrom().deferred(() -> store.find(query.withKeys(ofDefinitions ? DEFINITION : SearchKeys.NONE)));
    }

    /**
     * Makes a schedule of a workflow that the application has.
     *
     * @param version version of the workflow's definition
     * @return {@link CommitResult#FENCED} if there is one with its name by now, which may have ended
     */
    Uni<CommitResult> create(String workflow, String version, ScheduleSpec spec, ScheduleChangeOrigin changeOrigin,
            long nowMillis) {
        String id = InstanceIdGenerator.ofSchedule(workflow, spec.name());
        InstanceRow row = new InstanceRow(id, columns.get(workflow), version, InstanceStatus.WAITING, 0,
                firstCursorMillis(spec.rule(), nowMillis), firstWakeMillis(id, spec, nowMillis), null)
                .withKeys(changeOrigin.isDefinition() ? DEFINITION : SearchKeys.NONE);
        return commit(row, InstanceWriter.FIRST_EPOCH, 0,
                ScheduleJournalEntry.specified(nowMillis, changeOrigin, spec, nowMillis))
                .map(result -> result == CommitResult.EXISTS ? CommitResult.FENCED : result);
    }

    /**
     * Changes what a schedule is, and has it go on if it had ended.
     *
     * @return {@link CommitResult#FENCED} if it is no longer as it was
     */
    Uni<CommitResult> specify(StoredSchedule before, ScheduleSpec spec, ScheduleChangeOrigin changeOrigin, long nowMillis) {
        boolean anew = before.isEnded();
        ScheduleRule rule = spec.rule();
        long cursor = anew ? firstCursorMillis(rule, nowMillis) : before.cursorMillis(rule, nowMillis);
        long anchor = anew ? nowMillis : before.anchorMillis(rule, nowMillis);
        long wake = anew ? nowMillis : before.wakeMillis(rule, nowMillis);
        ScheduleJournalEntry entry = ScheduleJournalEntry.specified(nowMillis, changeOrigin, spec, anchor);
        if (before.isPaused()) {
            return append(before, row(before.row(), InstanceStatus.SUSPENDED, cursor, InstanceRow.NEVER),
                    rule instanceof AfterRule ? entry.withWake(wake) : entry);
        }
        InstanceRow row = row(before.row(), InstanceStatus.WAITING, cursor, wake);
        return append(before, anew ? row.withErrorType(OccurrenceLossCount.NONE.text()) : row, entry);
    }

    /** Pauses a schedule; {@link CommitResult#FENCED} if it is no longer as it was. */
    Uni<CommitResult> pause(StoredSchedule before, ScheduleChangeOrigin changeOrigin, long nowMillis) {
        return append(before, row(before.row(), InstanceStatus.SUSPENDED, before.cursorMillis(), InstanceRow.NEVER),
                ScheduleJournalEntry.of(Kind.PAUSED, nowMillis, changeOrigin).withWake(before.keptWakeMillis()));
    }

    /**
     * Resumes a schedule: no occurrence of the pause is made up for. Occurrences that wait since before it still wait, if the policy
     * or jitter has them wait. As {@link #pause}.
     */
    Uni<CommitResult> resume(StoredSchedule before, ScheduleChangeOrigin changeOrigin, long nowMillis) {
        return append(before,
                row(before.row(), InstanceStatus.WAITING, before.resumedCursorMillis(nowMillis),
                        before.resumedWakeMillis(nowMillis)),
                ScheduleJournalEntry.of(Kind.RESUMED, nowMillis, changeOrigin));
    }

    /** Ends a schedule; as {@link #pause}. */
    Uni<CommitResult> delete(Claim before, ScheduleChangeOrigin changeOrigin, long nowMillis) {
        // Nodes with an earlier version of the definition must not make it again meanwhile.
        long keptMillis = changeOrigin.isDefinition() ? DEFINITION_KEPT_MILLIS : 0;
        return commit(row(before.row(), InstanceStatus.CANCELLED, nowMillis, InstanceRow.NEVER)
                .withKeepUntil(Math.max(1, nowMillis + keptMillis)), before.epoch(), before.entries(),
                ScheduleJournalEntry.of(Kind.DELETED, nowMillis, changeOrigin));
    }

    /** A row that no node owns. */
    private static InstanceRow row(InstanceRow row, InstanceStatus status, long cursorMillis, long wakeMillis) {
        return new InstanceRow(row.id(), row.workflow(), row.version(), status, row.createdAtMillis(), cursorMillis, wakeMillis,
                null, InstanceRow.NEVER, row.keys(), row.errorType());
    }

    /** The row after an evaluation, which no node owns. A paused schedule has no wake time. */
    static InstanceRow evaluated(InstanceRow row, ScheduleOutcome outcome) {
        return row(row, row.status(), outcome.cursorMillis(),
                row.status() == InstanceStatus.WAITING ? outcome.wakeMillis() : InstanceRow.NEVER)
                .withErrorType(lost(row).plus(outcome.lost()).text());
    }

    /**
     * Keeps the outcome of an evaluation in which a command has changed the schedule. All else stays as the command wrote it.
     *
     * @return {@link CommitResult#EXISTS} if nothing is to be kept: the command has specified another schedule, or another node goes on
     */
    Uni<CommitResult> keep(StoredSchedule evaluated, ScheduleOutcome outcome) {
        return load(evaluated.id()).chain(found -> {
            StoredSchedule changed = found.orElse(null);
            if (changed == null || changed.isEnded() || changed.row().owner() != null
                    || changed.cursorMillis() >= outcome.cursorMillis() || !changed.specified().equals(evaluated.specified())) {
                return Uni.createFrom().item(CommitResult.EXISTS);
            }
            ScheduleOutcome kept = new ScheduleOutcome(outcome.cursorMillis(), changed.row().wakeAtMillis(), outcome.lost(),
                    outcome.started());
            return write(evaluated(changed.row(), kept), changed.epoch(), changed.entries()).chain(
                    result -> result == CommitResult.FENCED ? keep(evaluated, outcome) : Uni.createFrom().item(result));
        });
    }

    /** The occurrences of a schedule since its creation that started no instance. */
    static OccurrenceLossCount lost(InstanceRow row) {
        return OccurrenceLossCount.of(row.errorType());
    }

    /** Writes a row without an entry. */
    Uni<CommitResult> write(InstanceRow row, long epoch, long entries) {
        return journal.commit(new InstanceWrite(row, epoch, entries, List.of()));
    }

    private Uni<CommitResult> append(StoredSchedule before, InstanceRow row, ScheduleJournalEntry entry) {
        return commit(row, before.epoch(), before.entries(), entry);
    }

    private Uni<CommitResult> commit(InstanceRow row, long epoch, long position, ScheduleJournalEntry entry) {
        return Uni.createFrom().deferred(() -> {
            byte[] sealed = seal.seal(ScheduleJournalEntryCodec.write(entry), new EntryPlace(row.id(), position));
            return journal.commit(new InstanceWrite(row, epoch, position, List.of(EncodedEntry.of(sealed))));
        });
    }
}
