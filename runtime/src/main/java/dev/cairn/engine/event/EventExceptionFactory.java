package dev.cairn.engine.event;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.audit.StructuredLogWriter;
import dev.cairn.engine.port.EventRefusalException;
import dev.cairn.spi.ExceptionMessageFormatter;

/** Exceptions for events that are refused. */
public final class EventExceptionFactory {

    private EventExceptionFactory() {}

    /** The store failed: an event may have been taken, or not. */
    static CairnException notTaken(JsonNode event, Throwable failure) {
        return new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0451: Cannot confirm that an event was taken ["
                + EventMessageText.of(event) + "]: the store failed: " + ExceptionMessageFormatter.of(failure)
                + (EngineFailureTranslator.isPermanent(failure) ? ". Restart the application, then publish it again"
                        : ". Publish it again")
                + ": a task that has taken it in takes no other with the same source and id.", failure);
    }

    /** An event has no canonical form, or none that can be written. */
    static CairnException noEvent(JsonNode event, RuntimeException cause) {
        return noEvent(event.path("type").asText(), event.path("source").asText(), event.path("id").asText(), cause);
    }

    /** As {@link #noEvent(JsonNode, RuntimeException)}. */
    public static CairnException noEvent(String type, Object source, String id, RuntimeException cause) {
        return new EventRefusalException(Reason.INVALID_INPUT, "CAIRN-0453: Cannot take in an event ["
                + EventMessageText.of(type, source, id) + "]: "
                + StructuredLogWriter.brief(ExceptionMessageFormatter.of(cause)) + ". No instance has received it.",
                cause);
    }

    /** The application is stopping. */
    static CairnException stopping() {
        return new CairnException(Reason.STOPPING, "CAIRN-0452: Cannot take in an event: the application is stopping."
                + " Publish it again when it has started.", null);
    }
}
