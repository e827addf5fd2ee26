package dev.cairn.executor;

import dev.cairn.api.WorkflowError;

/**
 * That a retry policy was asked about an error.
 *
 * @param error names the task that failed
 * @param attempts how many were made so far
 * @param again true if it is tried again, false if it is given up
 */
public record RetryNote(WorkflowError error, long attempts, boolean again) {}
