package dev.cairn.spi;

/**
 * An entry of the index of due times.
 *
 * @param dueAtMillis milliseconds since the epoch
 * @param instanceId the instance that has the timer
 */
public record DueTimer(long dueAtMillis, String instanceId) implements Comparable<DueTimer> {

    /** By time, then by instance: the order in which pages of timers are read. */
    @Override
    public int compareTo(DueTimer other) {
        int byTime = Long.compare(dueAtMillis, other.dueAtMillis);
        return byTime != 0 ? byTime : instanceId.compareTo(other.instanceId);
    }
}
