package dev.cairn.engine.event;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.gather.DueEventSets;
import dev.cairn.engine.event.gather.EventGatherer;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.option.EventMarks;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.link.LinkedEventTrigger.CostlyFilterException;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.RequestFailureClassifier;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Starts an instance of each workflow whose {@code schedule.on} fits an event, or takes the event into a set that starts one. The id of
 * the instance follows from the workflow and from the source and id of the event, so an event that is delivered again finds the instance
 * of its first delivery. Thread-safe.
 */
final class EventTriggerStarter {

    private final NodeContext context;
    private final EventStartPort starter;
    private final EventTriggerIndex triggers;
    private final EventTriggerReports reports;
    private final EventGatherer gatherer;

    EventTriggerStarter(NodeContext context, InstanceStore store, EventStartPort starter, DueEventSets.ClaimPort claims) {
        this.context = context;
        this.starter = starter;
        this.triggers = new EventTriggerIndex(context);
        this.reports = new EventTriggerReports(context);
        this.gatherer = new EventGatherer(context, store, this::start, claims);
    }

    /** Looks at sets of events that are due. */
    DueEventSets dueSets() {
        return gatherer.due();
    }

    /** The types of lifecycle events that start instances. */
    List<String> lifecycleTypes() {
        return triggers.lifecycleTypes();
    }

    /** False if no workflow wants events of this type. */
    boolean wants(JsonNode event) {
        return !programs(event).isEmpty();
    }

    private List<InstalledProgram> programs(JsonNode event) {
        return triggers.find(event.path("type").asText());
    }

    /**
     * Starts what an event alone starts, on this node.
     *
     * @return the number of instances that the event starts, now or in an earlier delivery, once each is durable, with the refusal
     *         of a workflow if one refuses the event for good. Fails with a {@link CairnException} that may pass
     */
    Promise<EventOfferResult> start(JsonPayload event) {
        return forEach(event, program -> program.trigger().set() == null, program -> start(program, event.tree()));
    }

    /**
     * Takes an event into the sets that want it, on this node. To be called once the event was delivered: an instance that a set starts
     * must not receive an event of the set.
     *
     * @return the number of sets that have the event, now or since an earlier delivery, once that is durable. As {@link #start}
     */
    Promise<EventOfferResult> gather(JsonPayload event) {
        return forEach(event, program -> program.trigger().set() != null, program -> gather(program, event));
    }

    private Promise<EventOfferResult> forEach(JsonPayload event, Predicate<InstalledProgram> kind,
            Function<InstalledProgram, Uni<Integer>> start) {
        List<InstalledProgram> programs = programs(event.tree()).stream().filter(kind).toList();
        if (programs.isEmpty()) {
            return Promise.completed(EventOfferResult.NONE);
        }
        StartTally tally = new StartTally(programs.size());
        programs.forEach(program -> start.apply(program).onFailure(EventTriggerStarter::isRefusal)
                .transform(refusal -> refused(program, event.tree(), refusal)).subscribe()
                .with(started -> tally.settled(started, null), failure -> tally.settled(0, failure)));
        return tally.done;
    }

    private Uni<Integer> start(InstalledProgram program, JsonNode event) {
        return evaluated(program, event, (named, budget) -> program.trigger().input(event, named, budget)).chain(
                input -> input.isEmpty() ? Uni.createFrom().item(0)
                        : start(program, event, input.get(),
                                InstanceIdGenerator.ofEvent(program.program().workflow(), CloudEventJsonInspector.key(event))));
    }

    private Uni<Integer> gather(InstalledProgram program, JsonPayload event) {
        return evaluated(program, event.tree(), (named, budget) -> program.trigger().set().match(event.tree(), named, budget))
                .chain(match -> match.isEmpty() ? Uni.createFrom().item(0) : gatherer.gather(program, event, match.get()));
    }

    /** The result of the filters for an event; empty if it fits none. */
    private <T> Uni<Optional<T>> evaluated(InstalledProgram program, JsonNode event, FilterEvaluation<T> filters) {
        boolean named = LifecycleEventTypes.isOne(event.path("type").asText());
        return Uni.createFrom().item(() -> filters.evaluate(named, context.options().work().eventLoopBudget()))
                .onFailure(CostlyFilterException.class).recoverWithUni(() -> Uni.createFrom()
                        .item(() -> filters.evaluate(named, context.options().work().workerBudget()))
                        .runSubscriptionOn(context.pureWork().lane(program.program().workflow())::add))
                .onFailure(CostlyFilterException.class).recoverWithItem(() -> {
                    reports.tooCostly(program.program(), event);
                    return Optional.empty();
                });
    }

    private Uni<Integer> start(InstalledProgram program, JsonNode event, ArrayNode input, String id) {
        return Uni.createFrom().deferred(() -> {
            StartMetadata details = new StartMetadata(keys(program, CloudEventJsonInspector.key(event)), null,
                    context.observers().engine().publisher(event));
            return starter.start(program, JsonPayload.of(input), id, details).uni();
        }).onFailure(EventTriggerStarter::isRefusal).transform(refusal -> refused(program, event, refusal))
                .invoke(start -> reports.started(program.program(), start.created())).replaceWith(1);
    }

    /** Also keys that no row can have. */
    private static boolean isRefusal(Throwable failure) {
        return !(failure instanceof EventInputException)
                && (failure instanceof IllegalArgumentException || RequestFailureClassifier.isFinal(failure));
    }

    private EventInputException refused(InstalledProgram program, JsonNode event, Throwable refusal) {
        EventInputException refused = new EventInputException(program.program().id(), event, refusal);
        reports.refused(program.program(), refused);
        return refused;
    }

    /** Evaluates the filters of a program. */
    @FunctionalInterface
    private interface FilterEvaluation<T> {

        Optional<T> evaluate(boolean named, int budget);
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
