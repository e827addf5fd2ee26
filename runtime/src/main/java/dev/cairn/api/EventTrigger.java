package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets events start a workflow: beside {@link Workflow} on a class. Each event that fits starts an instance, whose input is an array with
 * the data of the event. A definition in YAML or JSON says the same with {@code schedule.on}, a flow with
 * {@link dev.cairn.fluent.Flow#schedule}. Both also start an instance for several events, which this annotation does not.
 *
 * <pre>{@code
 * @Workflow(name = "packing")
 * @EventTrigger(type = "shop.order.placed")
 * class Packing {
 *     @WorkflowTask(order = 10)
 *     String pack(List<Order> placed) { … }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface EventTrigger {

    /** The types of events that start an instance; each is a text, which may be a regular expression for the whole type. */
    String[] type();

    /** The source that the events have to have, as text or regular expression; empty for any. */
    String source() default "";

    /** The channel that brings the events: messages of it are published. Empty if other code publishes them. */
    String channel() default "";

    /** True if the input has the whole event with its attributes instead of its data. */
    boolean envelope() default false;
}
