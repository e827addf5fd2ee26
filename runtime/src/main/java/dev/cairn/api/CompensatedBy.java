package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the method that undoes the method of a {@link WorkflowTask}. When a later task fails, the compensations of the tasks
 * before it are called in reverse order, each with the output of its task; then the instance fails with the error. Each is a
 * call like any other: journaled, and never made again once it has been answered. A failing compensation does not keep the ones
 * before it from being called; its error becomes the error of the instance.
 *
 * <p>
 * The task that fails is not compensated: its progress is unknown. An instance that is cancelled by
 * {@link InstanceHandle#cancelAndCompensate()} is compensated as if the task under way had failed.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CompensatedBy {

    /** A method of the same class, which is no task. It takes the output of the task. */
    String value();
}
