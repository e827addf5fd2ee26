package dev.cairn.http.client;

import java.time.Duration;

/**
 * Limits of the HTTP client.
 *
 * @param maxConnectionsPerHost how many connections to one host and port may be open at once; calls beyond that wait for one,
 *        within their request timeout. At least 1
 * @param connectTimeout the longest a connection may take to come about
 * @param requestTimeout the longest a call may take, from waiting for a connection to the last byte of the answer
 * @param keepAliveTimeout how long an idle connection is kept, at least a second; a server that keeps it for less time and says so
 *        is believed
 * @param maxResponseBytes the longest body of an answer that is accepted, at least 1
 */
public record HttpClientSettings(
        int maxConnectionsPerHost,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration keepAliveTimeout,
        int maxResponseBytes) {

    /** 512 connections a host, 10 seconds to connect, 60 seconds for a call, 15 seconds idle, answers up to 10 MiB. */
    public static final HttpClientSettings DEFAULTS = new HttpClientSettings(512, Duration.ofSeconds(10),
            Duration.ofSeconds(60), Duration.ofSeconds(15), 10 * 1024 * 1024);

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
