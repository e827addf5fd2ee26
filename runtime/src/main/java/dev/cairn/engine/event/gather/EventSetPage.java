package dev.cairn.engine.event.gather;

import java.util.List;

/**
 * The sets of the events that have some values in common.
 *
 * @param sets the sets that may take events, or wait for their instance, the oldest first
 * @param ended ids of the sets that have ended
 * @param nextNumber the number of a set that is opened now
 */
record EventSetPage(List<EventSetState> sets, List<String> ended, int nextNumber) {}
