package dev.cairn.executor;

import dev.cairn.api.WorkflowError;

/**
 * The decision of a retry policy about an error.
 *
 * @param error names the task that failed
 * @param attempts number of attempts so far
 * @param again true for another attempt, false if the task is given up
 */
public record RetryDecisionNotice(WorkflowError error, long attempts, boolean again) {}
