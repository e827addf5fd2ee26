package dev.cairn.management.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.observer.LiveChange;
import dev.cairn.value.JsonCodec;

/**
 * A message with a batch of changes, from the node that made them to the other nodes.
 *
 * @param node id of the node that made the changes
 * @param number counts the parcels of the node, from 1
 * @param since the first parcel that each receiver has got without a gap in time: another one if it was forgotten meanwhile
 * @param missed true if changes before these were left out
 */
record InterNodeChangeMessage(String node, long number, Map<String, Long> since, boolean missed, List<LiveChange> changes) {

    byte[] text() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("node", node).put("number", number).put("missed", missed);
        ObjectNode firsts = json.putObject("since");
        since.forEach(firsts::put);
        ArrayNode array = json.putArray("changes");
        changes.forEach(change -> array.add(ChangeTextEncoder.json(change)));
        return JsonCodec.write(json);
    }

    /** Throws a {@link RuntimeException} if the text cannot be read. */
    static InterNodeChangeMessage read(byte[] text) {
        JsonNode json = JsonCodec.readWritten(text);
        List<LiveChange> changes = new ArrayList<>();
        json.required("changes").forEach(change -> changes.add(ChangeTextEncoder.read(change)));
        Map<String, Long> since = new HashMap<>();
        json.required("since").properties().forEach(first -> since.put(first.getKey(), first.getValue().asLong()));
        return new InterNodeChangeMessage(json.required("node").asText(), json.required("number").asLong(), since,
                json.path("missed").asBoolean(), changes);
    }
}
