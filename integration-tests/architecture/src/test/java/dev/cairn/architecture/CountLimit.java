package dev.cairn.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A limit on counts, and the things that exceed it today. The list may only shrink: an entry that is larger than what it excuses
 * is a fault as well.
 *
 * @param max the limit for everything that is not listed
 * @param unit the counted unit, in the plural
 * @param exceptions counts of today, by name
 */
record CountLimit(int max, String unit, Map<String, Integer> exceptions) {

    /** Things that have too many, or are listed without need; empty if there are none. */
    List<String> faults(Map<String, Integer> counts) {
        List<String> faults = new ArrayList<>();
        counts.forEach((name, count) -> {
            int allowed = exceptions.getOrDefault(name, max);
            if (count > allowed) {
                faults.add(name + " has " + count + " " + unit + ", " + allowed + " are allowed: divide it");
            }
        });
        exceptions.forEach((name, listed) -> {
            int count = counts.getOrDefault(name, 0);
            if (count <= max) {
                faults.add(name + " is within the limit: take it off the list of exceptions");
            } else if (count < listed) {
                faults.add(name + " has shrunk to " + count + " " + unit + ": write that into the list of exceptions, not "
                        + listed);
            }
        });
        return faults;
    }
}
