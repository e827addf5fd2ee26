package dev.cairn.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The most lines a thing may have, and those that have more today. The list may only shrink: an entry that is larger than what
 * it excuses is a fault as well.
 *
 * @param maxLines the limit for everything that is not listed
 * @param exceptions lines of today, by name
 */
record SizeLimit(int maxLines, Map<String, Integer> exceptions) {

    /** Things that are too long, or listed without need; empty if there are none. */
    List<String> faults(Map<String, Integer> lines) {
        List<String> faults = new ArrayList<>();
        lines.forEach((name, length) -> {
            int allowed = exceptions.getOrDefault(name, maxLines);
            if (length > allowed) {
                faults.add(name + " has " + length + " lines, " + allowed + " are allowed: divide it");
            }
        });
        exceptions.forEach((name, listed) -> {
            int length = lines.getOrDefault(name, 0);
            if (length <= maxLines) {
                faults.add(name + " is within the limit: take it off the list of exceptions");
            } else if (length < listed) {
                faults.add(name + " has shrunk to " + length + " lines: write that into the list of exceptions, not " + listed);
            }
        });
        return faults;
    }
}
