package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a {@link Workflow} bean a task of that workflow. The methods are called one after another, in their stated
 * order; the result of each is the argument of the next. A workflow has tasks as methods, or a static method that returns a
 * {@code Flow}, not both.
 *
 * <p>
 * A method takes at most one argument, and optionally a {@link CallContext} after it. It runs on the thread that
 * {@link WorkflowFunction} describes, and again with the same idempotency key if the application ends while it runs.
 *
 * <pre>{@code
 * @ApplicationScoped
 * @Workflow(name = "orders")
 * class Orders {
 *     @WorkflowTask(order = 1)
 *     @CompensatedBy("release")
 *     Reservation reserve(Order order) { … }
 *
 *     @WorkflowTask(order = 2, timeout = "PT30S")
 *     @RetryOnError(attempts = 5, delay = "PT1S")
 *     Receipt pay(Reservation reservation) { … }
 *
 *     void release(Reservation reservation) { … }
 * }
 * }</pre>
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface WorkflowTask {

    /** Position among the tasks: the lowest comes first. No two methods of a class have the same. */
    int order();

    /** Name of the task; empty for the name of the method. */
    String name() default "";

    /** A jq expression on the input: if it does not hold, the task is skipped and its input passes through. Empty for none. */
    String condition() default "";

    /**
     * Maximum duration of a call, for each attempt separately: an ISO 8601 duration. A longer call is a timeout error. Empty
     * for none.
     */
    String timeout() default "";
}
