package dev.cairn.engine.event.gather;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.RequestFailureClassifier;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * Ends sets of events. The order is that of durable steps, and each may be repeated by any node: the instance is started, its id follows
 * from the events of the set; the events are remembered; the set ends. Thread-safe.
 */
final class EventSetFinisher {

    private static final String ID_PREFIX = "$set ";
    private static final List<InstanceStatus> OUTCOMES = List.of(InstanceStatus.COMPLETED, InstanceStatus.FAULTED,
            InstanceStatus.CANCELLED);

    private final NodeContext context;
    private final EventSetStartPort starter;
    private final EventSetRows rows;
    private final EventSetQuota quota;
    private final EventSetReports reports;

    EventSetFinisher(NodeContext context, EventSetStartPort starter, EventSetRows rows, EventSetQuota quota,
            EventSetReports reports) {
        this.context = context;
        this.starter = starter;
        this.rows = rows;
        this.quota = quota;
        this.reports = reports;
    }

    /**
     * Starts the instance of a complete set, and ends the set.
     *
     * @return 1 once that is durable. Fails with {@link dev.cairn.api.CairnException}; if the workflow refuses the input for good, the set
     *         has ended
     */
    Uni<Integer> finish(InstalledProgram program, EventSetState set) {
        JsonNode last = set.items().get(set.items().size() - 1).attributes();
        // The last event may have started another instance: with an earlier version of the workflow, or in a set that is forgotten.
        String id = InstanceIdGenerator.ofEvent(ID_PREFIX + set.eventsHash() + " of " + set.workflow(),
                CloudEventJsonInspector.key(last));
        return starter.start(program, last, set.values(), id)
                .onFailure(RequestFailureClassifier::isFinal)
                .recoverWithUni(refusal -> end(program, set).chain(() -> Uni.createFrom().failure(refusal)))
                .call(() -> end(program, set));
    }

    private Uni<CommitResult> end(InstalledProgram program, EventSetState set) {
        long now = context.time().millis();
        // The outcome of the instance is not known yet.
        long untilMillis = OUTCOMES.stream()
                .mapToLong(outcome -> context.options().keepUntilMillis(program.program(), outcome, now)).max().getAsLong();
        return rows.count(set, untilMillis).chain(() -> rows.end(set)).invoke(this::released);
    }

    /** Ends a set for which no more events come. */
    Uni<Void> expire(EventSetState set) {
        return rows.count(set, 0).chain(() -> rows.expire(set)).invoke(result -> {
            released(result);
            if (result == CommitResult.COMMITTED && !set.items().isEmpty()) {
                reports.expired(set);
            }
        }).replaceWithVoid();
    }

    private void released(CommitResult result) {
        if (result == CommitResult.COMMITTED) {
            quota.release();
        }
    }
}
