package dev.cairn.runtime;

/** How entries of journals are compressed. */
public enum CompressionMethod {

    /** Not at all. */
    NONE,
    /** With LZ4. */
    LZ4,
    /** With DEFLATE (RFC 1951), at its fastest. */
    DEFLATE
}
