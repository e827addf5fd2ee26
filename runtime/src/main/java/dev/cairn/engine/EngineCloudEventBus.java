package dev.cairn.engine;

import java.util.function.Consumer;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.EventBus;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.engine.audit.CommandAuditRecord;
import dev.cairn.engine.event.EventExceptionFactory;
import dev.cairn.engine.event.EventInputException;
import dev.cairn.engine.event.EventRouter;
import dev.cairn.engine.event.EventTraceInjector;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.event.CloudEventConverter;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.event.CloudEventSdk;
import dev.cairn.executor.TraceContext;
import dev.cairn.spi.EventSink;
import dev.cairn.value.ValueException;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.BackPressureStrategy;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * The {@link EventBus} of an engine in the same application: publishes CloudEvents, and gives watchers those that were
 * emitted.
 */
public final class EngineCloudEventBus implements EventBus {

    /** Maximum number of events that a watcher may be behind. */
    private static final int MAX_BEHIND = 1_024;
    private static final String SIGNAL_SOURCE = "urn:cairn:signal";

    private final EventRouter events;
    private final EngineObserver observer;

    /** The bus of an engine. */
    public EngineCloudEventBus(Engine engine) {
        this.events = engine.events();
        this.observer = engine.context().observers().engine();
    }

    /** As {@link CloudEventSdk#prepare}, for an application that builds events before it publishes any. */
    public static void prepare() {
        CloudEventSdk.prepare();
    }

    @Override
    public Uni<PublishResult> publish(CloudEvent event) {
        TraceContext caller = observer.caller();
        return Uni.createFrom().deferred(() -> events.publish(EventTraceInjector.in(caller, tree(event))));
    }

    /**
     * As {@link #publish(CloudEvent)}, with an origin for the line in the audit log.
     *
     * @param command the command's name in that line
     */
    public Uni<PublishResult> publish(CloudEvent event, String command, CommandOrigin origin) {
        return CommandAuditRecord.named(command, null, origin).told(publish(event), EventInputException.class::isInstance);
    }

    /**
     * An event from its JSON form.
     *
     * @throws RuntimeException if it is none; the message says why
     */
    public static CloudEvent event(JsonNode json) {
        return CloudEventConverter.of(json);
    }

    /** An event in canonical form; fails with a {@link dev.cairn.api.CairnException} if it has none. */
    static JsonNode tree(CloudEvent event) {
        try {
            return CloudEventConverter.tree(event);
        } catch (IllegalArgumentException | ValueException noEvent) {
            throw EventExceptionFactory.noEvent(event.getType(), event.getSource(), event.getId(), noEvent);
        }
    }

    /** From now on passes emitted events to another system. */
    public void addSink(EventSink sink) {
        events.addSink(sink);
    }

    /**
     * A signal as an event in canonical form; fails with a {@link dev.cairn.api.CairnException} if it is none.
     *
     * @param data canonical, or null
     */
    static JsonNode signal(String type, String id, JsonNode data) {
        return event(SIGNAL_SOURCE, type, id, data);
    }

    /** As {@link #signal}, for an event that is answered. */
    static JsonNode update(String type, String id, JsonNode data) {
        return event(CloudEventJsonInspector.UPDATE_SOURCE, type, id, data);
    }

    private static JsonNode event(String source, String type, String id, JsonNode data) {
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("specversion", CloudEventJsonInspector.VERSION)
                .put("id", id)
                .put("source", source).put("type", type);
        if (data != null) {
            event.put("datacontenttype", "application/json").set(CloudEventJsonInspector.DATA, data);
        }
        String problem = CloudEventJsonInspector.problem(event);
        if (problem != null) {
            throw EventExceptionFactory.noEvent(type, source, id, new IllegalArgumentException(problem));
        }
        return event;
    }

    @Override
    public Cancellable onEmitted(Function<CloudEvent, Uni<Void>> consumer) {
        return events.onEmitted(consumer);
    }

    @Override
    public Multi<CloudEvent> emitted() {
        return watching(watcher -> events.onEmitted(event -> Uni.createFrom().voidItem().invoke(() -> watcher.accept(event))));
    }

    @Override
    public Multi<CloudEvent> lifecycle() {
        return watching(events.lifecycle()::watch);
    }

    @Override
    public Multi<CloudEvent> taskLifecycle() {
        return watching(events.lifecycle()::watchTasks);
    }

    private static Multi<CloudEvent> watching(Function<Consumer<CloudEvent>, Cancellable> watch) {
        return Multi.createFrom().<CloudEvent>emitter(emitter -> emitter.onTermination(watch.apply(emitter::emit)::cancel),
                BackPressureStrategy.IGNORE).onOverflow().buffer(MAX_BEHIND);
    }
}
