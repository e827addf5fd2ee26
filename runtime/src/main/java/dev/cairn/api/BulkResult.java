package dev.cairn.api;

import java.util.List;

/**
 * What became of something that many instances were asked for.
 *
 * @param done how many did it, or had done it before
 * @param failed how many did not
 * @param failures the first of those, at most {@value #MOST_FAILURES}
 */
public record BulkResult(long done, long failed, List<Failure> failures) {

    /** The most failures that are told one by one. */
    public static final int MOST_FAILURES = 20;

    public BulkResult {
        failures = List.copyOf(failures);
    }

    /**
     * An instance that did not do it.
     *
     * @param instanceId which
     * @param cause why
     */
    public record Failure(String instanceId, CairnException cause) {}
}
