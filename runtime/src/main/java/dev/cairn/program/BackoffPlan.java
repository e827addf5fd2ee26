package dev.cairn.program;

import dev.cairn.definition.BackoffSpec.Growth;

/**
 * Delays between the attempts of a {@code try}.
 *
 * @param delay before the first retry, or null for none
 * @param growth growth of the delay
 * @param jitterFrom minimum addition, or null
 * @param jitterTo maximum addition, or null
 */
public record BackoffPlan(DurationPlan delay, Growth growth, DurationPlan jitterFrom, DurationPlan jitterTo) {}
