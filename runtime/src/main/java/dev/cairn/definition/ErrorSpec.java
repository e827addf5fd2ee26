package dev.cairn.definition;

/**
 * An error to raise. Each part may be an expression.
 *
 * @param type URI of the type; never null
 * @param status HTTP-like status; never null
 * @param instance pointer or URI of what failed, or null for the task that raises
 * @param title short, or null
 * @param detail long, or null
 */
public record ErrorSpec(ValueTemplate type, ValueTemplate status, ValueTemplate instance, ValueTemplate title,
        ValueTemplate detail) {}
