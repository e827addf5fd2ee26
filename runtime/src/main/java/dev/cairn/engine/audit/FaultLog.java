package dev.cairn.engine.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.executor.TraceContext;
import dev.cairn.executor.TransitionResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.time.TimerService;

/**
 * Logs failing instances, with task and cause. The facts of a line are also in the mapped diagnostic context while it is
 * written, under stable names. The lines of a workflow are limited per second; a further line counts those that were left out.
 * Thread-safe.
 */
public final class FaultLog {

    /** Category of the log. */
    public static final String CATEGORY = "dev.cairn.fault";
    /** Lines that a workflow has in a second, of each kind. */
    public static final int MAX_LINES = 10;
    public static final long WINDOW_MILLIS = 1_000;

    private static final Logger LOG = Logger.getLogger(CATEGORY);

    private final TimerService timers;
    private final boolean keepsState;
    /** Number of faults in the current second, by kind and workflow. */
    private final ConcurrentMap<String, Integer> linesByWorkflow = new ConcurrentHashMap<>();

    /** @param keepsState true if the store keeps the state that a retry needs */
    public FaultLog(TimerService timers, boolean keepsState) {
        this.timers = timers;
        this.keepsState = keepsState;
    }

    /**
     * An instance has come to a step, durably.
     *
     * @param ended the end that it reached just now, or null
     * @param notes notes of retry policies on the way
     * @param trace trace position of the instance, or null
     */
    public void became(InstanceRow row, TransitionResult step, Ended ended, List<RetryDecisionNotice> notes,
            TraceContext trace) {
        WorkflowError error = ended == null ? null : ended.error();
        String traceId = trace == null ? null : trace.traceId();
        if (error != null && ended.status() == InstanceStatus.CANCELLED) {
            say(Level.WARN, "not compensated", "CAIRN-0489: Instance was cancelled and a compensation failed",
                    "Check what it has not undone.", new Fault(row, error, 0, traceId), null);
        } else if (error != null) {
            TransitionResult.Faulted fault = step instanceof TransitionResult.Faulted faulted ? faulted
                    : new TransitionResult.Faulted(error, 0);
            error = fault.error();
            say(Level.WARN, "faulted", "CAIRN-0486: Instance faulted",
                    keepsState && !isOurs(error) ? "Mend the cause, then retry the instance." : "",
                    new Fault(row, error, fault.attempts(), traceId), null);
        }
        for (RetryDecisionNotice note : notes) {
            retried(new Fault(row, note.error(), note.attempts(), traceId), note.again(), error);
        }
    }

    private void retried(Fault fault, boolean again, WorkflowError linesByWorkflow) {
        if (again) {
            if (LOG.isDebugEnabled()) {
                say(Level.DEBUG, "tried again", "Trying again", "", fault, null);
            }
        } else if (!fault.error.equals(linesByWorkflow)) {
            say(Level.WARN, "given up", "CAIRN-0487: Retries are used up", "A catch of the workflow handles the error.", fault,
                    null);
        }
    }

    /**
     * An instance is parked.
     *
     * @param traceId its distributed trace, or null
     * @param cause is told with its stack trace if it is not null: something is wrong in the application or in Cairn
     */
    public void parked(InstanceRow row, WorkflowError reason, String traceId, String next, Throwable cause) {
        say(Level.WARN, "parked", "CAIRN-0423: Parked instance", next, new Fault(row, reason, 0, traceId), cause);
    }

    private static Map<String, String> fields(Fault fault) {
        InstanceRow row = fault.row;
        WorkflowError error = fault.error;
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("workflow", row.workflow());
        fields.put("version", row.version());
        fields.put("instance", row.id());
        fields.put("businessKey", row.keys().businessKey());
        fields.put("task", error.instance());
        fields.put("error.type", error.type());
        fields.put("error.status", Integer.toString(error.status()));
        fields.put("error.title", error.title());
        fields.put("error.detail", error.detail());
        fields.put("attempts", fault.attempts == 0 ? null : Long.toString(fault.attempts));
        fields.put("traceId", fault.traceId);
        fields.values().removeIf(Objects::isNull);
        fields.replaceAll((name, value) -> StructuredLogWriter.brief(value));
        return fields;
    }

    private static String text(WorkflowError error, String next) {
        String title = error.title() == null ? "no title" : StructuredLogWriter.brief(error.title());
        String text = error.detail() == null ? title : title + ": " + StructuredLogWriter.brief(error.detail());
        return next.isEmpty() ? text : text.endsWith(".") ? text + " " + next : text + ". " + next;
    }

    /** True if Cairn found the error itself: its text ends with advice of its own. */
    private static boolean isOurs(WorkflowError error) {
        return error.detail() != null && error.detail().startsWith("CAIRN-");
    }

    private void say(Level level, String kind, String what, String next, Fault fault, Throwable cause) {
        try {
            if (mayTell(level, kind, fault.row.workflow())) {
                tell(level, what, next, fault, cause);
            }
        } catch (RuntimeException | Error untold) {
            // Memory may be exhausted. The change is durable, and the instance must not stall because of a log line.
        }
    }

    private boolean mayTell(Level level, String kind, String workflow) {
        String window = kind + " " + workflow;
        int count = linesByWorkflow.merge(window, 1, Integer::sum);
        if (count == 1) {
            try {
                timers.after(WINDOW_MILLIS, () -> sum(level, kind, workflow, linesByWorkflow.remove(window)));
            } catch (RuntimeException | Error noTimer) {
                // The next line begins a second of its own.
                linesByWorkflow.remove(window);
            }
        }
        return count <= MAX_LINES;
    }

    private static void tell(Level level, String what, String next, Fault fault, Throwable cause) {
        Map<String, String> fields = fields(fault);
        String details = StructuredLogWriter.details(fields, FaultLog::isInLine);
        StructuredLogWriter.write(LOG, level, what + " [" + details + "]: " + text(fault.error, next), fields, cause);
    }

    /** Title and detail end the line. */
    private static boolean isInLine(String field) {
        return !field.equals("error.title") && !field.equals("error.detail");
    }

    private static void sum(Level level, String kind, String workflow, int count) {
        if (count > MAX_LINES) {
            LOG.logf(level, "CAIRN-0488: More instances of a workflow failed than the log has lines for [workflow=%s, kind=%s,"
                    + " left out=%d, within=%d ms].", workflow, kind, count - MAX_LINES, WINDOW_MILLIS);
        }
    }

    /**
     * The facts of a line.
     *
     * @param attempts number of attempts, or 0
     * @param traceId of the distributed trace, or null
     */
    private record Fault(InstanceRow row, WorkflowError error, long attempts, String traceId) {}
}
