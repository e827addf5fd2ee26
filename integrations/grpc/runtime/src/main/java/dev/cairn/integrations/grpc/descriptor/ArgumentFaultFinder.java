package dev.cairn.integrations.grpc.descriptor;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;

import dev.cairn.value.JsonCodec;

/**
 * Finds the field that makes JSON unfit for a message. Faults have names of fields and types, and no values, which can be secret.
 * Thread-safe.
 */
public final class ArgumentFaultFinder {

    private static final String ANY = "google.protobuf.Any";
    private static final String TYPE = "@type";
    /** Messages with a JSON form of their own. */
    private static final String WELL_KNOWN = "google.protobuf.";

    /** Numbers of Protocol Buffers are shorter. A million digits would take seconds. */
    private static final int MAX_NUMBER_CHARS = 1_000;
    /** The parser knows the digits of all scripts. */
    private static final Pattern NUMBER = Pattern
            .compile("[-+]?\\p{Nd}*+(?:\\.\\p{Nd}*+)?(?:[eE][-+]?(\\p{Nd}+))?");
    private static final int MAX_EXPONENT_DIGITS = 4;

    private final JsonFormat.Parser parser;
    private final TypeRegistry types;

    /** @param types messages that may be in an {@code Any} */
    public ArgumentFaultFinder(JsonFormat.Parser parser, TypeRegistry types) {
        this.parser = parser;
        this.types = types;
    }

    /** True if a text or a name in a value would take the parser long, if it stands for a number. */
    public static boolean hasLongNumber(JsonNode value) {
        if (value.isContainerNode()) {
            for (JsonNode element : value) {
                if (hasLongNumber(element)) {
                    return true;
                }
            }
        }
        return isLongNumber(value) || hasLongName(value);
    }

    /** The names are keys if the value is a map. */
    private static boolean hasLongName(JsonNode value) {
        return value.properties().stream().anyMatch(member -> isLongNumber(member.getKey()));
    }

    private static boolean isLongNumber(JsonNode value) {
        return value.isTextual() && isLongNumber(value.textValue());
    }

    private static boolean isLongNumber(String text) {
        if (text.length() <= MAX_EXPONENT_DIGITS) {
            return false;
        }
        Matcher number = NUMBER.matcher(text);
        return number.matches() && (text.length() > MAX_NUMBER_CHARS
                || number.group(1) != null && number.group(1).length() > MAX_EXPONENT_DIGITS);
    }

    /** The first fault of JSON for a message, or null if none is found. */
    public String find(JsonNode value, Descriptor type) {
        return message(value, type, "");
    }

    private String message(JsonNode value, Descriptor type, String path) {
        if (type.getFullName().equals(ANY)) {
            return any(value, path);
        }
        if (type.getFullName().startsWith(WELL_KNOWN)) {
            return fits(value, type) ? null : needs(path, "a value of type " + type.getFullName());
        }
        return value.isObject() ? members(value, type, path) : needs(path, "an object of type " + type.getFullName());
    }

    private String members(JsonNode value, Descriptor type, String path) {
        Set<FieldDescriptor> given = new HashSet<>();
        Set<OneofDescriptor> chosen = new HashSet<>();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            FieldDescriptor field = MessageFieldFinder.find(member.getKey(), type);
            String fault = null;
            if (field == null) {
                fault = "the message " + type.getFullName() + " has no field \"" + member.getKey() + "\"";
            } else if (!given.add(field)) {
                fault = "the field \"" + field.getName() + "\" is given twice";
            } else if (!member.getValue().isNull()) {
                OneofDescriptor oneof = field.getRealContainingOneof();
                fault = oneof != null && !chosen.add(oneof) ? "two fields of the oneof \"" + oneof.getName() + "\" are given"
                        : field(member.getValue(), field, path.isEmpty() ? member.getKey() : path + '.' + member.getKey());
            }
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** The type is beside the fields of its message. */
    private String any(JsonNode value, String path) {
        Descriptor type;
        try {
            type = types.getDescriptorForTypeUrl(value.path(TYPE).asText());
        } catch (InvalidProtocolBufferException malformed) {
            type = null;
        }
        if (!value.isObject() || type == null) {
            return value.isObject() && value.isEmpty() ? null
                    : needs(path, "an object whose \"@type\" names a message of the proto file or its imports");
        }
        if (value.has("value") && type.getFullName().startsWith(WELL_KNOWN)) {
            return message(value.path("value"), type, path.isEmpty() ? "value" : path + ".value");
        }
        ObjectNode members = value.deepCopy();
        members.remove(TYPE);
        return message(members, type, path);
    }

    private String field(JsonNode value, FieldDescriptor field, String path) {
        if (field.isMapField()) {
            return map(value, field, path);
        }
        if (!field.isRepeated()) {
            return single(value, field, path);
        }
        if (!value.isArray()) {
            return needs(path, "a list with values of type " + type(field));
        }
        for (int i = 0; i < value.size(); i++) {
            String fault = single(value.get(i), field, path + '[' + i + ']');
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** Keys are data, and so no part of a fault. */
    private String map(JsonNode value, FieldDescriptor field, String path) {
        FieldDescriptor keys = field.getMessageType().findFieldByName("key");
        FieldDescriptor values = field.getMessageType().findFieldByName("value");
        if (!value.isObject() || keys.getJavaType() != JavaType.STRING && hasLongName(value)) {
            return needs(path, mapType(keys, values));
        }
        for (JsonNode element : value) {
            String fault = single(element, values, path + "{}");
            if (fault != null) {
                return fault;
            }
        }
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.set(field.getJsonName(), value);
        return fits(whole, field.getContainingType()) ? null : needs(path, mapType(keys, values));
    }

    private static String mapType(FieldDescriptor keys, FieldDescriptor values) {
        return "an object with keys of type " + type(keys) + " and values of type " + type(values);
    }

    private String single(JsonNode value, FieldDescriptor field, String path) {
        if (field.getJavaType() == JavaType.MESSAGE) {
            return message(value, field.getMessageType(), path);
        }
        ObjectNode alone = JsonNodeFactory.instance.objectNode();
        alone.set(field.getJsonName(), field.isRepeated() ? JsonNodeFactory.instance.arrayNode().add(value) : value);
        return !(isNumber(field) && isLongNumber(value)) && fits(alone, field.getContainingType()) ? null
                : needs(path, "a value of type " + type(field));
    }

    private boolean fits(JsonNode value, Descriptor type) {
        if (isNumberWrapper(type) && isLongNumber(value)) {
            return false;
        }
        try {
            parser.merge(text(value), DynamicMessage.newBuilder(type));
            return true;
        } catch (InvalidProtocolBufferException unfit) {
            return false;
        }
    }

    /** The message has text that stands for a number. */
    private static boolean isNumberWrapper(Descriptor type) {
        return type.getFile().getName().equals("google/protobuf/wrappers.proto")
                && isNumber(type.findFieldByName("value"));
    }

    /** Also true for other fields whose text is neither taken as it is nor decoded. */
    private static boolean isNumber(FieldDescriptor field) {
        return field.getJavaType() != JavaType.STRING && field.getJavaType() != JavaType.BYTE_STRING;
    }

    /** The text that the parser gets. */
    public static String text(JsonNode value) {
        return new String(JsonCodec.writeAsJq(value), StandardCharsets.UTF_8);
    }

    private static String type(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case MESSAGE -> field.getMessageType().getFullName();
            case ENUM -> field.getEnumType().getFullName();
            default -> field.getType() == FieldDescriptor.Type.BYTES ? "bytes (base64)"
                    : field.getType().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String needs(String path, String type) {
        return path.isEmpty() ? "the message needs " + type : "the field \"" + path + "\" needs " + type;
    }
}
