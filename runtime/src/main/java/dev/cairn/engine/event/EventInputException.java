package dev.cairn.engine.event;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.port.EventRefusalException;
import dev.cairn.spi.ExceptionMessageFormatter;

/** An event fits a workflow that refuses it as input. The same event would be refused each time. */
public final class EventInputException extends EventRefusalException {

    private static final long serialVersionUID = 1L;

    EventInputException(String program, JsonNode event, Throwable refusal) {
        super(Reason.INVALID_INPUT, "CAIRN-0830: Cannot start an instance by an event [workflow=" + program + ", "
                + EventMessageText.of(event) + "]: " + ExceptionMessageFormatter.of(refusal)
                + ". The other recipients have the event. Do not publish it again: it would be refused again.", refusal);
    }
}
