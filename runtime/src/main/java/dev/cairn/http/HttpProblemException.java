package dev.cairn.http;

/** A request that cannot be fulfilled, with the answer to the client. Carries no stack trace: it is an answer, not a fault. */
public final class HttpProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ProblemDetails details;

    /** With the answer for the client. */
    public HttpProblemException(ProblemDetails details) {
        super(details.title(), null, false, false);
        this.details = details;
    }

    /** The answer for the client. */
    public ProblemDetails details() {
        return details;
    }
}
