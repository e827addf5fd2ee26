package dev.cairn.definition;

/**
 * One case of a {@code switch}.
 *
 * @param name for messages
 * @param when the condition, or null for the case that is taken when no other holds
 * @param then the next task
 * @param location its source location
 */
public record SwitchCase(String name, ValueTemplate when, FlowDirective then, SourceLocation location) {}
