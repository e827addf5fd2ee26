package dev.cairn.definition;

/** Target of a {@code call}. */
public sealed interface CallTarget {

    /** Source location of the call. */
    SourceLocation location();

    /**
     * An HTTP request and its answer.
     *
     * @param request the request
     * @param output the part of the response that becomes the task's output
     * @param redirect true if a 3xx answer is a success
     */
    record Http(HttpRequestSpec request, HttpOutput output, boolean redirect, SourceLocation location)
            implements CallTarget {}

    /** Which part of an HTTP answer becomes the output. */
    enum HttpOutput {
        /** The body as base64 text. */
        RAW,
        /** The body, read as its content type says. */
        CONTENT,
        /** {@code {request, statusCode, headers, content}}. */
        RESPONSE
    }

    /**
     * A bean method that is known by a name ({@code @WorkflowFunction}).
     *
     * @param function the name
     * @param arguments an object: a value for each parameter of the method; or null, then the task's input is the only argument
     */
    record Function(String function, ValueTemplate arguments, SourceLocation location) implements CallTarget {}

    /**
     * A method reference or lambda of a fluent definition, as the Java compiler described it.
     *
     * @param reference the method
     * @param arguments the argument as a template, or null for the task's input
     */
    record Method(MethodReference reference, ValueTemplate arguments, SourceLocation location) implements CallTarget {}
}
