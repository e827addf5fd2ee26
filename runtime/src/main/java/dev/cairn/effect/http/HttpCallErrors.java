package dev.cairn.effect.http;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.TextExcerpt;

/**
 * The errors an HTTP call can end with. Details name the method and the URI without its query, where secrets tend to be.
 */
final class HttpCallErrors {

    /** Characters of an answer that a detail quotes at the most. */
    static final int MAX_EXCERPT_CHARS = 300;

    /** Maximum number of causes that are followed; a chain of causes could be a circle. */
    private static final int MAX_CAUSES = 20;

    private HttpCallErrors() {}

    /** The arguments make no request. */
    static WorkflowException invalid(String task, String detail) {
        return new WorkflowException(WorkflowError.of(Standard.VALIDATION, "Invalid HTTP request", detail, task));
    }

    /** The arguments name no URI that can be called. */
    static WorkflowException invalid(String task, UnusableUriException unfit) {
        return new QuotedTextException(unfit.uri(), uri -> WorkflowError.of(Standard.VALIDATION, "Invalid HTTP request",
                unfit.getMessage() + ": \"" + UnusableUriException.shown(uri) + "\"", task));
    }

    /** The answer has a status that is no success; the excerpt may be empty. */
    static WorkflowException refused(BufferedHttpResponse answer, String excerpt) {
        PreparedHttpRequest call = answer.call();
        String reason = answer.reason();
        String title = "HTTP status " + answer.status() + (reason == null || reason.isEmpty() ? "" : " " + reason);
        return new ErrorResponseException(excerpt, quoted -> error(call, answer.status(), title,
                quoted.isEmpty() ? call + " was answered without text" : call + " was answered: " + shortened(quoted)),
                HttpErrorResponse.of(answer));
    }

    /** No answer came, or not the whole of it. */
    static WorkflowException broken(PreparedHttpRequest call, Throwable cause) {
        return quoting(call, Standard.COMMUNICATION.status(), "HTTP call failed", ": ", reason(cause));
    }

    /** The message of a failure, and that of its first cause: a failure of TLS says why only there. */
    private static String reason(Throwable failure) {
        Throwable first = failure;
        for (int depth = 0; depth < MAX_CAUSES && first.getCause() != null; depth++) {
            first = first.getCause();
        }
        String reason = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        String why = first.getMessage();
        return why == null || reason.contains(why) ? reason : reason + ": " + why;
    }

    /** The whole answer did not come in time. */
    static WorkflowException late(PreparedHttpRequest call, long timeoutMillis) {
        return communication(call, Standard.COMMUNICATION.status(), "HTTP call timed out",
                call + " was not answered within " + timeoutMillis + " ms");
    }

    /** The credentials of the call did not come in time. */
    static WorkflowException noCredentials(EffectCall call, long timeoutMillis) {
        return new WorkflowException(WorkflowError.of(Standard.COMMUNICATION, "HTTP call timed out",
                "The call did not get its credentials within its time limit, " + timeoutMillis
                        + " ms. Look whether the authorization server answers.",
                call.task()));
    }

    /** The answer is longer than allowed. */
    static WorkflowException tooLong(PreparedHttpRequest call, int maxBytes) {
        return communication(call, Standard.COMMUNICATION.status(), "HTTP answer too large",
                call + " was answered with more than " + maxBytes + " bytes");
    }

    /** The content type says JSON and the content is none. */
    static WorkflowException malformed(PreparedHttpRequest call, String reason) {
        return communication(call, Standard.COMMUNICATION.status(), "HTTP answer is not valid JSON", call + ": " + reason);
    }

    private static WorkflowException quoting(PreparedHttpRequest call, int status, String title, String says, String text) {
        return new QuotedTextException(text, quoted -> error(call, status, title, call + says + shortened(quoted)));
    }

    /** The content has an encoding that is not known here. */
    static WorkflowException encoded(PreparedHttpRequest call, String encoding) {
        return new QuotedTextException(encoding, quoted -> error(call, Standard.COMMUNICATION.status(),
                "HTTP answer has an unknown encoding", call + " was answered with the content encoding " + shortened(quoted)
                        + ", which this client cannot read"));
    }

    private static WorkflowException communication(PreparedHttpRequest call, int status, String title, String detail) {
        return new WorkflowException(error(call, status, title, detail));
    }

    private static WorkflowError error(PreparedHttpRequest call, int status, String title, String detail) {
        return new WorkflowError(Standard.COMMUNICATION.type(), status, title, detail, call.task());
    }

    private static String shortened(String text) {
        return TextExcerpt.of(text, MAX_EXCERPT_CHARS);
    }
}
