package dev.cairn.engine.recent;

/**
 * An instance that has taken an event.
 *
 * @param instance its id
 * @param workflow qualified name of its workflow
 */
public record RecentEventRecipient(String instance, String workflow) {}
