package dev.cairn.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class that defines a workflow in Java. Either the class has exactly one static method without parameters that returns a
 * {@code dev.cairn.fluent.Flow}; it is called while the application is built, never when it runs. Or it is a bean that has methods
 * annotated {@link WorkflowTask}.
 *
 * <pre>{@code
 * @Workflow(name = "greeting")
 * class Greeting {
 *     static Flow define() {
 *         return flow(call("greet", Greeter::greet));
 *     }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Workflow {

    /** Name of the definition; a DNS label: letters, digits and hyphens, at most 63. */
    String name();

    /** Version of the definition; a semantic version. */
    String version() default "1.0.0";

    /** Namespace of the definition; a DNS label. */
    String namespace() default "default";

    /** A title for people; empty for none. */
    String title() default "";

    /** A summary for people; empty for none. */
    String summary() default "";

    /**
     * Maximum number of instances under way at a time, unless the configuration sets another; 0 for no limit. A start beyond
     * the limit is durable, and begins when others have ended: the oldest first.
     */
    int concurrency() default 0;

    /** Times at which instances are started; by default none. */
    WorkflowSchedule schedule() default @WorkflowSchedule;
}
