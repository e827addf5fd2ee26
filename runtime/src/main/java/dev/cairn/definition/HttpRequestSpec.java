package dev.cairn.definition;

/**
 * The request of an HTTP call.
 *
 * @param method GET, POST… in upper case
 * @param endpoint URI, URI template or expression
 * @param authentication credentials of the caller, or null for none
 * @param headers an object of strings or an expression, or null
 * @param query an object or an expression, or null
 * @param body any value, or null for no body
 */
public record HttpRequestSpec(
        String method,
        ValueTemplate endpoint,
        Authentication authentication,
        ValueTemplate headers,
        ValueTemplate query,
        ValueTemplate body) {}
