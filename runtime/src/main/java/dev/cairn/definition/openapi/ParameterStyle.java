package dev.cairn.definition.openapi;

/** The ways to write a value into a URL, a header or a form, as OpenAPI names them. */
public enum ParameterStyle {
    /** {@code a,b}: in paths and headers. */
    SIMPLE,
    /** {@code .a.b}: in paths. */
    LABEL,
    /** {@code ;name=a;name=b}: in paths. */
    MATRIX,
    /** {@code name=a&name=b}: in queries, cookies and forms. */
    FORM,
    /** {@code name=a%20b}: in queries and forms; {@code a%20b} in paths and {@code a b} in headers, in version 2 alone. */
    SPACE_DELIMITED,
    /** {@code name=a%7Cb}: in queries and forms; {@code a%7Cb} in paths and {@code a|b} in headers, in version 2 alone. */
    PIPE_DELIMITED,
    /** {@code name=a%09b}: in queries and forms; {@code a%09b} in paths and {@code a<TAB>b} in headers; in version 2 alone. */
    TAB_DELIMITED,
    /** {@code name%5Ba%5D=1}: in queries and forms. */
    DEEP_OBJECT
}
