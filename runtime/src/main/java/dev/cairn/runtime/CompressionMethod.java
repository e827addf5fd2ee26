package dev.cairn.runtime;

/** How entries of journals are compressed. */
public enum CompressionMethod {

    /** Not at all. */
    NONE,
    /** With DEFLATE (RFC 1951), at its fastest. */
    DEFLATE
}
