package dev.cairn.event;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The types of the lifecycle events of the DSL that there are. */
public final class LifecycleEventTypes {

    /** Common prefix of all types. */
    public static final String PREFIX = "io.serverlessworkflow.";

    /** The event of an instance that has begun to listen. */
    public static final String CORRELATION_STARTED = "correlation-started";

    /** The event of an instance that has received all events that it listened for. */
    public static final String CORRELATION_COMPLETED = "correlation-completed";

    private static final String WORKFLOW = PREFIX + "workflow.";
    private static final String TASK = PREFIX + "task.";
    private static final String VERSION = ".v1";

    private static final Set<String> ALL = new TreeSet<>();
    static {
        for (String what : new String[] { "started", "suspended", "resumed", "cancelled", "faulted", "completed" }) {
            ALL.add(workflow(what));
            ALL.add(task(what));
        }
        ALL.add(workflow(CORRELATION_STARTED));
        ALL.add(workflow(CORRELATION_COMPLETED));
        ALL.add(task("created"));
        ALL.add(task("retried"));
    }

    private LifecycleEventTypes() {}

    /** The type of what instances tell, such as {@code started}. */
    public static String workflow(String what) {
        return WORKFLOW + what + VERSION;
    }

    /** The type of what tasks tell, such as {@code created}. */
    public static String task(String what) {
        return TASK + what + VERSION;
    }

    /** All of them, sorted. */
    public static Set<String> all() {
        return Collections.unmodifiableSet(ALL);
    }

    /** True for each of them. */
    public static boolean isOne(String type) {
        return ALL.contains(type);
    }

    /** True for those that follow from what becomes of tasks. */
    public static boolean needsTasks(String type) {
        return isOne(type) && (type.startsWith(TASK) || isOfCorrelation(type));
    }

    /** True for those of listening. */
    public static boolean isOfCorrelation(String type) {
        return type.equals(workflow(CORRELATION_STARTED)) || type.equals(workflow(CORRELATION_COMPLETED));
    }
}
