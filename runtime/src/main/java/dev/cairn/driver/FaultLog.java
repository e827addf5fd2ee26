package dev.cairn.driver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.RetryNote;
import dev.cairn.executor.Step;
import dev.cairn.spi.InstanceRow;
import dev.cairn.time.Timers;

/**
 * Says in the log which instances fail, where and why. What a line says is in the mapped diagnostic context as well while it is written,
 * under names that stay. Of a workflow that fails all the time so many lines are written in a second, and then one that says how many
 * were left out. Safe for any thread.
 */
final class FaultLog {

    /** Category of the log. */
    static final String CATEGORY = "dev.cairn.fault";
    /** Lines that a workflow has in a second, of each kind. */
    static final int MOST_LINES = 10;
    static final long WINDOW_MILLIS = 1_000;

    private static final Logger LOG = Logger.getLogger(CATEGORY);

    private final Timers timers;
    private final boolean keepsState;
    /** How much there was to say in the second that runs, by kind and workflow. */
    private final ConcurrentMap<String, Integer> said = new ConcurrentHashMap<>();

    /** @param keepsState whether the store keeps what an instance needs to be retried */
    FaultLog(Timers timers, boolean keepsState) {
        this.timers = timers;
        this.keepsState = keepsState;
    }

    /**
     * An instance has come to a step, durably.
     *
     * @param ended how it has ended just now, or null
     * @param notes what retry policies said on the way
     */
    void became(InstanceRow row, Step step, Ended ended, List<RetryNote> notes) {
        WorkflowError error = ended == null ? null : ended.error();
        if (error != null && ended.status() == InstanceStatus.CANCELLED) {
            say(Level.WARN, row, "not compensated", "CAIRN-0489: Instance was cancelled and a compensation failed",
                    "See to what it has not undone.", error, 0, null);
        } else if (error != null) {
            Step.Faulted fault = step instanceof Step.Faulted faulted ? faulted : new Step.Faulted(error, 0);
            error = fault.error();
            say(Level.WARN, row, "faulted", "CAIRN-0486: Instance faulted",
                    keepsState ? "Once the cause is mended it can be retried." : "", error, fault.attempts(), null);
        }
        for (RetryNote note : notes) {
            retried(row, note, error);
        }
    }

    private void retried(InstanceRow row, RetryNote note, WorkflowError said) {
        if (note.again()) {
            if (LOG.isDebugEnabled()) {
                say(Level.DEBUG, row, "tried again", "Trying again", "", note.error(), note.attempts(), null);
            }
        } else if (!note.error().equals(said)) {
            say(Level.WARN, row, "given up", "CAIRN-0487: Retries are used up", "The instance goes on with what catches this.",
                    note.error(), note.attempts(), null);
        }
    }

    /**
     * An instance stands still.
     *
     * @param cause is told with its stack trace if it is not null: something is wrong in the application or in Cairn
     */
    void parked(InstanceRow row, WorkflowError reason, String next, Throwable cause) {
        say(Level.WARN, row, "parked", "CAIRN-0423: Parked instance", next, reason, 0, cause);
    }

    private static Map<String, String> fields(InstanceRow row, WorkflowError error, long attempts) {
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
        fields.put("attempts", attempts == 0 ? null : Long.toString(attempts));
        fields.values().removeIf(Objects::isNull);
        return fields;
    }

    private static String text(WorkflowError error, String next) {
        String title = error.title() == null ? "no title" : error.title();
        String text = error.detail() == null ? title : title + ": " + error.detail();
        return next.isEmpty() ? text : text.endsWith(".") ? text + " " + next : text + ". " + next;
    }

    private void say(Level level, InstanceRow row, String kind, String what, String next, WorkflowError error, long attempts,
            Throwable cause) {
        try {
            if (mayTell(level, kind, row.workflow())) {
                tell(level, row, what, next, error, attempts, cause);
            }
        } catch (RuntimeException | Error untold) {
            // The memory may not suffice. What has happened is durable, and the instance must not stand still for a line of the log.
        }
    }

    private boolean mayTell(Level level, String kind, String workflow) {
        String window = kind + " " + workflow;
        int count = said.merge(window, 1, Integer::sum);
        if (count == 1) {
            try {
                timers.after(WINDOW_MILLIS, () -> sum(level, kind, workflow, said.remove(window)));
            } catch (RuntimeException | Error noTimer) {
                // The next line begins a second of its own.
                said.remove(window);
            }
        }
        return count <= MOST_LINES;
    }

    private static void tell(Level level, InstanceRow row, String what, String next, WorkflowError error, long attempts,
            Throwable cause) {
        Map<String, String> fields = fields(row, error, attempts);
        String details = fields.entrySet().stream().filter(field -> isInLine(field.getKey()))
                .map(field -> field.getKey() + "=" + field.getValue()).collect(Collectors.joining(", "));
        LogFields.during(fields,
                () -> LOG.log(level, LogFields.oneLine(what + " [" + details + "]: " + text(error, next)), cause));
    }

    /** Title and detail end the line. */
    private static boolean isInLine(String field) {
        return !field.equals("error.title") && !field.equals("error.detail");
    }

    private static void sum(Level level, String kind, String workflow, int count) {
        if (count > MOST_LINES) {
            LOG.logf(level, "CAIRN-0488: More instances of a workflow failed than the log has lines for [workflow=%s, kind=%s,"
                    + " left out=%d, within=%d ms].", workflow, kind, count - MOST_LINES, WINDOW_MILLIS);
        }
    }
}
