package dev.cairn.engine.schedule;

/** Reasons why a node starts no occurrences of a schedule that is not paused. */
public enum ScheduleObstacle {
    /** The application does not have the workflow. */
    MISSING_WORKFLOW,
    /** A newer version of the workflow than the application has stated the schedule. */
    NEWER_VERSION,
    /** The configuration turns the schedules of the workflow off. */
    CONFIGURATION
}
