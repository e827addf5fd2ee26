package dev.cairn.driver;

/**
 * How long ended instances are kept.
 *
 * @param keptMillis how long ended instances are kept unless a rule says something else
 * @param intervalMillis how often those whose retention ended are removed
 * @param rules how long those of some workflows, or with some outcomes, are kept
 */
public record RetentionOptions(long keptMillis, long intervalMillis, RetentionRules rules) {

    public RetentionOptions {
        if (keptMillis < 0 || intervalMillis < 1) {
            throw new IllegalArgumentException(
                    "Settings of the retention are out of range: " + keptMillis + ", " + intervalMillis);
        }
    }
}
