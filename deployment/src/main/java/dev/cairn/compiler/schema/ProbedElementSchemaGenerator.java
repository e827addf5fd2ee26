package dev.cairn.compiler.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.reader.ReaderErrorCodes;
import dev.cairn.compiler.reader.ReaderGrammarProbe;
import dev.cairn.definition.Problem;

/** Generates the schema of a value, by trying values of each type at its place. */
final class ProbedElementSchemaGenerator {

    static final String TASK = "#/definitions/task";
    static final String TASKS = "#/definitions/tasks";

    /** Texts of special meaning, each with the pattern of its like. */
    private static final Map<String, String> TEXTS = texts();

    /** Properties that change which others there are. */
    private static final List<String> SELECTORS = List.of("use", "oidcClient", "from", "details", "completed", "resource",
            "source");

    /** The one name in metadata that is not the author's. */
    private static final String OURS = "cairn";

    private ProbedElementSchemaGenerator() {}

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("${ .a }", "^\\s*\\$\\{[\\s\\S]*\\}\\s*$");
        texts.put("PT1S", "^P.+$");
        texts.put("jq", "^jq$");
        texts.put("json", "^json$");
        texts.put("@daily", "^\\s*(@[A-Za-z]+|\\S+(\\s+\\S+){4,5})\\s*$");
        texts.put("UTC", "^[A-Za-z0-9+_/:-]+$");
        return texts;
    }

    /** The schema of what can stand at a place. */
    static ObjectNode learn(ReaderAcceptanceProbe place) {
        if (isTask(place)) {
            return ReaderAcceptanceProbe.JSON.objectNode().put("$ref", TASK);
        }
        ObjectNode schema = ReaderAcceptanceProbe.JSON.objectNode();
        List<String> types = new ArrayList<>();
        if (place.acceptsType(ReaderAcceptanceProbe.JSON.objectNode())) {
            types.add("object");
            object(place, schema);
        }
        if (acceptsList(place)) {
            types.add("array");
            array(place, schema);
        }
        if (text(place, schema)) {
            types.add("string");
        }
        if (place.accepts(ReaderAcceptanceProbe.JSON.numberNode(1.5))) {
            types.add("number");
        } else if (place.accepts(ReaderAcceptanceProbe.JSON.numberNode(1))) {
            types.add("integer");
        }
        if (place.accepts(ReaderAcceptanceProbe.JSON.booleanNode(true))) {
            types.add("boolean");
        }
        if (place.accepts(ReaderAcceptanceProbe.JSON.nullNode())) {
            types.add("null");
        }
        if (TASKS.equals(schema.path("$ref").textValue())) {
            return schema;
        }
        return types.size() == 6 ? schema : typed(types, schema);
    }

    private static ObjectNode typed(List<String> types, ObjectNode schema) {
        ObjectNode typed = ReaderAcceptanceProbe.JSON.objectNode();
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

    private static boolean isTask(ReaderAcceptanceProbe place) {
        return place.react(ReaderAcceptanceProbe.JSON.objectNode()).problems(place.pointer()).stream()
                .anyMatch(problem -> problem.code().equals(ReaderErrorCodes.UNKNOWN_KIND));
    }

    private static void object(ReaderAcceptanceProbe place, ObjectNode schema) {
        ReaderGrammarProbe reaction = place.react(ReaderAcceptanceProbe.JSON.objectNode());
        if (reaction.isClosed(place.pointer())) {
            closed(place, reaction, schema);
        } else if (looksInto(place.with(ReaderAcceptanceProbe.JSON.objectNode()).child(ReaderAcceptanceProbe.ANY_NAME))) {
            schema.set("additionalProperties",
                    learn(place.with(ReaderAcceptanceProbe.JSON.objectNode()).child(ReaderAcceptanceProbe.ANY_NAME)));
        } else if (hasOurs(place)) {
            schema.putObject("properties").set(OURS, learn(place.with(ReaderAcceptanceProbe.JSON.objectNode()).child(OURS)));
        }
        if (isRefusedEmpty(reaction, place)) {
            notEmpty(place, reaction, schema);
        }
    }

    /** Something must be there, or one of those that help. */
    private static void notEmpty(ReaderAcceptanceProbe place, ReaderGrammarProbe reaction, ObjectNode schema) {
        List<String> helping = reaction.known(place.pointer()).stream().sorted().filter(name -> !isRefusedEmpty(
                place.react(ReaderAcceptanceProbe.JSON.objectNode().set(name, ReaderAcceptanceProbe.JSON.objectNode())), place))
                .toList();
        if (helping.isEmpty() || helping.size() == reaction.known(place.pointer()).size() || schema.has("anyOf")) {
            schema.put("minProperties", 1);
            return;
        }
        ArrayNode anyOf = schema.putArray("anyOf");
        helping.forEach(name -> anyOf.addObject().putArray("required").add(name));
    }

    private static boolean isRefusedEmpty(ReaderGrammarProbe reaction, ReaderAcceptanceProbe place) {
        return reaction.problems(place.pointer()).stream().filter(problem -> problem.severity() == Problem.Severity.ERROR)
                .anyMatch(problem -> isForBeingEmpty(problem, reaction, place));
    }

    /** {@code required} reports missing properties one by one. */
    private static boolean isForBeingEmpty(Problem problem, ReaderGrammarProbe reaction, ReaderAcceptanceProbe place) {
        return !problem.code().equals(ReaderErrorCodes.MISSING_PROPERTY)
                || reaction.required(place.pointer()).stream()
                        .noneMatch(name -> problem.message().startsWith("\"" + name + "\""));
    }

    /** An object whose properties are known; some properties let it have others than it has without them. */
    private static void closed(ReaderAcceptanceProbe place, ReaderGrammarProbe reaction, ObjectNode schema) {
        ObjectNode plain = ReaderAcceptanceProbe.JSON.objectNode();
        properties(place.with(ReaderAcceptanceProbe.JSON.objectNode()), reaction, plain);
        ArrayNode alternatives = ReaderAcceptanceProbe.JSON.arrayNode();
        for (String selector : SELECTORS) {
            ObjectNode selected = ReaderAcceptanceProbe.JSON.objectNode().put(selector, ReaderAcceptanceProbe.ANY_NAME);
            ReaderGrammarProbe other = place.react(selected);
            if (reaction.known(place.pointer()).contains(selector) || !other.known(place.pointer()).contains(selector)) {
                continue;
            }
            ObjectNode alternative = ReaderAcceptanceProbe.JSON.objectNode();
            properties(place.with(selected), other, alternative);
            if (other.known(place.pointer()).containsAll(reaction.known(place.pointer()))) {
                // Nothing but more: what is known without the selector was learned where nothing disturbs it.
                ObjectNode known = (ObjectNode) alternative.get("properties");
                plain.get("properties").properties().forEach(property -> known.set(property.getKey(), property.getValue()));
                schema.setAll(alternative);
                return;
            }
            if (!other.required(place.pointer()).containsAll(reaction.required(place.pointer()))) {
                // It stands in the place of what would be missing without it.
                alternative.withArrayProperty("required").add(selector);
            }
            alternatives.add(alternative.put("minProperties", 1));
        }
        if (alternatives.isEmpty()) {
            schema.setAll(plain);
        } else {
            schema.putArray("anyOf").add(plain).addAll(alternatives);
        }
    }

    private static boolean hasOurs(ReaderAcceptanceProbe place) {
        ReaderAcceptanceProbe ours = place.with(ReaderAcceptanceProbe.JSON.objectNode()).child(OURS);
        return ours.react(ReaderAcceptanceProbe.JSON.objectNode()).isClosed(ours.pointer());
    }

    static void properties(ReaderAcceptanceProbe place, ReaderGrammarProbe reaction, ObjectNode schema) {
        ObjectNode properties = schema.putObject("properties");
        reaction.known(place.pointer()).stream().sorted().forEach(name -> properties.set(name, learn(place.child(name))));
        if (!reaction.required(place.pointer()).isEmpty()) {
            ArrayNode required = schema.putArray("required");
            reaction.required(place.pointer()).stream().sorted().forEach(required::add);
        }
        schema.put("additionalProperties", false);
    }

    /** True if not every value is good at this place. */
    private static boolean looksInto(ReaderAcceptanceProbe place) {
        return List
                .of(ReaderAcceptanceProbe.JSON.objectNode(), ReaderAcceptanceProbe.JSON.arrayNode(),
                        ReaderAcceptanceProbe.JSON.numberNode(1),
                        ReaderAcceptanceProbe.JSON.nullNode())
                .stream()
                .anyMatch(value -> !place.react(value).problemsWithin(place.pointer()).isEmpty());
    }

    /** A list may be refused for being empty. */
    private static boolean acceptsList(ReaderAcceptanceProbe place) {
        return place.accepts(ReaderAcceptanceProbe.JSON.arrayNode())
                || place.accepts(ReaderAcceptanceProbe.JSON.arrayNode().add(ReaderAcceptanceProbe.ANY_NAME));
    }

    private static void array(ReaderAcceptanceProbe place, ObjectNode schema) {
        ReaderAcceptanceProbe entry = place.with(ReaderAcceptanceProbe.JSON.arrayNode()).child("0");
        boolean named = entry.react(ReaderAcceptanceProbe.JSON.objectNode()).problems(entry.pointer()).stream()
                .anyMatch(problem -> problem.code().equals(ReaderErrorCodes.LIST_ENTRY));
        if (!named) {
            if (looksInto(entry)) {
                schema.set("items", learn(entry));
            }
            return;
        }
        JsonNode value = learn(entry.with(ReaderAcceptanceProbe.JSON.objectNode()).child(ReaderAcceptanceProbe.ANY_NAME));
        if (TASK.equals(value.path("$ref").textValue())) {
            schema.removeAll();
            schema.put("$ref", TASKS);
        } else {
            schema.set("items", named(value));
        }
    }

    /** An entry of a list: an object whose only key is its name. */
    static ObjectNode named(JsonNode value) {
        ObjectNode entry = ReaderAcceptanceProbe.JSON.objectNode();
        entry.put("type", "object").put("minProperties", 1).put("maxProperties", 1);
        return entry.set("additionalProperties", value);
    }

    /** False if no text is accepted. */
    private static boolean text(ReaderAcceptanceProbe place, ObjectNode schema) {
        if (place.accepts(ReaderAcceptanceProbe.ANY_NAME)) {
            if (!place.accepts("")) {
                schema.put("minLength", 1);
            }
            return true;
        }
        List<String> choices = place.react(ReaderAcceptanceProbe.JSON.textNode(ReaderAcceptanceProbe.ANY_NAME))
                .choices(place.pointer()).stream()
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
