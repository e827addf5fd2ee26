package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets HTTP start a workflow: beside {@link Workflow} on a class. A Quarkus REST resource is generated while the application is
 * built; security annotations on the class are copied to it. A definition in YAML or JSON asks for the same with
 * {@code document.metadata.cairn.http.path}.
 *
 * <p>
 * {@code POST} starts an instance with the body as input. The answer is the output, or 202 with {@code Location} if the request
 * prefers that ({@code Prefer: respond-async}, RFC 7240) or the wait time is over.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface HttpTrigger {

    /** Absolute path, such as {@code /orders}. */
    String path();
}
