package dev.cairn.value;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * The stand-in for {@code $authorization.parameter} in the arguments of a call, until the request is made. Each process has another
 * text as stand-in, which no data can contain: data with the stand-in would get the credentials.
 */
public final class AuthorizationStandIn {

    private AuthorizationStandIn() {}

    /** The value with the parameter in the place of its stand-in, in texts and names. */
    public static JsonNode replace(JsonNode value, String standIn, String parameter) {
        switch (value.getNodeType()) {
            case STRING:
                return value.textValue().contains(standIn)
                        ? TextNode.valueOf(value.textValue().replace(standIn, parameter))
                        : value;
            case ARRAY:
                ArrayNode elements = JsonNodeFactory.instance.arrayNode(value.size());
                value.forEach(element -> elements.add(replace(element, standIn, parameter)));
                return elements;
            case OBJECT:
                ObjectNode fields = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, JsonNode> field : value.properties()) {
                    fields.set(field.getKey().replace(standIn, parameter), replace(field.getValue(), standIn, parameter));
                }
                return fields;
            default:
                return value;
        }
    }
}
