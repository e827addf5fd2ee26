package dev.cairn.driver;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceView;

/**
 * All that is known of an instance but its history.
 *
 * @param view what applications see
 * @param node the life of a node that runs it, or null: it has ended, waits outside memory, or the store keeps nothing
 * @param entries how many entries its journal has
 * @param input its raw input, or null if the store keeps nothing; shared, not to be changed
 * @param pending what it wants; empty if it has ended, or if {@code misfit} says why that is not known
 * @param misfit why its journal cannot be replayed, or null
 */
public record InstanceDetails(InstanceView view, String node, long entries, JsonNode input, List<PendingEffect> pending,
        String misfit) {

    public InstanceDetails {
        pending = List.copyOf(pending);
    }
}
