package dev.cairn.engine.option;

/**
 * Settings of sets of events that start instances.
 *
 * @param maxSets maximum number of sets that wait for events
 * @param maxEvents maximum number of events of a set
 * @param openMillis time for which a set waits for events
 */
public record EventSetOptions(int maxSets, int maxEvents, long openMillis) {

    /** The documented defaults. */
    public static final EventSetOptions DEFAULTS = new EventSetOptions(10_000, 1_000, 604_800_000);

    public EventSetOptions {
        if (maxSets < 1 || maxEvents < 1 || openMillis < 1) {
            throw new IllegalArgumentException(
                    "Settings of sets of events are out of range: " + maxSets + ", " + maxEvents + ", " + openMillis);
        }
    }
}
