package dev.cairn.effect.http;

import java.time.Duration;

/**
 * Limits of the HTTP client.
 *
 * @param maxConnectionsPerHost maximum number of open connections to one host and port; further calls wait for one, within
 *        their request timeout. At least 1
 * @param connectTimeout maximum time to establish a connection
 * @param requestTimeout maximum time of a call, from waiting for a connection to the last byte of the answer
 * @param keepAliveTimeout time that an idle connection is kept, at least a second; a shorter time that the server states takes
 *        precedence
 * @param maxResponseBytes maximum size of an accepted response body, at least 1
 * @param http2 true if servers with TLS may choose HTTP/2, by ALPN
 */
public record HttpClientSettings(
        int maxConnectionsPerHost,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration keepAliveTimeout,
        int maxResponseBytes,
        boolean http2) {

    /** 512 connections a host, 10 seconds to connect, 60 seconds for a call, 15 seconds idle, answers up to 10 MiB. */
    public static final HttpClientSettings DEFAULTS = new HttpClientSettings(512, Duration.ofSeconds(10),
            Duration.ofSeconds(60), Duration.ofSeconds(15), 10 * 1024 * 1024);

    /** Settings with HTTP/1.1. */
    public HttpClientSettings(int maxConnectionsPerHost, Duration connectTimeout, Duration requestTimeout,
            Duration keepAliveTimeout, int maxResponseBytes) {
        this(maxConnectionsPerHost, connectTimeout, requestTimeout, keepAliveTimeout, maxResponseBytes, false);
    }

    public HttpClientSettings {
        require(maxConnectionsPerHost >= 1, "maxConnectionsPerHost is at least 1, not " + maxConnectionsPerHost);
        require(connectTimeout.toMillis() >= 1, "connectTimeout is at least a millisecond, not " + connectTimeout);
        require(requestTimeout.toMillis() >= 1, "requestTimeout is at least a millisecond, not " + requestTimeout);
        require(keepAliveTimeout.toSeconds() >= 1, "keepAliveTimeout is at least a second, not " + keepAliveTimeout);
        require(maxResponseBytes >= 1, "maxResponseBytes is at least 1, not " + maxResponseBytes);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
