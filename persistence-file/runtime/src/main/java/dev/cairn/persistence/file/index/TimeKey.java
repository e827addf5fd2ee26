package dev.cairn.persistence.file.index;

/**
 * Key of a map from times to instances: those that are due, and those that ended.
 *
 * @param atMillis milliseconds since the epoch
 * @param id the instance
 */
public record TimeKey(long atMillis, String id) implements Comparable<TimeKey> {

    @Override
    public int compareTo(TimeKey other) {
        int byTime = Long.compare(atMillis, other.atMillis);
        return byTime != 0 ? byTime : id.compareTo(other.id);
    }
}
