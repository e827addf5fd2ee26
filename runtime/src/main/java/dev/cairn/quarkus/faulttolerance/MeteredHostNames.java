package dev.cairn.quarkus.faulttolerance;

import java.util.HashSet;
import java.util.Set;

/** Names guards in metrics: the first hosts by their own name, all others by one name. Thread-safe. */
final class MeteredHostNames {

    /** Input may choose hosts, and a registry of metrics never forgets a name. */
    static final int MAX_NAMES = 100;
    static final String OTHER = "other";

    private final Set<String> names = new HashSet<>();

    synchronized String of(String origin) {
        return names.contains(origin) || names.size() < MAX_NAMES && names.add(origin) ? origin : OTHER;
    }
}
