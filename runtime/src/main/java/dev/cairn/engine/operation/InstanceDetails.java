package dev.cairn.engine.operation;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceView;

/**
 * Everything known of an instance except its history.
 *
 * @param view the view that applications get
 * @param node the life of a node that runs it, or null: it has ended, waits outside memory, or the store keeps nothing
 * @param entries number of entries of its journal
 * @param input its raw input, or null if the store keeps nothing; shared, not to be changed
 * @param pending the effects that it wants; empty if it has ended, or if {@code misfit} says why they are not known
 * @param misfit reason why its journal cannot be replayed, or null
 */
public record InstanceDetails(InstanceView view, String node, long entries, JsonNode input, List<PendingEffect> pending,
        String misfit) {

    public InstanceDetails {
        pending = List.copyOf(pending);
    }
}
