package dev.cairn.value;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** The stand-in for {@code $authorization.parameter} in the arguments of a call, until the request is made. */
public final class AuthorizationStandIn {

    /** Characters of private use around a name: no text of an author has them. */
    public static final String PARAMETER = "\uE000authorization\uE001";

    private AuthorizationStandIn() {}

    /** The value with the parameter in the place of its stand-in, in texts and names. */
    public static JsonNode replace(JsonNode value, String parameter) {
        switch (value.getNodeType()) {
            case STRING:
                return value.textValue().contains(PARAMETER)
                        ? TextNode.valueOf(value.textValue().replace(PARAMETER, parameter))
                        : value;
            case ARRAY:
                ArrayNode elements = JsonNodeFactory.instance.arrayNode(value.size());
                value.forEach(element -> elements.add(replace(element, parameter)));
                return elements;
            case OBJECT:
                ObjectNode fields = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, JsonNode> field : value.properties()) {
                    fields.set(field.getKey().replace(PARAMETER, parameter), replace(field.getValue(), parameter));
                }
                return fields;
            default:
                return value;
        }
    }
}
