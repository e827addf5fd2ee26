package dev.cairn.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Starts instances of a workflow at times: {@link Workflow#schedule()}. At least one of {@link #cron()}, {@link #every()} and
 * {@link #after()} is given; each is a schedule of its own, and the other settings apply to all of them.
 *
 * <pre>{@code
 * @Workflow(name = "report", schedule = @WorkflowSchedule(cron = "0 8 * * MON-FRI", zone = "Europe/Berlin"))
 * }</pre>
 */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface WorkflowSchedule {

    /** A cron expression: five fields, six with the second first, or a macro such as {@code @daily}; empty for none. */
    String cron() default "";

    /** A period as ISO 8601 duration such as {@code PT15M}, whether or not earlier instances have ended; empty for none. */
    String every() default "";

    /** A delay after the end of the last instance, as ISO 8601 duration such as {@code PT15M}; empty for none. */
    String after() default "";

    /** Time zone of {@link #cron()}, such as {@code Europe/Berlin}; empty for UTC. */
    String zone() default "";

    /** Behaviour when a schedule is due while an instance of it has not ended. */
    OverlapPolicy overlap() default OverlapPolicy.ALLOW;

    /** Behaviour for occurrences that nothing could start in time. Must not be given beside an overlap that buffers. */
    MissedPolicy missed() default MissedPolicy.FIRE_ONCE;

    /** Maximum number of missed occurrences that {@link MissedPolicy#FIRE_ALL} starts, from 1 to 10,000. */
    int maxMissed() default 100;

    /** Each occurrence is delayed by less than this ISO 8601 duration; empty for no delay. */
    String jitter() default "";
}
