package dev.cairn.engine.audit;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.CommandOrigin;

/** Logs the begin and the outcome of bulk commands, with their callers, in the category {@code dev.cairn.audit}. */
public final class BulkAuditLog {

    private static final Logger LOG = Logger.getLogger(CommandAuditRecord.CATEGORY);

    private BulkAuditLog() {}

    public static void began(BulkOperation operation) {
        tell("began", "began", operation);
    }

    public static void ended(BulkOperation operation) {
        tell("ended", operation.state().name().toLowerCase(Locale.ROOT), operation);
    }

    /** @param origin the caller that stops the operation, which another caller may have begun; null for the application */
    public static void stopping(BulkOperation operation, CommandOrigin origin) {
        tell("is to stop", "stopping", operation, origin == null ? CommandHistoryReader.APPLICATION : origin);
    }

    private static void tell(String what, String outcome, BulkOperation operation) {
        tell(what, outcome, operation, operation.origin());
    }

    private static void tell(String what, String outcome, BulkOperation operation, CommandOrigin origin) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("operation", operation.id());
        fields.put("command", operation.kind().name().toLowerCase(Locale.ROOT));
        fields.put("outcome", outcome);
        fields.put("done", Long.toString(operation.done()));
        fields.put("failed", Long.toString(operation.failed()));
        fields.put("principal", origin.principal());
        fields.put("begunBy", origin == operation.origin() ? null : operation.origin().principal());
        fields.put("filter", operation.filter().toString());
        fields.put("reason", origin.reason());
        fields.values().removeIf(Objects::isNull);
        String details = StructuredLogWriter.details(fields, field -> !field.equals("reason"));
        String reason = origin.reason() == null ? "" : ": " + origin.reason();
        StructuredLogWriter.write(LOG, Level.INFO, "CAIRN-0754: Bulk command " + what + " [" + details + "]" + reason, fields,
                null);
    }
}
