package dev.cairn.engine.instance;

import dev.cairn.engine.audit.CostlyFilterLog;
import dev.cairn.engine.node.NodeContext;

/**
 * The services of the node that an instance uses, the same for all instances of a node.
 *
 * @param context the node
 * @param lifecycle is told of changes of instances and tasks
 * @param listeners index of the instances that listen
 * @param costlyFilters reports filters that take too long
 * @param performers perform the effects that the engine makes itself
 */
public record NodeServices(NodeContext context, LifecycleNotifier lifecycle, ListenerIndex listeners,
        CostlyFilterLog costlyFilters, BuiltInPerformers performers) {}
