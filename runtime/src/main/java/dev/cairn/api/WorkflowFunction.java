package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names a bean method so that definitions can call it: {@code call: reserveStock}.
 *
 * <p>
 * Parameters and result are the method's own types, converted from and to JSON. A parameter of type {@link CallContext}
 * receives the context of the call. The method runs on the thread that Quarkus REST would choose. A method that returns a
 * {@code Uni} or {@code CompletionStage} runs on the event loop, any other on a worker thread. {@code @Blocking},
 * {@code @NonBlocking} and {@code @RunOnVirtualThread} override this.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface WorkflowFunction {

    /** The name; unique in the application. Empty: the name of the method. */
    String value() default "";
}
