package dev.cairn.compiler.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.reader.Reaction;
import dev.cairn.compiler.reader.ReaderCodes;
import dev.cairn.definition.Problem;

/** Finds out what can stand at a place, by trying values of each type there. */
final class ValueLearner {

    static final String TASK = "#/definitions/task";
    static final String TASKS = "#/definitions/tasks";

    /** Texts of special meaning, each with the pattern of its like. */
    private static final Map<String, String> TEXTS = texts();

    /** Properties that change which others there are. */
    private static final List<String> SELECTORS = List.of("use", "details", "completed", "resource", "source");

    /** The one name in metadata that is not the author's. */
    private static final String OURS = "cairn";

    private ValueLearner() {}

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("${ .a }", "^\\s*\\$\\{[\\s\\S]*\\}\\s*$");
        texts.put("PT1S", "^P.+$");
        texts.put("jq", "^jq$");
        texts.put("json", "^json$");
        return texts;
    }

    /** The schema of what can stand at a place. */
    static ObjectNode learn(Probe place) {
        if (isTask(place)) {
            return Probe.JSON.objectNode().put("$ref", TASK);
        }
        ObjectNode schema = Probe.JSON.objectNode();
        List<String> types = new ArrayList<>();
        if (place.acceptsType(Probe.JSON.objectNode())) {
            types.add("object");
            object(place, schema);
        }
        if (place.acceptsType(Probe.JSON.arrayNode())) {
            types.add("array");
            array(place, schema);
        }
        if (text(place, schema)) {
            types.add("string");
        }
        if (place.accepts(Probe.JSON.numberNode(1.5))) {
            types.add("number");
        } else if (place.accepts(Probe.JSON.numberNode(1))) {
            types.add("integer");
        }
        if (place.accepts(Probe.JSON.booleanNode(true))) {
            types.add("boolean");
        }
        if (place.accepts(Probe.JSON.nullNode())) {
            types.add("null");
        }
        if (TASKS.equals(schema.path("$ref").textValue())) {
            return schema;
        }
        return types.size() == 6 ? schema : typed(types, schema);
    }

    private static ObjectNode typed(List<String> types, ObjectNode schema) {
        ObjectNode typed = Probe.JSON.objectNode();
        if (types.isEmpty()) {
            throw new IllegalStateException("Nothing is accepted where " + schema + " was learned");
        }
        if (types.size() == 1) {
            typed.put("type", types.get(0));
        } else {
            ArrayNode several = typed.putArray("type");
            types.forEach(several::add);
        }
        return typed.setAll(schema);
    }

    private static boolean isTask(Probe place) {
        return place.react(Probe.JSON.objectNode()).problems(place.pointer()).stream()
                .anyMatch(problem -> problem.code().equals(ReaderCodes.UNKNOWN_KIND));
    }

    private static void object(Probe place, ObjectNode schema) {
        Reaction reaction = place.react(Probe.JSON.objectNode());
        if (reaction.isClosed(place.pointer())) {
            closed(place, reaction, schema);
        } else if (looksInto(place.with(Probe.JSON.objectNode()).child(Probe.ANY_NAME))) {
            schema.set("additionalProperties", learn(place.with(Probe.JSON.objectNode()).child(Probe.ANY_NAME)));
        } else if (hasOurs(place)) {
            schema.putObject("properties").set(OURS, learn(place.with(Probe.JSON.objectNode()).child(OURS)));
        }
        if (isRefusedEmpty(reaction, place)) {
            notEmpty(place, reaction, schema);
        }
    }

    /** Something must be there, or one of those that help. */
    private static void notEmpty(Probe place, Reaction reaction, ObjectNode schema) {
        List<String> helping = reaction.known(place.pointer()).stream().sorted().filter(name -> !isRefusedEmpty(
                place.react(Probe.JSON.objectNode().set(name, Probe.JSON.objectNode())), place)).toList();
        if (helping.isEmpty() || helping.size() == reaction.known(place.pointer()).size() || schema.has("anyOf")) {
            schema.put("minProperties", 1);
            return;
        }
        ArrayNode anyOf = schema.putArray("anyOf");
        helping.forEach(name -> anyOf.addObject().putArray("required").add(name));
    }

    private static boolean isRefusedEmpty(Reaction reaction, Probe place) {
        return reaction.problems(place.pointer()).stream().anyMatch(problem -> isForBeingEmpty(problem, reaction, place));
    }

    /** {@code required} reports missing properties one by one. */
    private static boolean isForBeingEmpty(Problem problem, Reaction reaction, Probe place) {
        return !problem.code().equals(ReaderCodes.MISSING_PROPERTY)
                || reaction.required(place.pointer()).stream()
                        .noneMatch(name -> problem.message().startsWith("\"" + name + "\""));
    }

    /** An object whose properties are known; some properties let it have others than it has without them. */
    private static void closed(Probe place, Reaction reaction, ObjectNode schema) {
        ObjectNode plain = Probe.JSON.objectNode();
        properties(place.with(Probe.JSON.objectNode()), reaction, plain);
        for (String selector : SELECTORS) {
            ObjectNode selected = Probe.JSON.objectNode().put(selector, Probe.ANY_NAME);
            Reaction other = place.react(selected);
            if (reaction.known(place.pointer()).contains(selector) || !other.known(place.pointer()).contains(selector)) {
                continue;
            }
            ObjectNode alternative = Probe.JSON.objectNode();
            properties(place.with(selected), other, alternative);
            if (other.known(place.pointer()).containsAll(reaction.known(place.pointer()))) {
                // Nothing but more: what is known without the selector was learned where nothing disturbs it.
                ObjectNode known = (ObjectNode) alternative.get("properties");
                plain.get("properties").properties().forEach(property -> known.set(property.getKey(), property.getValue()));
                schema.setAll(alternative);
            } else {
                if (!other.required(place.pointer()).containsAll(reaction.required(place.pointer()))) {
                    // It stands in the place of what would be missing without it.
                    alternative.withArrayProperty("required").add(selector);
                }
                schema.putArray("anyOf").add(plain).add(alternative.put("minProperties", 1));
            }
            return;
        }
        schema.setAll(plain);
    }

    private static boolean hasOurs(Probe place) {
        Probe ours = place.with(Probe.JSON.objectNode()).child(OURS);
        return ours.react(Probe.JSON.objectNode()).isClosed(ours.pointer());
    }

    static void properties(Probe place, Reaction reaction, ObjectNode schema) {
        ObjectNode properties = schema.putObject("properties");
        reaction.known(place.pointer()).stream().sorted().forEach(name -> properties.set(name, learn(place.child(name))));
        if (!reaction.required(place.pointer()).isEmpty()) {
            ArrayNode required = schema.putArray("required");
            reaction.required(place.pointer()).stream().sorted().forEach(required::add);
        }
        schema.put("additionalProperties", false);
    }

    /** True if not every value is good at this place. */
    private static boolean looksInto(Probe place) {
        return List.of(Probe.JSON.objectNode(), Probe.JSON.arrayNode(), Probe.JSON.numberNode(1), Probe.JSON.nullNode())
                .stream()
                .anyMatch(value -> !place.react(value).problemsWithin(place.pointer()).isEmpty());
    }

    private static void array(Probe place, ObjectNode schema) {
        Probe entry = place.with(Probe.JSON.arrayNode()).child("0");
        boolean named = entry.react(Probe.JSON.objectNode()).problems(entry.pointer()).stream()
                .anyMatch(problem -> problem.code().equals(ReaderCodes.LIST_ENTRY));
        if (!named) {
            if (looksInto(entry)) {
                schema.set("items", learn(entry));
            }
            return;
        }
        JsonNode value = learn(entry.with(Probe.JSON.objectNode()).child(Probe.ANY_NAME));
        if (TASK.equals(value.path("$ref").textValue())) {
            schema.removeAll();
            schema.put("$ref", TASKS);
        } else {
            schema.set("items", named(value));
        }
    }

    /** An entry of a list: an object whose only key is its name. */
    static ObjectNode named(JsonNode value) {
        ObjectNode entry = Probe.JSON.objectNode();
        entry.put("type", "object").put("minProperties", 1).put("maxProperties", 1);
        return entry.set("additionalProperties", value);
    }

    /** False if no text is accepted. */
    private static boolean text(Probe place, ObjectNode schema) {
        if (place.accepts(Probe.ANY_NAME)) {
            if (!place.accepts("")) {
                schema.put("minLength", 1);
            }
            return true;
        }
        List<String> choices = place.react(Probe.JSON.textNode(Probe.ANY_NAME)).choices(place.pointer()).stream()
                .filter(place::accepts).toList();
        if (!choices.isEmpty()) {
            ArrayNode all = schema.putArray("enum");
            choices.forEach(all::add);
            return true;
        }
        List<String> patterns = TEXTS.entrySet().stream().filter(text -> place.accepts(text.getKey())).map(Map.Entry::getValue)
                .toList();
        if (!patterns.isEmpty()) {
            schema.put("pattern", String.join("|", patterns));
        }
        return !patterns.isEmpty();
    }
}
