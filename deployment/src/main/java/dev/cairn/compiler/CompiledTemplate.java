package dev.cairn.compiler;

import dev.cairn.definition.DurationSpec;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.DurationPlan;
import dev.cairn.program.VariableBinding;

/**
 * A compiled expression of a template, and whether it reads the clock.
 *
 * @param expression the expression with its variables, or null if there was none
 * @param usesClock true if it reads the clock, so that the clock must be read before it is evaluated
 */
record CompiledTemplate(BoundExpression expression, boolean usesClock) {

    static final CompiledTemplate NONE = new CompiledTemplate(null, false);

    /** True if it reads {@code $secrets}, so that what it gives must not be stored. */
    boolean readsSecrets() {
        return expression != null
                && expression.bindings().stream().anyMatch(binding -> binding.source() == VariableBinding.Source.SECRETS);
    }

    /** The length of time that was compiled; null gives null. */
    DurationPlan length(DurationSpec spec) {
        return spec == null ? null : new DurationPlan(spec.millis(), expression);
    }
}
