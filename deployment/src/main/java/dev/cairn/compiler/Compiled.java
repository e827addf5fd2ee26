package dev.cairn.compiler;

import dev.cairn.definition.DurationSpec;
import dev.cairn.program.Binding;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.Length;

/**
 * An expression compiled.
 *
 * @param expression the expression with its variables, or null if there was none
 * @param usesClock true if it reads the clock, so that the clock must be read before it is evaluated
 */
record Compiled(BoundExpression expression, boolean usesClock) {

    static final Compiled NONE = new Compiled(null, false);

    /** True if it reads {@code $secrets}, so that what it gives must not be stored. */
    boolean readsSecrets() {
        return expression != null
                && expression.bindings().stream().anyMatch(binding -> binding.source() == Binding.Source.SECRETS);
    }

    /** The length of time that was compiled; null gives null. */
    Length length(DurationSpec spec) {
        return spec == null ? null : new Length(spec.millis(), expression);
    }
}
