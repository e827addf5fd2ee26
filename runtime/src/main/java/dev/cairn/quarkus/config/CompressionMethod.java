package dev.cairn.quarkus.config;

/** Methods of compressing journal entries. */
public enum CompressionMethod {

    /** Not at all. */
    NONE,
    /** With LZ4. */
    LZ4,
    /** With DEFLATE (RFC 1951), at its fastest. */
    DEFLATE
}
