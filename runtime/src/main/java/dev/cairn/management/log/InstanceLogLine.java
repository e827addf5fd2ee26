package dev.cairn.management.log;

import java.time.Instant;

/**
 * A line of the log that was written for an instance.
 *
 * @param instance id of the instance
 * @param at when it was written
 * @param level name of the level
 * @param logger category
 * @param message as it was formatted, a long one shortened
 * @param task reference of the task, or null if it is not known
 * @param error stack trace of what was thrown, a long one shortened, or null
 */
public record InstanceLogLine(String instance, Instant at, String level, String logger, String message, String task,
        String error) {

    /** Characters that it holds in memory, about. */
    int characters() {
        return message.length() + (error == null ? 0 : error.length()) + 100;
    }
}
