package dev.cairn.http;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.event.EventInputException;
import dev.cairn.engine.instance.InvalidInputException;
import dev.cairn.engine.port.EventRefusalException;
import dev.cairn.engine.port.OverloadException;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.StoreException;

/** Turns failures into problem details. Internal failures are logged and not disclosed. */
public final class HttpProblemMapper {

    private static final Logger LOG = Logger.getLogger("dev.cairn.http");
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final String STORE = "The store does not answer. If the request has an Idempotency-Key, keep it: the start may have been"
            + " stored.";
    private static final String STORE_OF_COMMAND = "The store does not answer. If this was a command, it may have been done. Look at the"
            + " instance before you repeat it.";
    private static final int UNPROCESSABLE_CONTENT = 422;

    private static final String EVENT_REFUSED = "A workflow that the event is to start refuses it as input. The other recipients have the"
            + " event. Do not publish it again: it would be refused again.";

    private static final Pattern CODE = Pattern.compile("CAIRN-\\d{4}");

    private HttpProblemMapper() {}

    /** The response for a request that concerned this workflow or instance. */
    static Response response(String subject, Throwable failure) {
        return details(subject, failure, STORE).response();
    }

    /** The answer when a resource of the application was refused something. */
    static ProblemDetails ofResource(CairnException failure) {
        return ofResource("a resource", failure, STORE);
    }

    private static ProblemDetails ofResource(String subject, CairnException failure, String store) {
        return switch (failure.reason()) {
            case UNKNOWN_TASK -> ProblemDetails.of(Status.NOT_FOUND, "The instance has not come to this task.");
            case WRONG_PHASE -> ProblemDetails.of(Status.CONFLICT, "The instance is in a phase in which it cannot do this.");
            case UNKNOWN_OPERATION -> ProblemDetails.of(Status.NOT_FOUND, "This node does not know such an operation.");
            case UNKNOWN_SCHEDULE -> ProblemDetails.of(Status.NOT_FOUND, "The workflow has no such schedule.");
            case INVALID_SCHEDULE -> ProblemDetails.of(Status.BAD_REQUEST, "A part of the schedule means nothing.");
            case SCHEDULE_CONFLICT -> ProblemDetails.of(Status.CONFLICT,
                    "The workflow has another schedule of this name, or its definition states it.");
            case UNKNOWN_QUERY -> ProblemDetails.of(Status.NOT_FOUND, "The workflow has no such query.");
            case EXPRESSION_FAILED -> ProblemDetails.of(UNPROCESSABLE_CONTENT, "Unprocessable Content",
                    "The expression that gives the answer failed.");
            case NOT_ANSWERED -> ProblemDetails.of(Status.CONFLICT, "The instance took the event, and does not answer it.");
            case NOT_LISTENING -> ProblemDetails.of(Status.CONFLICT, "The instance does not listen for this event now.");
            case NO_TIMER -> ProblemDetails.of(Status.CONFLICT, "The instance does not wait for this timer now.");
            case INSTANCE_CANCELLED -> ProblemDetails.of(Status.CONFLICT, "The instance was cancelled.");
            case INSTANCE_SUSPENDED -> {
                LOG.warn(failure.getMessage());
                yield ProblemDetails.of(Status.CONFLICT, "The instance stands still.");
            }
            case NOT_CONFIRMED -> ProblemDetails.of(Status.GATEWAY_TIMEOUT,
                    "This is under way; it is not known yet whether it is done. Look at the instance.");
            case NO_JOURNAL -> ProblemDetails.of(Status.NOT_IMPLEMENTED, "This needs a store that keeps journals.");
            default -> details(subject, failure, store);
        };
    }

    /**
     * The answer to an operator whose request failed, with the code of the failure if it has one.
     *
     * @param subject the request's subject, for the log
     */
    public static ProblemDetails ofManagement(String subject, Throwable failure) {
        if (failure instanceof WorkflowException faulted && faulted.error() != null) {
            // Its caller may read payloads.
            return ProblemDetails.of(Status.CONFLICT, "The instance faulted before it answered.")
                    .with("error", faulted.error().toJson());
        }
        if (!(failure instanceof CairnException refused)) {
            return details(subject, failure, STORE_OF_COMMAND);
        }
        ProblemDetails details = refused instanceof EventRefusalException ? ofEvent(refused) : switch (refused.reason()) {
            case INVALID_SCHEDULE -> ProblemDetails.of(Status.BAD_REQUEST, text(refused));
            // Its caller may read payloads, and has to see which query or which value is wrong.
            case UNKNOWN_QUERY -> ProblemDetails.of(Status.NOT_FOUND, text(refused));
            case EXPRESSION_FAILED -> ProblemDetails.of(UNPROCESSABLE_CONTENT, "Unprocessable Content", text(refused));
            default -> ofResource(subject, refused, STORE_OF_COMMAND);
        };
        return code(refused).map(code -> details.with("code", TextNode.valueOf(code))).orElse(details);
    }

    /** Tells the publisher of an event who has it, and whether to publish it again. */
    private static ProblemDetails ofEvent(CairnException refused) {
        if (refused.reason() == Reason.OVERLOADED) {
            return unavailable(text(refused));
        }
        // Texts of the store may name internals.
        boolean ofStore = Stream.iterate((Throwable) refused, Objects::nonNull, Throwable::getCause)
                .anyMatch(StoreException.class::isInstance);
        if (ofStore) {
            LOG.warn(refused.getMessage());
        }
        return ProblemDetails.of(Status.BAD_REQUEST, ofStore ? EVENT_REFUSED : text(refused));
    }

    /** The message without its code. It has only what the caller has sent, or may read. */
    private static String text(CairnException refused) {
        String message = refused.getMessage();
        return code(refused).map(code -> message.substring(code.length() + 2)).orElse(message);
    }

    /** The code that the message of a failure begins with. */
    public static Optional<String> code(CairnException failure) {
        Matcher code = CODE.matcher(failure.getMessage());
        return code.lookingAt() ? Optional.of(code.group()) : Optional.empty();
    }

    /** @param store the text about a store that does not answer */
    private static ProblemDetails details(String subject, Throwable failure, String store) {
        if (failure instanceof HttpProblemException problem) {
            return problem.details();
        }
        if (failure instanceof InvalidInputException invalid) {
            return invalidInput(invalid);
        }
        if (OutOfMemoryCheck.isShort(failure)) {
            LOG.errorf(failure,
                    "CAIRN-0712: Refused a request [of=%s]: the memory does not suffice for it: %s. Clients are told to"
                            + " try again. If that lasts, give the JVM more heap, or lower quarkus.http.limits.max-body-size.",
                    subject,
                    ExceptionMessageFormatter.of(failure));
            return unavailable("The heap does not suffice for the request now.");
        }
        if (failure instanceof StoreException) {
            LOG.warnf("CAIRN-0701: Refused a request [of=%s]: the store does not answer: %s. Clients are told to try again.",
                    subject, ExceptionMessageFormatter.of(failure));
            return unavailable(store);
        }
        if (failure instanceof CairnException refused) {
            return refused(subject, refused, store);
        }
        return unexpected(subject, failure);
    }

    private static ProblemDetails unexpected(String subject, Throwable failure) {
        LOG.errorf(failure, "CAIRN-0702: A request failed unexpectedly [of=%s]: %s. The client received no details.",
                subject, ExceptionMessageFormatter.of(failure));
        return ProblemDetails.of(Status.INTERNAL_SERVER_ERROR, null);
    }

    private static ProblemDetails refused(String subject, CairnException refused, String store) {
        switch (refused.reason()) {
            case UNKNOWN_INSTANCE, UNKNOWN_WORKFLOW -> {
                return ProblemDetails.of(Status.NOT_FOUND, null);
            }
            case STORE_UNAVAILABLE -> {
                LOG.warnf("%s Clients are told to try again.", refused.getMessage());
                return unavailable(store);
            }
            case INVALID_INPUT -> {
                return unfit(refused);
            }
            case KEY_REUSED -> {
                // A mistake of the client (draft-ietf-httpapi-idempotency-key-header, 2.7).
                return ProblemDetails.of(UNPROCESSABLE_CONTENT, "Unprocessable Content",
                        "The Idempotency-Key was used with another body before. Nothing was started.");
            }
            case STOPPING -> {
                return unavailable("The application is stopping.");
            }
            case OVERLOADED -> {
                if (!(refused instanceof OverloadException overload)) {
                    return unavailable("Too many requests like this one are being answered.");
                }
                // The log has said so once.
                return overload.limit() == OverloadException.Limit.PURE_WORK
                        ? unavailable("Too many computations wait for a worker. Nothing was started.")
                        : noMemory();
            }
            default -> {
                return unexpected(subject, refused);
            }
        }
    }

    /** Texts of the store may name internals. The client receives the failures that it can mend itself. */
    private static ProblemDetails unfit(CairnException refused) {
        if (refused instanceof EventInputException) {
            return ProblemDetails.of(Status.BAD_REQUEST, EVENT_REFUSED);
        }
        if (refused.getCause() == null) {
            return ProblemDetails.of(Status.BAD_REQUEST, text(refused));
        }
        String reason = "it cannot be stored";
        if (refused.getCause() instanceof StoreException) {
            LOG.warn(refused.getMessage());
        } else {
            reason = ExceptionMessageFormatter.of(refused.getCause());
        }
        return ProblemDetails.of(Status.BAD_REQUEST,
                "The body cannot be the input of the workflow: " + reason + ". Nothing was started.");
    }

    /** Instances take up the memory that they may have. */
    public static ProblemDetails noMemory() {
        return unavailable("The instances in memory take up all of the room for them. Nothing was started.");
    }

    /**
     * For a client that may try again.
     *
     * @param why which limit was met
     */
    static ProblemDetails unavailable(String why) {
        return ProblemDetails.of(Status.SERVICE_UNAVAILABLE, why + " Try again in " + RETRY_AFTER_SECONDS + " seconds.")
                .withRetryAfter(RETRY_AFTER_SECONDS);
    }

    private static ProblemDetails invalidInput(InvalidInputException invalid) {
        ArrayNode errors = JsonNodeFactory.instance.arrayNode();
        invalid.violations().forEach(violation -> errors.addObject()
                .put("pointer", violation.pointer())
                .put("message", violation.message()));
        return ProblemDetails.of(Status.BAD_REQUEST, "The body does not fulfil the schema of the workflow's input.")
                .with("errors", errors);
    }
}
