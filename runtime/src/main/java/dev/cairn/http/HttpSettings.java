package dev.cairn.http;

import java.time.Duration;

/**
 * Settings of the HTTP triggers.
 *
 * @param rootPath absolute path below which instances can be looked at, relative to that of the application's resources
 * @param waitTime how long a start waits for the result unless the client prefers something else
 * @param maxWaitTime the longest a client may ask to wait
 * @param maxUploadBytes how much memory the bodies of requests may take together
 * @param bodyTimeout how long a body may take to arrive
 * @param showsInside whether clients are told details that may name what is inside: in dev mode, where they are developers
 */
public record HttpSettings(String rootPath, Duration waitTime, Duration maxWaitTime, long maxUploadBytes, Duration bodyTimeout,
        boolean showsInside) {

    /** Where instances can be looked at, below the root path. */
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
