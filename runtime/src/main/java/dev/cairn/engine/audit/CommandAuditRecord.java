package dev.cairn.engine.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Uni;

/**
 * The audit record of a command: its caller, its instance, and the audit line ({@code dev.cairn.audit}) about its outcome. It
 * learns the workflow of the instance on the way, which saves a lookup.
 */
public final class CommandAuditRecord {

    /** Category of the log. */
    public static final String CATEGORY = "dev.cairn.audit";

    private static final Logger LOG = Logger.getLogger(CATEGORY);

    private final String command;
    private final CommandOrigin origin;
    private final Level level;
    private volatile String instanceId;
    private volatile String newInstanceId;
    private volatile boolean wasMadeBefore;
    private volatile String workflow;
    private volatile InstanceRow row;
    private volatile String schedule;
    private volatile String range;

    /**
     * A command.
     *
     * @param instanceId null if it is not known yet
     * @param origin null if the application asks
     * @param level of the line if it is done
     */
    public CommandAuditRecord(CommandKind kind, String instanceId, CommandOrigin origin, Level level) {
        this(kind.name().toLowerCase(Locale.ROOT), instanceId, origin, level);
    }

    private CommandAuditRecord(String command, String instanceId, CommandOrigin origin, Level level) {
        this.command = command;
        this.instanceId = instanceId;
        this.origin = origin;
        this.level = level;
    }

    /** A command that is told of at {@code INFO}. */
    public static CommandAuditRecord of(CommandKind kind, String instanceId, CommandOrigin origin) {
        return new CommandAuditRecord(kind, instanceId, origin, Level.INFO);
    }

    /** A command that no single instance is given, or that is refused before it reaches one. */
    public static CommandAuditRecord named(String command, String instanceId, CommandOrigin origin) {
        return new CommandAuditRecord(command, instanceId, origin, Level.INFO);
    }

    public CommandOrigin origin() {
        return origin;
    }

    /** The instance was found. */
    public void concerns(InstanceRow found) {
        row = found;
    }

    /** A new instance is to be one of this workflow. */
    public void concerns(String newWorkflow) {
        workflow = newWorkflow;
    }

    /** The command is given to a schedule of the workflow; the name may be null. */
    public void concernsSchedule(String name) {
        schedule = name;
    }

    /** The command concerns a range of time. */
    public void concernsRange(Instant from, Instant to) {
        range = from + "/" + to;
    }

    /**
     * The command has made an instance.
     *
     * @param created false if its idempotency key found an earlier instance
     */
    public void made(String id, boolean created) {
        if (instanceId == null) {
            instanceId = id;
        } else {
            newInstanceId = id;
        }
        wasMadeBefore = !created;
    }

    /** Gives the command, and logs its outcome. */
    public <T> Uni<T> told(Uni<T> asked) {
        return told(asked, failure -> false);
    }

    /**
     * As {@link #told(Uni)}.
     *
     * @param inPart true for a failure after which a part of the command is done
     */
    public <T> Uni<T> told(Uni<T> asked, Predicate<Throwable> inPart) {
        return LOG.isEnabled(level) ? asked.onItemOrFailure()
                .invoke((nothing, failure) -> tell(failure, failure != null && inPart.test(failure))) : asked;
    }

    /** It was not even asked for. */
    void refused(String why) {
        if (LOG.isEnabled(level)) {
            tell("refused", why);
        }
    }

    private void tell(Throwable failure, boolean inPart) {
        tell(inPart ? "done in part" : outcome(failure),
                failure == null ? null : StructuredLogWriter.brief(ExceptionMessageFormatter.of(failure)));
    }

    private void tell(String outcome, String why) {
        try {
            Map<String, String> fields = fields(outcome, why);
            String details = StructuredLogWriter.details(fields, CommandAuditRecord::isInLine);
            String line = (why == null ? "CAIRN-0752: Command done [" : "CAIRN-0753: Command " + outcome + " [") + details + "]"
                    + (why == null ? "" : ": " + why) + (reason() == null ? "" : ": " + reason());
            StructuredLogWriter.write(LOG, level, line, fields, null);
        } catch (RuntimeException | Error untold) {
            // Memory may be exhausted. The journal has the command's effect, and the caller must get the answer.
        }
    }

    private static String outcome(Throwable failure) {
        Reason why = failure instanceof CairnException refusal ? refusal.reason() : null;
        return failure == null ? "done"
                : failure instanceof IllegalArgumentException ? "refused"
                        : why == null || why == Reason.NOT_CONFIRMED || why == Reason.STORE_UNAVAILABLE ? "not confirmed"
                                : "refused";
    }

    private Map<String, String> fields(String outcome, String why) {
        InstanceRow found = row;
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("command", command);
        fields.put("workflow", found == null ? StructuredLogWriter.brief(workflow) : found.workflow());
        fields.put("version", found == null ? null : found.version());
        fields.put("schedule", StructuredLogWriter.brief(schedule));
        fields.put("range", range);
        fields.put("instance", StructuredLogWriter.brief(instanceId));
        fields.put("newInstance", newInstanceId);
        fields.put("created", wasMadeBefore ? "false" : null);
        fields.put("businessKey", found == null ? null : found.keys().businessKey());
        fields.put("principal", origin == null ? null : origin.principal());
        fields.put("reason", reason());
        fields.put("outcome", outcome);
        fields.put("error.detail", why);
        fields.values().removeIf(Objects::isNull);
        return fields;
    }

    private String reason() {
        return origin == null ? null : origin.reason();
    }

    /** Free text ends the line, and its beginning says the outcome. */
    private static boolean isInLine(String field) {
        return !field.equals("reason") && !field.equals("outcome") && !field.equals("error.detail");
    }
}
