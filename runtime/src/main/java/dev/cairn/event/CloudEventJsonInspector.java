package dev.cairn.event;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.value.BodyMediaType;
import dev.cairn.value.JqValues;

/** The JSON form of events, by the JSON format of CloudEvents 1.0: checks it, and gives its data. */
public final class CloudEventJsonInspector {

    /** The member that holds the data. */
    public static final String DATA = "data";

    /** The member that holds data which are no text, in base64. */
    public static final String BINARY = "data_base64";

    /** The source of the events of updates. */
    public static final String UPDATE_SOURCE = "urn:cairn:update";

    /** The version of CloudEvents. */
    public static final String VERSION = "1.0";

    private static final Set<String> NOT_EMPTY = Set.of("id", "source", "type", "subject", "datacontenttype", "dataschema");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+");

    private CloudEventJsonInspector() {}

    /** The reason why a value is not an event, as a sentence without its end; null if it is one. */
    public static String problem(JsonNode event) {
        if (!event.isObject()) {
            return "an event is an object, not " + JqValues.typeName(event);
        }
        for (String required : new String[] { "id", "source", "type" }) {
            if (!event.has(required)) {
                return "an event needs " + required;
            }
        }
        for (Map.Entry<String, JsonNode> member : event.properties()) {
            String problem = member.getKey().equals(DATA) || member.getKey().equals(BINARY) ? null
                    : problem(member.getKey(), member.getValue());
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** The reason why a value cannot be that of an attribute, as a sentence without its end; null if it can. */
    public static String problem(String attribute, JsonNode value) {
        if (!isName(attribute)) {
            return "the attribute " + attribute + " is not named with lower case letters and digits alone";
        }
        if (attribute.equals("time")) {
            return isTime(value) ? null : "time is no date and time of RFC 3339: " + JqValues.shortForm(value);
        }
        if (NOT_EMPTY.contains(attribute) && (!value.isTextual() || value.textValue().isEmpty())) {
            return attribute + " is no string, or empty: " + JqValues.shortForm(value);
        }
        if ((attribute.equals("source") || attribute.equals("dataschema")) && !isUri(value.textValue())) {
            return attribute + " is no URI: " + JqValues.shortForm(value);
        }
        return value.isTextual() || value.isBoolean() || value.isInt() ? null
                : "the attribute " + attribute + " is no string, boolean or integer of 32 bits: "
                        + JqValues.shortForm(value);
    }

    /** True for a name that attributes may have. */
    public static boolean isName(String attribute) {
        return NAME.matcher(attribute).matches();
    }

    private static boolean isUri(String text) {
        try {
            new URI(text);
            return true;
        } catch (URISyntaxException noUri) {
            return false;
        }
    }

    private static boolean isTime(JsonNode value) {
        if (!value.isTextual()) {
            return false;
        }
        try {
            OffsetDateTime.parse(value.textValue());
            return true;
        } catch (DateTimeParseException noTime) {
            return false;
        }
    }

    /** The data of an event: JSON, a text, base64 text for anything else; null if it has none. */
    public static JsonNode data(JsonNode event) {
        JsonNode data = event.has(DATA) ? event.get(DATA) : event.path(BINARY);
        return data.isMissingNode() ? NullNode.getInstance() : data;
    }

    /** The data of an event as text: JSON is written out, and what is no text is in base64; null if it has none. */
    public static JsonNode raw(JsonNode event) {
        if (!event.has(DATA)) {
            return data(event);
        }
        JsonNode data = event.get(DATA);
        return data.isTextual() && !isJson(event.path("datacontenttype").textValue()) ? data
                : JsonNodeFactory.instance.textNode(JqValues.toText(data));
    }

    /** The identity of an event: its source and id. */
    public static String key(JsonNode event) {
        return event.path("source").asText() + ' ' + event.path("id").asText();
    }

    /** True if data of a content type, which may be null, are JSON. */
    static boolean isJson(String contentType) {
        return contentType == null || BodyMediaType.of(contentType).isJson();
    }

    /** The charset of data of a content type if they are text, else null. */
    static Charset charset(String contentType) {
        BodyMediaType type = BodyMediaType.of(contentType);
        return type.isText() ? type.charset() : null;
    }
}
