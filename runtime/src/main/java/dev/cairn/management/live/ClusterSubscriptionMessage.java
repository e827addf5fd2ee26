package dev.cairn.management.live;

import java.util.HashSet;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.JsonCodec;

/**
 * A message by which this node subscribes to the changes of instances on other nodes.
 *
 * @param node id of the node
 * @param forMillis the interest lasts this long unless the node repeats it; 0 ends it
 * @param tasks qualified names of the workflows whose tasks the node shows; {@link WatchedTaskWorkflows#ALL} for all
 */
record ClusterSubscriptionMessage(String node, long forMillis, Set<String> tasks) {

    /** Tells this notice from others. */
    private static final String KIND = "changes";

    byte[] text() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("notice", KIND).put("node", node).put("forMillis",
                forMillis);
        ArrayNode array = json.putArray("tasks");
        tasks.forEach(array::add);
        return JsonCodec.write(json);
    }

    /** Null for a notice of another kind. Throws a {@link RuntimeException} if the text cannot be read. */
    static ClusterSubscriptionMessage read(byte[] text) {
        JsonNode json = JsonCodec.readWritten(text);
        if (!json.path("notice").asText().equals(KIND)) {
            return null;
        }
        Set<String> tasks = new HashSet<>();
        json.path("tasks").forEach(workflow -> tasks.add(workflow.asText()));
        return new ClusterSubscriptionMessage(json.required("node").asText(), json.required("forMillis").asLong(),
                Set.copyOf(tasks));
    }
}
