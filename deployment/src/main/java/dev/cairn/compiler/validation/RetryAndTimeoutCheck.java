package dev.cairn.compiler.validation;

import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.RetryLimits;
import dev.cairn.definition.RetryPolicy;

/**
 * Checks timeouts and retry policies.
 */
final class RetryAndTimeoutCheck {

    private RetryAndTimeoutCheck() {}

    /** A timeout, or null for none. */
    static void timeout(DurationSpec timeout, ProblemCollector problems) {
        if (timeout != null && timeout.expression() == null && timeout.millis() == 0) {
            problems.error(ValidationErrorCodes.IMPOSSIBLE_LIMIT, timeout.location(),
                    "Nothing can be done within a timeout of zero",
                    "Allow more, or remove it.");
        }
    }

    static void retry(RetryPolicy retry, ProblemCollector problems) {
        RetryLimits limits = retry.limits();
        if (limits.maxAttempts() == null && limits.duration() == null) {
            problems.warning(ValidationErrorCodes.ENDLESS_RETRY, retry.location(), "The retry never gives up",
                    "Limit it with limit.attempt.count or limit.duration.");
        }
        if (limits.maxAttempts() != null && limits.maxAttempts() < 1) {
            problems.error(ValidationErrorCodes.IMPOSSIBLE_LIMIT, retry.location(),
                    "A retry of " + limits.maxAttempts() + " attempts is none", "Allow at least one, or remove the retry.");
        }
        timeout(limits.attemptDuration(), problems);
        timeout(limits.duration(), problems);
        DurationSpec from = retry.backoff().jitterFrom();
        DurationSpec to = retry.backoff().jitterTo();
        boolean known = from != null && to != null && from.expression() == null && to.expression() == null;
        if (known && from.millis() > to.millis()) {
            problems.error(ValidationErrorCodes.IMPOSSIBLE_LIMIT, from.location(), "The jitter ends before it begins",
                    "Swap \"from\" and \"to\".");
        }
    }
}
