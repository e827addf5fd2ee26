package dev.cairn.engine.schedule;

import dev.cairn.engine.node.NodeContext;

/**
 * The parts of the engine that looks at schedules use.
 *
 * @param context the node
 * @param runs knows the instances of schedules
 * @param starter starts them
 * @param reports tells of occurrences
 */
record SchedulePorts(NodeContext context, OccurrenceRuns runs, OccurrenceStarter starter, ScheduleReports reports) {}
