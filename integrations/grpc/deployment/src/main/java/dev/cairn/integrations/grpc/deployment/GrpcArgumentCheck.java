package dev.cairn.integrations.grpc.deployment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;

import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.integrations.grpc.descriptor.ArgumentFaultFinder;
import dev.cairn.integrations.grpc.descriptor.MessageFieldFinder;

/** Checks the arguments of a call against the request message, as far as they are constants. */
final class GrpcArgumentCheck {

    /** Messages with a JSON form of their own. */
    private static final String WELL_KNOWN = "google.protobuf.";

    private final ProblemCollector problems;
    private final SourceMap sources;
    private final JsonFormat.Parser parser;
    private final ArgumentFaultFinder faults;

    /** @param sources finds the places of single values */
    GrpcArgumentCheck(ProblemCollector problems, SourceMap sources, TypeRegistry types) {
        this.problems = problems;
        this.sources = sources;
        this.parser = JsonFormat.parser().usingTypeRegistry(types);
        this.faults = new ArgumentFaultFinder(parser, types);
    }

    /** @param arguments null for an empty message, or for a stream without messages */
    void check(ValueTemplate arguments, MethodDescriptor method, SourceLocation call) {
        Descriptor message = method.getInputType();
        if (method.isClientStreaming()) {
            if (arguments != null) {
                stream(arguments.value(), method, arguments.location());
            }
        } else if (arguments == null) {
            required(Set.of(), message, call);
        } else {
            message(arguments.value(), message, arguments.location());
        }
    }

    private void stream(JsonNode value, MethodDescriptor method, SourceLocation location) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                message(value.get(i), method.getInputType(), location.child(String.valueOf(i)));
            }
        } else if (!isExpression(value)) {
            error(location, "The method " + method.getFullName() + " takes a stream of messages, and so a list in JSON.",
                    "Write it as [{field: value}, …].");
        }
    }

    private void message(JsonNode value, Descriptor message, SourceLocation location) {
        if (isExpression(value)) {
            return;
        }
        if (message.getFullName().startsWith(WELL_KNOWN)) {
            if (!hasExpression(value)) {
                whole(value, message, location);
            }
            return;
        }
        if (!value.isObject()) {
            error(location, "The message " + message.getFullName() + " is an object in JSON.", "Write it as {field: value}.");
            return;
        }
        Set<String> given = new HashSet<>();
        Set<OneofDescriptor> chosen = new HashSet<>();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            SourceLocation place = location.child(member.getKey());
            FieldDescriptor field = MessageFieldFinder.find(member.getKey(), message);
            if (field == null) {
                unknown(member.getKey(), message, place);
            } else if (!given.add(field.getName())) {
                error(place, "The field \"" + field.getName() + "\" is given twice.", "Remove one of the two.");
            } else if (!member.getValue().isNull()) {
                OneofDescriptor oneof = field.getRealContainingOneof();
                if (oneof != null && !chosen.add(oneof)) {
                    error(place, "Two fields of the oneof \"" + oneof.getName() + "\" are given.", "Keep one of them.");
                }
                field(member.getValue(), field, place);
            }
        }
        required(given, message, location);
    }

    private void unknown(String name, Descriptor message, SourceLocation place) {
        List<String> names = message.getFields().stream().map(FieldDescriptor::getJsonName).toList();
        String near = NameSuggestions.didYouMean(name, names);
        error(place, "The message " + message.getFullName() + " has no field \"" + name + "\".",
                near != null ? near : names.isEmpty() ? "It has none." : "It has: " + NameSuggestions.first(names) + ".");
    }

    private void required(Set<String> given, Descriptor message, SourceLocation location) {
        List<String> missing = new ArrayList<>();
        message.getFields().stream().filter(field -> field.isRequired() && !given.contains(field.getName()))
                .forEach(field -> missing.add(field.getName()));
        if (!missing.isEmpty()) {
            error(location, "The message " + message.getFullName() + " needs a value for: " + String.join(", ", missing) + ".",
                    "Add them to \"arguments\".");
        }
    }

    private void field(JsonNode value, FieldDescriptor field, SourceLocation place) {
        if (isExpression(value)) {
            return;
        }
        if (field.isMapField()) {
            map(value, field, place);
        } else if (!field.isRepeated()) {
            single(value, field, place);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                single(value.get(i), field, place.child(String.valueOf(i)));
            }
        } else {
            error(place, "The field \"" + field.getName() + "\" is repeated, and so a list in JSON.",
                    "Write it as [value, …].");
        }
    }

    private void map(JsonNode value, FieldDescriptor field, SourceLocation place) {
        if (!value.isObject()) {
            error(place, "The field \"" + field.getName() + "\" is a map, and so an object in JSON.",
                    "Write it as {key: value}.");
            return;
        }
        FieldDescriptor valueField = field.getMessageType().findFieldByName("value");
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            SourceLocation entryPlace = place.child(entry.getKey());
            if (valueField.getJavaType() == JavaType.MESSAGE) {
                message(entry.getValue(), valueField.getMessageType(), entryPlace);
            } else if (!isExpression(entry.getValue())) {
                merged(field, JsonNodeFactory.instance.objectNode().set(entry.getKey(), entry.getValue()), entryPlace);
            }
        }
    }

    private void single(JsonNode value, FieldDescriptor field, SourceLocation place) {
        if (isExpression(value)) {
            return;
        }
        if (field.getJavaType() == JavaType.MESSAGE) {
            message(value, field.getMessageType(), place);
        } else if (field.getJavaType() == JavaType.ENUM && value.isTextual()
                && field.getEnumType().findValueByName(value.textValue()) == null) {
            List<String> names = field.getEnumType().getValues().stream().map(named -> named.getName()).toList();
            String near = NameSuggestions.didYouMean(value.textValue(), names);
            error(place, "The enum " + field.getEnumType().getFullName() + " has no value \"" + value.textValue() + "\".",
                    near != null ? near : "It has: " + NameSuggestions.first(names) + ".");
        } else {
            merged(field, field.isRepeated() ? JsonNodeFactory.instance.arrayNode().add(value) : value, place);
        }
    }

    /** Has the parser of the running application look at one field. */
    private void merged(FieldDescriptor field, JsonNode value, SourceLocation place) {
        whole(JsonNodeFactory.instance.objectNode().set(field.getJsonName(), value), field.getContainingType(), place);
    }

    private void whole(JsonNode value, Descriptor message, SourceLocation place) {
        String fault = ArgumentFaultFinder.hasLongNumber(value) ? faults.find(value, message) : null;
        if (fault == null) {
            try {
                parser.merge(ArgumentFaultFinder.text(value), DynamicMessage.newBuilder(message));
                return;
            } catch (InvalidProtocolBufferException unfit) {
                fault = unfit.getMessage();
            }
        }
        error(place, "The value does not fit the message " + message.getFullName() + ": " + fault + ".",
                "Correct it, or the proto file.");
    }

    private static boolean isExpression(JsonNode value) {
        return value.isTextual() && ValueTemplate.isWrapped(value.textValue());
    }

    private static boolean hasExpression(JsonNode value) {
        if (value.isContainerNode()) {
            for (JsonNode element : value) {
                if (hasExpression(element)) {
                    return true;
                }
            }
        }
        return isExpression(value);
    }

    private void error(SourceLocation place, String message, String suggestion) {
        problems.error(GrpcErrorCodes.ARGUMENTS, sources.at(place.pointer()), message, suggestion);
    }
}
