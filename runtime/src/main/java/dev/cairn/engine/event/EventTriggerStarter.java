package dev.cairn.engine.event;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.option.EventMarks;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.link.LinkedEventTrigger.CostlyFilterException;
import dev.cairn.spi.RequestFailureClassifier;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Starts an instance of each workflow whose {@code schedule.on} fits an event. The id of the instance follows from the workflow and
 * from the source and id of the event, so an event that is delivered again finds the instance of its first delivery. Thread-safe.
 */
final class EventTriggerStarter {

    private final NodeContext context;
    private final EventStartPort starter;
    private final EventTriggerIndex triggers;
    private final EventTriggerReports reports;

    EventTriggerStarter(NodeContext context, EventStartPort starter) {
        this.context = context;
        this.starter = starter;
        this.triggers = new EventTriggerIndex(context);
        this.reports = new EventTriggerReports(context);
    }

    /** The types of lifecycle events that start instances. */
    List<String> lifecycleTypes() {
        return triggers.lifecycleTypes();
    }

    /** False if no workflow wants events of this type. */
    boolean wants(JsonNode event) {
        return !triggers.find(event.path("type").asText()).isEmpty();
    }

    /**
     * Starts what an event starts, on this node.
     *
     * @return the number of instances that the event starts, now or in an earlier delivery, once each is durable, with the refusal
     *         of a workflow if one refuses the event for good. Fails with a {@link CairnException} that may pass
     */
    Promise<EventOfferResult> start(JsonPayload event) {
        List<InstalledProgram> programs = triggers.find(event.tree().path("type").asText());
        if (programs.isEmpty()) {
            return Promise.completed(EventOfferResult.NONE);
        }
        StartTally tally = new StartTally(programs.size());
        programs.forEach(program -> input(program, event.tree()).chain(input -> start(program, event.tree(), input))
                .subscribe().with(started -> tally.settled(started, null), failure -> tally.settled(0, failure)));
        return tally.done;
    }

    /** The input of the instance, or null if the event starts none. */
    private Uni<ArrayNode> input(InstalledProgram program, JsonNode event) {
        boolean named = LifecycleEventTypes.isOne(event.path("type").asText());
        return Uni.createFrom().item(() -> program.trigger().input(event, named, context.options().work().eventLoopBudget()))
                .onFailure(CostlyFilterException.class).recoverWithUni(() -> Uni.createFrom()
                        .item(() -> program.trigger().input(event, named, context.options().work().workerBudget()))
                        .runSubscriptionOn(context.pureWork().lane(program.program().workflow())::add))
                .onFailure(CostlyFilterException.class).recoverWithItem(() -> {
                    reports.tooCostly(program.program(), event);
                    return Optional.empty();
                }).map(input -> input.orElse(null));
    }

    private Uni<Integer> start(InstalledProgram program, JsonNode event, ArrayNode input) {
        if (input == null) {
            return Uni.createFrom().item(0);
        }
        return Uni.createFrom().deferred(() -> {
            String key = CloudEventJsonInspector.key(event);
            StartMetadata details = new StartMetadata(keys(program, key), null,
                    context.observers().engine().publisher(event));
            return starter.start(program, JsonPayload.of(input), InstanceIdGenerator.ofEvent(program.program().workflow(), key),
                    details).uni();
        })
                // Also keys that no row can have.
                .onFailure(failure -> failure instanceof IllegalArgumentException || RequestFailureClassifier.isFinal(failure))
                .transform(refusal -> {
                    EventInputException refused = new EventInputException(program.program().id(), event, refusal);
                    reports.refused(program.program(), refused);
                    return refused;
                }).invoke(start -> reports.started(program.program(), start.created())).replaceWith(1);
    }

    /** A definition of an earlier build may leave no room for the attribute. */
    private static SearchKeys keys(InstalledProgram program, String key) {
        boolean hasRoom = program.program().header().instances().attributes().size() < SearchKeys.MAX_ATTRIBUTES;
        return hasRoom
                ? new SearchKeys(null, Map.of(EventMarks.EVENT_ATTRIBUTE, EventMarks.value(key)))
                : SearchKeys.NONE;
    }

    /** Gathers the outcomes of the programs that an event may start. */
    private static final class StartTally {
        private final Promise<EventOfferResult> done = new Promise<>();
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicInteger pending;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final AtomicReference<EventInputException> refusal = new AtomicReference<>();

        StartTally(int programs) {
            this.pending = new AtomicInteger(programs);
        }

        /** @param reason null for none */
        void settled(int instances, Throwable reason) {
            started.addAndGet(instances);
            if (reason instanceof EventInputException refused) {
                refusal.compareAndSet(null, refused);
            } else if (reason != null) {
                failure.compareAndSet(null, reason);
            }
            if (pending.decrementAndGet() == 0) {
                done.settle(EventOfferResult.ofStarts(started.get(), refusal.get()), failure.get());
            }
        }
    }
}
