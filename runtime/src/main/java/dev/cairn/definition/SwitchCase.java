package dev.cairn.definition;

/**
 * One case of a {@code switch}.
 *
 * @param name for messages
 * @param when the condition, or null for the case that is taken when no other holds
 * @param then what comes next
 * @param location where it stands
 */
public record SwitchCase(String name, Template when, Then then, Location location) {}
