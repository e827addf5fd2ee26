package dev.cairn.integrations.messaging.config;

/** The things that have lifecycle events. */
public enum LifecycleSubject {
    /** Instances of workflows. */
    WORKFLOW,
    /** Tasks of instances. */
    TASK
}
