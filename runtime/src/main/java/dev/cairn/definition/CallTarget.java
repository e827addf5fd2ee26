package dev.cairn.definition;

/** Target of a {@code call}. */
public sealed interface CallTarget {

    /** Source location of the call. */
    SourceLocation location();

    /**
     * An HTTP request.
     *
     * @param method GET, POST… in upper case
     * @param endpoint URI, URI template or expression
     * @param authentication credentials of the caller, or null for none
     * @param headers an object of strings or an expression, or null
     * @param query an object or an expression, or null
     * @param body any value, or null for no body
     * @param output the part of the response that becomes the task's output
     * @param redirect true if a 3xx answer is a success
     */
    record Http(
            String method,
            Template endpoint,
            Authentication authentication,
            Template headers,
            Template query,
            Template body,
            HttpOutput output,
            boolean redirect,
            SourceLocation location) implements CallTarget {}

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
    record Function(String function, Template arguments, SourceLocation location) implements CallTarget {}

    /**
     * A method reference or lambda of a fluent definition, as the Java compiler described it.
     *
     * @param reference the method
     * @param arguments the argument as a template, or null for the task's input
     */
    record Method(MethodReference reference, Template arguments, SourceLocation location) implements CallTarget {}
}
