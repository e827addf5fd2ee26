package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls the method of a {@link WorkflowTask} again when it fails. Waiting takes no thread, and goes on after a restart.
 *
 * <pre>{@code
 * @WorkflowTask(order = 2)
 * @RetryOnError(attempts = 5, delay = "PT1S", backoff = Backoff.EXPONENTIAL, status = 503)
 * Receipt pay(Order order) { … }
 * }</pre>
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RetryOnError {

    /** Growth of the delay from retry to retry: the same, n times, 2 to the power of n-1 times. */
    enum Backoff {
        CONSTANT,
        LINEAR,
        EXPONENTIAL
    }

    /** Maximum number of retries, not counting the first call; at least 1. */
    int attempts();

    /** Delay before the first retry: an ISO 8601 duration. */
    String delay() default "PT1S";

    /** Growth of the delay. */
    Backoff backoff() default Backoff.EXPONENTIAL;

    /** Maximum random addition to each delay, so that instances do not retry all at once: an ISO 8601 duration. */
    String jitter() default "PT0S";

    /** Retries errors of this status only; 0 for all. */
    int status() default 0;

    /** Retries errors of this type only, a URI; empty for all. */
    String type() default "";
}
