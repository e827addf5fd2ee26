package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a bean method a name by which definitions can call it: {@code call: reserveStock}.
 *
 * <p>
 * Parameters and result are the method's own types, converted from and to JSON. A parameter of type {@link CallContext} is given
 * the context of the call. A method runs where Quarkus REST would run it: one that returns a {@code Uni} or
 * {@code CompletionStage} on the event loop, any other on a worker thread, unless {@code @Blocking}, {@code @NonBlocking} or
 * {@code @RunOnVirtualThread} says otherwise.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface WorkflowFunction {

    /** The name; unique in the application. Empty: the name of the method. */
    String value() default "";
}
