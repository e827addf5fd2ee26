package dev.cairn.engine.event.gather;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.link.LinkedEventSet;

/**
 * An event of a set.
 *
 * @param attributes the event without its data
 * @param value the part of the event that is in the input
 * @param filter index of the filter that it fits
 * @param ends true if it ends the set, alone or with others, and is not in the input
 */
record EventSetItem(JsonNode attributes, JsonNode value, int filter, boolean ends) {

    private static final Set<String> DATA = Set.of(CloudEventJsonInspector.DATA, CloudEventJsonInspector.BINARY);

    static EventSetItem of(LinkedEventSet rules, JsonNode event, int filter) {
        boolean ends = rules.ends(filter);
        ObjectNode attributes = JsonNodeFactory.instance.objectNode();
        event.properties().stream().filter(attribute -> !DATA.contains(attribute.getKey()))
                .forEach(attribute -> attributes.set(attribute.getKey(), attribute.getValue()));
        return new EventSetItem(attributes, ends ? NullNode.getInstance() : rules.read(event), filter, ends);
    }

    /** Source and id. */
    String key() {
        return CloudEventJsonInspector.key(attributes);
    }
}
