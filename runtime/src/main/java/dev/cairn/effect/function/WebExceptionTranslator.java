package dev.cairn.effect.function;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.RetryAfterDate;
import dev.cairn.spi.ExceptionMessageFormatter;

/**
 * Translates an exception that carries an HTTP status, such as those of REST clients, into a communication error with that status.
 * Loaded at the first failure of a method.
 */
final class WebExceptionTranslator {

    private WebExceptionTranslator() {}

    /** The error of the task, or the failure itself if it carries no status. */
    static Throwable translated(Throwable failure, String task) {
        if (!(failure instanceof WebApplicationException carrying)) {
            return failure;
        }
        try {
            return error(carrying, task);
        } catch (RuntimeException broken) {
            // A response of the application's own may fail at any question.
            return failure;
        }
    }

    private static ErrorResponseException error(WebApplicationException carrying, String task) {
        Response response = carrying.getResponse();
        ObjectNode json = json(response);
        String reason = response.getStatusInfo().getReasonPhrase();
        String title = "HTTP status " + response.getStatus() + (reason == null || reason.isEmpty() ? "" : " " + reason);
        String detail = carrying.getClass().getSimpleName() + ": " + ExceptionMessageFormatter.message(carrying);
        return new ErrorResponseException(detail,
                text -> new WorkflowError(Standard.COMMUNICATION.type(), response.getStatus(), title, text, task), json);
    }

    /** Without a body: an entity can be read once, and another reader may have done so. */
    private static ObjectNode json(Response response) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("status", response.getStatus());
        ObjectNode headers = json.putObject("headers");
        for (Map.Entry<String, List<String>> header : response.getStringHeaders().entrySet()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!name.equals("set-cookie")) {
                headers.put(name, String.join(", ", header.getValue()));
            }
        }
        RetryAfterDate.complete(headers);
        return json;
    }
}
