package dev.cairn.engine.schedule;

import dev.cairn.engine.node.NodeContext;

/**
 * The parts of the engine that evaluations of schedules use.
 *
 * @param context the node
 * @param programs the programs whose schedules it runs
 * @param occurrences knows the instances of schedules
 * @param starter starts them
 * @param reports tells of occurrences
 */
record ScheduleDependencies(NodeContext context, ScheduledPrograms programs, OccurrenceTracker occurrences,
        OccurrenceStarter starter, OccurrenceReporter reports) {}
