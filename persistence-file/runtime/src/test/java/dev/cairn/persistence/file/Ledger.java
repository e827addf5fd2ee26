package dev.cairn.persistence.file;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;

/**
 * The requests to a store that may die at any time, and its acknowledgements; and afterwards, its broken promises.
 *
 * <p>
 * The entries of an instance say which they are, so that a wrong one is known by looking at it.
 */
final class Ledger {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Map<String, Expected> instances = new TreeMap<>();

    /** The content of an entry. */
    static byte[] entry(String id, long position) {
        // Some are larger than a block of the log, most are not.
        int padding = position % 17 == 3 ? 20_000 : (int) (position * 37 % 300);
        return (id + "#" + position + "#" + "x".repeat(padding)).getBytes(StandardCharsets.UTF_8);
    }

    /** A write of entries up to a position is being asked for, all of them or none. */
    synchronized void asked(String id, long entriesAfter) {
        instances.computeIfAbsent(id, any -> new Expected()).asked.add(entriesAfter);
    }

    /** The write was acknowledged. */
    synchronized void acknowledged(String id, long entriesAfter) {
        instances.get(id).acknowledged = Math.max(instances.get(id).acknowledged, entriesAfter);
    }

    /** The removal of an instance is being asked for: from now on it may be there, whole, or not. */
    synchronized void removing(String id) {
        instances.get(id).removing = true;
    }

    /** The removal was acknowledged. */
    synchronized void removed(String id) {
        instances.get(id).removed = true;
    }

    /** Number of known instances. */
    synchronized int size() {
        return instances.size();
    }

    /** The promises that a reopened store broke, in words; empty if none. */
    synchronized List<String> violations(InstanceStore store) {
        List<String> violations = new ArrayList<>();
        instances.forEach((id, expected) -> {
            Optional<StoredInstance> found = store.load(id).await().atMost(PATIENCE);
            String violation = expected.violation(id, found);
            if (violation != null) {
                violations.add(id + ": " + violation);
            }
            // From here on, what was found counts.
            found.ifPresentOrElse(instance -> expected.acknowledged = instance.entries().size(),
                    () -> expected.acknowledged = 0);
        });
        return violations;
    }

    private static final class Expected {

        private final List<Long> asked = new ArrayList<>();
        private long acknowledged;
        private boolean removing;
        private boolean removed;

        String violation(String id, Optional<StoredInstance> found) {
            if (found.isEmpty()) {
                return acknowledged == 0 || removing ? null : "is gone, with " + acknowledged + " acknowledged entries";
            }
            if (removed) {
                return "is there, although its removal was acknowledged";
            }
            List<byte[]> entries = found.get().entries();
            if (entries.size() < acknowledged) {
                return "has " + entries.size() + " entries of " + acknowledged + " acknowledged ones";
            }
            if (!asked.contains((long) entries.size())) {
                return "has " + entries.size() + " entries, which is a part of a write: " + asked;
            }
            for (int i = 0; i < entries.size(); i++) {
                if (!Arrays.equals(entries.get(i), entry(id, i))) {
                    return "has something else at " + i;
                }
            }
            return found.get().row().updatedAtMillis() == entries.size() ? null : "has a row of another write";
        }
    }
}
