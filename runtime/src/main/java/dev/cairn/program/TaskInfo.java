package dev.cairn.program;

/**
 * A task, for messages and history.
 *
 * @param name its name
 * @param kind its kind, as the DSL's key: {@code set}, {@code call}…
 * @param reference its JSON pointer in the definition
 */
public record TaskInfo(String name, String kind, String reference) {}
