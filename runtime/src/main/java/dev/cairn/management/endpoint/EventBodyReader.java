package dev.cairn.management.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.EngineCloudEventBus;
import dev.cairn.management.request.BadRequestAnswers;
import dev.cairn.management.request.CommandBody;
import io.cloudevents.CloudEvent;

/** Reads events that clients send. */
final class EventBodyReader {

    private EventBodyReader() {}

    /**
     * An event in the JSON format of CloudEvents; {@code specversion} may be missing.
     *
     * @param event or null if the client has sent none
     * @throws dev.cairn.http.HttpProblemException if it is none
     */
    static CloudEvent event(CommandBody event) {
        if (event == null) {
            throw BadRequestAnswers.of("The field event is missing.");
        }
        event.required("id");
        event.required("source");
        event.required("type");
        ObjectNode json = event.json().deepCopy();
        if (!json.has("specversion")) {
            json.put("specversion", "1.0");
        }
        try {
            return EngineCloudEventBus.event(json);
        } catch (RuntimeException malformed) {
            throw BadRequestAnswers.of("The field event is no CloudEvent in JSON: " + malformed.getMessage() + ".");
        }
    }
}
