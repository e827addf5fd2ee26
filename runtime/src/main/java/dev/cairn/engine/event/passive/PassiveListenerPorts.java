package dev.cairn.engine.event.passive;

import java.util.function.BiFunction;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceStore;
import dev.cairn.value.JsonPayload;

/**
 * The parts of the engine that passive listeners use.
 *
 * @param context the node
 * @param store the store of instances
 * @param instances the instances of the node
 * @param listeners the instances in memory that listen
 * @param send brings an event to an instance on any node, which takes it once; fails with {@link dev.cairn.api.CairnException} if the
 *        instance refuses it
 */
public record PassiveListenerPorts(NodeContext context, InstanceStore store, InstanceRegistry instances,
        ListenerIndex listeners,
        BiFunction<String, JsonPayload, Promise<Void>> send) {}
