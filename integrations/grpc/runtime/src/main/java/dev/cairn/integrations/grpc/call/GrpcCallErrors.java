package dev.cairn.integrations.grpc.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.ErrorDetailsProto;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.QuotedErrorException;
import dev.cairn.spi.TextExcerpt;
import io.grpc.Metadata;
import io.grpc.Status;

/** The errors a gRPC call can end with. */
final class GrpcCallErrors {

    /** Characters of a server's text that a detail quotes at the most. */
    static final int MAX_EXCERPT_CHARS = 300;

    /** Elements of a server's details and trailers that a detail quotes at the most. */
    static final int MAX_QUOTED_ELEMENTS = 10;

    private static final Metadata.Key<byte[]> STATUS_DETAILS = Metadata.Key.of("grpc-status-details-bin",
            Metadata.BINARY_BYTE_MARSHALLER);

    private static final JsonFormat.Printer DETAIL_PRINTER = JsonFormat.printer().omittingInsignificantWhitespace()
            .usingTypeRegistry(TypeRegistry.newBuilder().add(ErrorDetailsProto.getDescriptor().getMessageTypes()).build());

    private static final Map<Status.Code, Integer> HTTP_STATUS = Map.of(
            Status.Code.CANCELLED, 499,
            Status.Code.NOT_FOUND, 404,
            Status.Code.ALREADY_EXISTS, 409,
            Status.Code.ABORTED, 409,
            Status.Code.FAILED_PRECONDITION, 400,
            Status.Code.OUT_OF_RANGE, 400,
            Status.Code.RESOURCE_EXHAUSTED, 429,
            Status.Code.UNIMPLEMENTED, 501,
            Status.Code.UNAVAILABLE, 503);

    /** Control characters, which no detail has. */
    private static final char QUOTE_BEGINS = '\u0002';
    private static final char QUOTE_ENDS = '\u0003';
    private static final Pattern QUOTE = Pattern.compile(QUOTE_BEGINS + "([^" + QUOTE_ENDS + "]*)" + QUOTE_ENDS);

    private GrpcCallErrors() {}

    /** The arguments make no call. */
    static WorkflowException invalid(String task, String detail) {
        return quoting(detail, quoted -> WorkflowError.of(Standard.VALIDATION, "Invalid gRPC call", quoted, task));
    }

    /** The client of the configuration cannot be used. */
    static WorkflowException unusable(String task, Throwable cause) {
        return quoting(String.valueOf(cause.getMessage()),
                quoted -> WorkflowError.of(Standard.CONFIGURATION, "gRPC client cannot be used", quoted, task));
    }

    /** The call was not made, or its answer is unusable. */
    static WorkflowException broken(String task, String title, String detail) {
        return quoting(detail, quoted -> WorkflowError.of(Standard.COMMUNICATION, title, quoted, task));
    }

    private static WorkflowException quoting(String detail, Function<String, WorkflowError> error) {
        return new QuotedErrorException(detail, whole -> error.apply(shortened(whole)));
    }

    /** gRPC or an interceptor did not take the call. The text of the exception may have values of headers. */
    static WorkflowException unsent(String task, String call, RuntimeException cause) {
        return broken(task, "gRPC call cannot be sent", call + " was not sent: " + cause.getClass().getName());
    }

    /** The call has no credentials in time, so it was not made. */
    static WorkflowException withoutCredentials(String task, String call, long limitMillis) {
        return quoting(call + " was not sent: its credentials did not come within " + limitMillis + " ms",
                quoted -> WorkflowError.of(Standard.TIMEOUT, "gRPC call timed out", quoted, task));
    }

    /** True if the server has refused the credentials of the call. */
    static boolean isUnauthenticated(Throwable failure) {
        return failure instanceof WorkflowException refused
                && title(Status.Code.UNAUTHENTICATED).equals(refused.error().title());
    }

    private static String title(Status.Code code) {
        return "gRPC status " + code;
    }

    /**
     * The call ended with a status other than OK.
     *
     * @param call the method, as text
     * @param trailers may be null
     */
    static WorkflowException refused(String task, String call, Status status, Metadata trailers) {
        String detail;
        try {
            detail = detail(call, status, trailers);
        } catch (RuntimeException | LinkageError unreadable) {
            // The server chooses trailers and details. None of them may keep the task from its error.
            detail = call + " ended with " + status.getCode() + "; its details cannot be read";
        }
        return new QuotedErrorException(detail, whole -> new WorkflowError(kind(status.getCode()).type(),
                httpStatus(status.getCode()), title(status.getCode()), withoutMarks(whole), task));
    }

    /** Texts of the server are whole, between marks. */
    private static String detail(String call, Status status, Metadata trailers) {
        StringBuilder detail = new StringBuilder(call).append(" ended with ").append(status.getCode());
        if (status.getDescription() != null) {
            detail.append(": ").append(marked(status.getDescription()));
        }
        if (status.getCause() != null && status.getCause().getMessage() != null) {
            detail.append(" (").append(marked(status.getCause().getMessage())).append(')');
        }
        if (trailers != null) {
            quote(detail, "details", details(trailers));
            quote(detail, "trailers", trailers(trailers));
        }
        return detail.toString();
    }

    private static Standard kind(Status.Code code) {
        return switch (code) {
            case INVALID_ARGUMENT -> Standard.VALIDATION;
            case UNAUTHENTICATED -> Standard.AUTHENTICATION;
            case PERMISSION_DENIED -> Standard.AUTHORIZATION;
            case DEADLINE_EXCEEDED -> Standard.TIMEOUT;
            default -> Standard.COMMUNICATION;
        };
    }

    private static int httpStatus(Status.Code code) {
        return HTTP_STATUS.getOrDefault(code, kind(code).status());
    }

    private static void quote(StringBuilder detail, String name, List<String> elements) {
        if (!elements.isEmpty()) {
            detail.append("; ").append(name).append(": ")
                    .append(String.join(", ", elements.subList(0, Math.min(MAX_QUOTED_ELEMENTS, elements.size()))))
                    .append(elements.size() > MAX_QUOTED_ELEMENTS ? ", …" : "");
        }
    }

    /**
     * The details of {@code google.rpc.Status} as JSON, those of unknown types by their names. The code in there is not looked at:
     * the status of the call counts.
     */
    private static List<String> details(Metadata trailers) {
        List<String> details = new ArrayList<>();
        byte[] content = trailers.get(STATUS_DETAILS);
        if (content != null) {
            try {
                com.google.rpc.Status.parseFrom(content).getDetailsList().stream().limit(MAX_QUOTED_ELEMENTS + 1L)
                        .forEach(any -> details.add(marked(json(any))));
            } catch (InvalidProtocolBufferException unreadable) {
                details.add("unreadable");
            }
        }
        return details;
    }

    private static String json(Any any) {
        try {
            return DETAIL_PRINTER.print(any);
        } catch (InvalidProtocolBufferException | IllegalArgumentException unprintable) {
            return any.getTypeUrl();
        }
    }

    private static List<String> trailers(Metadata trailers) {
        List<String> texts = new ArrayList<>();
        for (String name : new TreeSet<>(trailers.keys())) {
            if (!name.endsWith(Metadata.BINARY_HEADER_SUFFIX) && !name.startsWith("grpc-") && !name.equals("content-type")) {
                texts.add(marked(name + "=" + trailers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER))));
            }
        }
        return texts;
    }

    private static String marked(String text) {
        return QUOTE_BEGINS + text.replaceAll("[" + QUOTE_BEGINS + QUOTE_ENDS + "]", " ") + QUOTE_ENDS;
    }

    /** The secrets in the texts have been concealed: each text can be cut. */
    private static String withoutMarks(String detail) {
        return QUOTE.matcher(detail).replaceAll(text -> Matcher.quoteReplacement(shortened(text.group(1))));
    }

    private static String shortened(String text) {
        return TextExcerpt.of(text, MAX_EXCERPT_CHARS);
    }
}
