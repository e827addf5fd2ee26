package dev.cairn.http;

import java.time.Duration;

/**
 * Settings of the HTTP triggers.
 *
 * @param rootPath absolute path below which instances can be looked at, relative to that of the application's resources
 * @param waitTime time that a start waits for the result unless the client prefers another
 * @param maxWaitTime maximum time that a client may ask to wait
 * @param maxUploadBytes maximum memory that the bodies of requests may take together
 * @param bodyTimeout maximum time until a body has arrived
 * @param showsInside true if clients receive details that may name internals: in dev mode, where they are developers
 */
public record HttpSettings(String rootPath, Duration waitTime, Duration maxWaitTime, long maxUploadBytes, Duration bodyTimeout,
        boolean showsInside) {

    /** Path of instances, below the root path. */
    public static final String INSTANCES = "/instances";

    public HttpSettings {
        rootPath = absolute(rootPath);
    }

    /** A path with a slash at its beginning and none at its end; empty for the root. */
    public static String absolute(String path) {
        String begun = path.startsWith("/") ? path : "/" + path;
        return begun.endsWith("/") ? begun.substring(0, begun.length() - 1) : begun;
    }
}
