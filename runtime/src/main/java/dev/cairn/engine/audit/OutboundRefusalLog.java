package dev.cairn.engine.audit;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;

import dev.cairn.engine.observer.OutboundRefusal;

/** Tells the audit log of requests to targets that are not admitted. */
public final class OutboundRefusalLog {

    private static final Logger LOG = Logger.getLogger(CommandAuditRecord.CATEGORY);

    private OutboundRefusalLog() {}

    /** Logs a request that was not made. */
    public static void refused(OutboundRefusal refusal) {
        try {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("workflow", refusal.caller().workflow());
            fields.put("version", refusal.caller().version());
            fields.put("instance", refusal.caller().instanceId());
            fields.put("task", refusal.caller().task());
            fields.put("host", StructuredLogWriter.brief(refusal.host()));
            fields.put("port", Integer.toString(refusal.port()));
            fields.put("reason", refusal.reason().name().toLowerCase(Locale.ROOT));
            fields.values().removeIf(Objects::isNull);
            StructuredLogWriter.write(LOG, Level.WARN, "CAIRN-0735: Outbound request refused ["
                    + StructuredLogWriter.details(fields, field -> true) + "]: " + refusal.detail() + ".", fields, null);
        } catch (RuntimeException | Error untold) {
            // Memory may be exhausted. The request was not made, and the task must get its error.
        }
    }
}
