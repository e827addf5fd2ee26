package dev.cairn.engine.schedule;

/**
 * Occurrences of a schedule that started no instance, as far as this node has decided about them since its start.
 *
 * @param skipped because an instance had not ended
 * @param missed because they were late
 * @param refused because the workflow did not take the input
 */
public record OccurrenceLossCount(long skipped, long missed, long refused) {

    static final OccurrenceLossCount NONE = new OccurrenceLossCount(0, 0, 0);

    OccurrenceLossCount plus(OccurrenceLossCount other) {
        return new OccurrenceLossCount(skipped + other.skipped, missed + other.missed, refused + other.refused);
    }
}
