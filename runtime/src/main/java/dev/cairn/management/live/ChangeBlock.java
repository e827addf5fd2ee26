package dev.cairn.management.live;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Consecutive entries of the ring, as viewers read them. Thread-safe but for {@link #texts}. */
final class ChangeBlock {

    /** Usual size of the text of an entry. */
    private static final int USUAL_BYTES = 256;

    private final List<ChangeRingEntry> entries;
    private final Set<String> workflows = new HashSet<>();
    private final boolean resets;
    /** Built when the first viewer of one instance asks; a race builds it twice, and equal. */
    private volatile Set<String> instances;
    /** Encoded texts by what they show. Guarded by the {@link ChangeBlockCache} that this belongs to. */
    final Map<Selection, byte[]> texts = new HashMap<>();

    /**
     * The part of a block that a viewer is shown.
     *
     * @param hidden workflows of the block that the viewer may not see
     */
    record Selection(String workflow, String instance, boolean tasks, Set<String> hidden) {}

    ChangeBlock(List<ChangeRingEntry> entries) {
        this.entries = entries;
        boolean found = false;
        for (ChangeRingEntry entry : entries) {
            if (entry.change() == null) {
                found = true;
            } else {
                workflows.add(entry.change().workflow());
            }
        }
        this.resets = found;
    }

    int size() {
        return entries.size();
    }

    Set<String> workflows() {
        return workflows;
    }

    /** False if a viewer with this filter is certainly shown nothing of the block. */
    boolean mayConcern(ChangeFilter filter) {
        return resets || (filter.workflow() == null || workflows.contains(filter.workflow()))
                && (filter.instance() == null || instances().contains(filter.instance()));
    }

    private Set<String> instances() {
        Set<String> found = instances;
        if (found == null) {
            found = new HashSet<>();
            for (ChangeRingEntry entry : entries) {
                if (entry.change() != null) {
                    found.add(entry.change().instance());
                }
            }
            instances = found;
        }
        return found;
    }

    /** Empty if there is nothing to show. */
    byte[] encode(ChangeFilter filter, Set<String> hidden, String life) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(
                filter.instance() == null ? entries.size() * USUAL_BYTES : USUAL_BYTES);
        for (ChangeRingEntry entry : entries) {
            if (entry.change() == null || filter.takes(entry.change()) && !hidden.contains(entry.change().workflow())) {
                text.writeBytes(entry.text(life));
            }
        }
        return text.toByteArray();
    }
}
