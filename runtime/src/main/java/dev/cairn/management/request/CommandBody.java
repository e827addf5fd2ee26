package dev.cairn.management.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.http.HttpProblemException;
import dev.cairn.management.access.CallerAccess;

/** The fields of a JSON object that a client sends. All methods throw {@link HttpProblemException} with a message for the client. */
public record CommandBody(ObjectNode json) {

    public static final String REASON = "reason";

    /** Refuses fields that are not among those that an operation knows. */
    public CommandBody only(String... names) {
        Set<String> unknown = new TreeSet<>();
        json.fieldNames().forEachRemaining(unknown::add);
        Set.of(names).forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw BadRequestAnswers.of("There is no field " + unknown.iterator().next() + ".");
        }
        return this;
    }

    /** The caller, and the reason that the body gives. */
    public CommandOrigin origin(CallerAccess access) {
        return BadRequestAnswers.checked(() -> CommandOriginMapper.origin(access, text(REASON)));
    }

    /** The text of a field, or null. */
    public String text(String name) {
        JsonNode value = any(name);
        if (value != null && (!value.isTextual() || value.textValue().isEmpty())) {
            throw BadRequestAnswers.of("The field " + name + " is a non-empty text.");
        }
        return value == null ? null : value.textValue();
    }

    /** As {@link #text(String)}, with a maximum number of characters. */
    public String text(String name, int most) {
        String text = text(name);
        if (text != null && text.length() > most) {
            throw BadRequestAnswers
                    .of("The field " + name + " has at most " + most + " characters, not " + text.length() + ".");
        }
        return text;
    }

    public String required(String name) {
        String text = text(name);
        if (text == null) {
            throw BadRequestAnswers.of("The field " + name + " is missing.");
        }
        return text;
    }

    /** A number from 1, or 0 if it is not there. */
    public int number(String name) {
        JsonNode value = any(name);
        if (value != null && (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1)) {
            throw BadRequestAnswers.of("The field " + name + " is a whole number from 1.");
        }
        return value == null ? 0 : value.intValue();
    }

    public boolean flag(String name) {
        JsonNode value = any(name);
        if (value != null && !value.isBoolean()) {
            throw BadRequestAnswers.of("The field " + name + " is true or false.");
        }
        return value != null && value.booleanValue();
    }

    /** A time as in RFC 3339, or null. */
    public Instant time(String name) {
        return InstanceFilterReader.time("The field " + name, text(name));
    }

    /** An object whose values are texts; empty if it is not there. */
    public Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        CommandBody object = object(name);
        if (object != null) {
            object.json.fieldNames().forEachRemaining(each -> texts.put(each, object.required(each)));
        }
        return texts;
    }

    /** The texts of an array, or the only text if the value is a text; empty if the field is missing. */
    public List<String> list(String name) {
        JsonNode value = any(name);
        if (value == null || !value.isArray()) {
            return value == null ? List.of() : List.of(text(name));
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode element : value) {
            if (!element.isTextual() || element.textValue().isEmpty()) {
                throw BadRequestAnswers.of("The field " + name + " is a non-empty text, or an array of non-empty texts.");
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    /** An object, or null. */
    public CommandBody object(String name) {
        JsonNode value = any(name);
        if (value != null && !value.isObject()) {
            throw BadRequestAnswers.of("The field " + name + " is an object.");
        }
        return value == null ? null : new CommandBody((ObjectNode) value);
    }

    /** Any value, or null. A JSON null is as if it were not there. */
    JsonNode any(String name) {
        JsonNode value = json.get(name);
        return value == null || value.isNull() ? null : value;
    }
}
