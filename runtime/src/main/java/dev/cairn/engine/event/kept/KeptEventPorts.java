package dev.cairn.engine.event.kept;

import java.util.function.BiFunction;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.EventReceivingInstance;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceStore;
import dev.cairn.value.JsonPayload;

/**
 * The parts of the engine that keeping events uses.
 *
 * @param context the node
 * @param store the store of instances
 * @param table the instances of the node
 * @param listeners the instances that listen
 * @param offer offers a published event to an instance in memory
 * @param send sends an event to an instance in memory; fails with {@link dev.cairn.api.CairnException} if it refuses the event
 * @param sendAnywhere sends an event to an instance, which it may bring into memory; fails as {@code send} does
 */
public record KeptEventPorts(NodeContext context, InstanceStore store, InstanceRegistry table, ListenerIndex listeners,
        BiFunction<EventReceivingInstance, JsonPayload, Promise<EventReach>> offer,
        BiFunction<String, JsonPayload, Promise<Void>> send,
        BiFunction<String, JsonPayload, Promise<Void>> sendAnywhere) {

    /** True if events of a type find an instance. */
    boolean listens(EventReceivingInstance instance, String type) {
        return listeners.isListening(instance, type);
    }
}
