package dev.cairn.engine.schedule;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.operation.CommandRouter;
import dev.cairn.engine.operation.NonEmptyPageSearch;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** Finds the instances of schedules in the store, wherever they run. */
final class StoredOccurrenceTracker implements OccurrenceTracker {

    private static final Set<InstanceStatus> NOT_ENDED = EnumSet.range(InstanceStatus.PENDING, InstanceStatus.SUSPENDED);
    private static final int PAGE = 100;

    private final InstanceStore store;
    private final CommandRouter operations;

    StoredOccurrenceTracker(InstanceStore store, CommandRouter operations) {
        this.store = store;
        this.operations = operations;
    }

    @Override
    public Uni<Boolean> isBusy(String scheduleId, String workflow) {
        return find(query(scheduleId, workflow, 1)).map(page -> !page.rows().isEmpty());
    }

    private static InstanceQuery query(String scheduleId, String workflow, int limit) {
        return InstanceQuery.all(limit).withWorkflow(workflow).withStatuses(NOT_ENDED)
                .withKeys(new SearchKeys(null, Map.of(ScheduleRowMarkers.SCHEDULE_ATTRIBUTE, scheduleId)));
    }

    /** An instance behind any number of empty pages counts: another one must not be started beside it. */
    private Uni<InstancePage> find(InstanceQuery query) {
        return Uni.createFrom().deferred(() -> NonEmptyPageSearch.find(store, query, Integer.MAX_VALUE));
    }

    @Override
    public Uni<OccurrenceStatus> run(String instanceId) {
        return Uni.createFrom().deferred(() -> store.row(instanceId)).map(found -> found.map(
                row -> row.status().ended() ? OccurrenceStatus.ended(row.endedAtMillis()) : OccurrenceStatus.RUNNING)
                .orElse(OccurrenceStatus.GONE));
    }

    @Override
    public Uni<Void> cancel(String scheduleId, String workflow, String except) {
        InstanceQuery query = query(scheduleId, workflow, PAGE);
        return find(query).chain(page -> cancel(page, query, except));
    }

    private Uni<Void> cancel(InstancePage page, InstanceQuery query, String except) {
        List<String> others = page.rows().stream().map(InstanceRow::id).filter(id -> !id.equals(except)).toList();
        Uni<Void> cancelled = Multi.createFrom().iterable(others).onItem().transformToUniAndConcatenate(this::cancel).collect()
                .last().replaceWithVoid();
        return page.next() == null ? cancelled
                : cancelled.chain(any -> find(query.withCursor(page.next()))).chain(next -> cancel(next, query, except));
    }

    private Uni<Void> cancel(String id) {
        return operations.command(id, new OperatorCommand(OperatorCommandKind.CANCEL, null))
                .onFailure(StoredOccurrenceTracker::isOver)
                .recoverWithNull();
    }

    static boolean isOver(Throwable failure) {
        return failure instanceof CairnException refused
                && (refused.reason() == Reason.WRONG_PHASE || refused.reason() == Reason.UNKNOWN_INSTANCE);
    }
}
