package dev.cairn.definition;

/** Authentication of an HTTP call. */
public sealed interface Authentication {

    /** Source location. */
    SourceLocation location();

    /**
     * HTTP Basic (RFC 7617).
     *
     * @param username text or expression
     * @param password text or expression
     */
    record Basic(ValueTemplate username, ValueTemplate password, SourceLocation location) implements Authentication {}

    /**
     * A bearer token (RFC 6750).
     *
     * @param token text or expression
     */
    record Bearer(ValueTemplate token, SourceLocation location) implements Authentication {}
}
