package dev.cairn.http;

import java.time.Duration;

/**
 * Settings of the HTTP triggers.
 *
 * @param rootPath absolute path below which instances can be looked at, relative to that of the application's resources
 * @param waitTime how long a start waits for the result unless the client prefers something else
 * @param maxWaitTime the longest a client may ask to wait
 */
public record HttpSettings(String rootPath, Duration waitTime, Duration maxWaitTime) {}
