package dev.cairn.engine.schedule;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.api.InstanceView;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.operation.CommandRouter;
import dev.cairn.engine.port.OperatorCommandKind;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** Remembers the instances of schedules for a store that keeps nothing. */
final class MemoryOccurrenceTracker implements OccurrenceTracker {

    private final InstanceRegistry table;
    private final CommandRouter operations;
    /** Ids of instances by schedule, of which some may have ended. */
    private final Map<String, Set<String>> started = new ConcurrentHashMap<>();

    MemoryOccurrenceTracker(InstanceRegistry table, CommandRouter operations) {
        this.table = table;
        this.operations = operations;
    }

    @Override
    public void started(String scheduleId, String instanceId) {
        running(scheduleId);
        started.computeIfAbsent(scheduleId, any -> ConcurrentHashMap.newKeySet()).add(instanceId);
    }

    private List<String> running(String scheduleId) {
        Set<String> ids = started.getOrDefault(scheduleId, Set.of());
        ids.stream().filter(id -> !table.isLive(id)).toList().forEach(ids::remove);
        return List.copyOf(ids);
    }

    @Override
    public Uni<Boolean> isBusy(String scheduleId, String workflow) {
        return Uni.createFrom().item(() -> !running(scheduleId).isEmpty());
    }

    @Override
    public Uni<OccurrenceStatus> run(String instanceId) {
        return Uni.createFrom().item(() -> {
            if (table.isLive(instanceId)) {
                return OccurrenceStatus.RUNNING;
            }
            InstanceView ended = table.ended(instanceId);
            return ended == null ? OccurrenceStatus.GONE : OccurrenceStatus.ended(ended.endedAt().toEpochMilli());
        });
    }

    @Override
    public Uni<Void> cancel(String scheduleId, String workflow, String except) {
        return Multi.createFrom().items(() -> running(scheduleId).stream().filter(id -> !id.equals(except))).onItem()
                .transformToUniAndConcatenate(id -> operations
                        .command(id, new OperatorCommand(OperatorCommandKind.CANCEL, null))
                        .onFailure(StoredOccurrenceTracker::isOver)
                        .recoverWithNull())
                .collect().last().replaceWithVoid();
    }
}
