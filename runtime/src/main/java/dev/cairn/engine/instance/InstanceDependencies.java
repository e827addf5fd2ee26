package dev.cairn.engine.instance;

import dev.cairn.engine.audit.CostlyEventFilterLog;
import dev.cairn.engine.node.NodeContext;

/**
 * The parts of a node that its instances depend on, the same for all of them.
 *
 * @param context the node
 * @param lifecycle is told of changes of instances and tasks
 * @param listeners index of the instances that listen
 * @param costlyFilters reports filters that take too long
 * @param performers perform the effects that the engine makes itself
 */
public record InstanceDependencies(NodeContext context, LifecycleNotifier lifecycle, ListenerIndex listeners,
        CostlyEventFilterLog costlyFilters, BuiltInPerformers performers) {}
