package dev.cairn.engine.option;

/**
 * Retention of ended instances.
 *
 * @param keptMillis retention of ended instances unless a rule sets another
 * @param intervalMillis interval at which instances are removed whose retention has ended
 * @param rules retention for some workflows, or some outcomes
 */
public record RetentionOptions(long keptMillis, long intervalMillis, RetentionRules rules) {

    public RetentionOptions {
        if (keptMillis < 0 || intervalMillis < 1) {
            throw new IllegalArgumentException(
                    "Settings of the retention are out of range: " + keptMillis + ", " + intervalMillis);
        }
    }
}
