package dev.cairn.compiler.schema;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.reader.ReaderGrammarProbe;

/** Generates the schemas of tasks, by trying the reader on each kind. */
final class TaskSchemaGenerator {

    /** Values of {@code call} besides functions; protocols that cannot be called yet are left out. */
    private static final List<String> PROTOCOLS = List.of("http", "openapi", "grpc", "asyncapi", "a2a", "mcp");

    /** Values that a kind may have, so that a task can be tried that is of it. */
    private static final List<JsonNode> VALUES = List.of(ReaderAcceptanceProbe.JSON.objectNode(),
            ReaderAcceptanceProbe.JSON.arrayNode(),
            ReaderAcceptanceProbe.JSON.textNode(ReaderAcceptanceProbe.ANY_NAME));

    private TaskSchemaGenerator() {}

    /** Puts the definitions {@code task} and {@code tasks} there, with all they refer to. */
    static void learn(ObjectNode definitions) {
        Map<String, ReaderAcceptanceProbe> variants = variants();
        Set<String> common = new TreeSet<>();
        variants.values().forEach(variant -> common.addAll(known(variant)));
        variants.values().forEach(variant -> common.retainAll(known(variant)));
        ReaderAcceptanceProbe any = variants.values().iterator().next();
        common.forEach(name -> definitions.set("task." + name,
                EditorSchemaDescriptions.describe("task." + name, ProbedElementSchemaGenerator.learn(any.child(name)))));
        ArrayNode kinds = definitions.putObject("task").putArray("oneOf");
        variants.forEach((name, variant) -> kinds.add(variant(name, variant, common)));
        definitions.putObject("tasks").put("type", "array")
                .set("items", ProbedElementSchemaGenerator
                        .named(ReaderAcceptanceProbe.JSON.objectNode().put("$ref", ProbedElementSchemaGenerator.TASK)));
    }

    /** A task of each kind, and of each thing that can be called. */
    private static Map<String, ReaderAcceptanceProbe> variants() {
        Map<String, ReaderAcceptanceProbe> variants = new LinkedHashMap<>();
        for (String kind : ReaderGrammarProbe.kinds()) {
            if (kind.equals("call")) {
                Stream.concat(PROTOCOLS.stream(), Stream.of(ReaderAcceptanceProbe.ANY_NAME))
                        .map(target -> Map.entry(target.equals(ReaderAcceptanceProbe.ANY_NAME) ? "call" : "call " + target,
                                ReaderAcceptanceProbe.task().with(ReaderAcceptanceProbe.JSON.objectNode().put("call", target))))
                        .filter(call -> call.getValue().child("call").accepts(target(call.getValue())))
                        .forEach(call -> variants.put(call.getKey(), call.getValue()));
            } else {
                variants.put(kind, VALUES.stream()
                        .map(value -> ReaderAcceptanceProbe.task()
                                .with(ReaderAcceptanceProbe.JSON.objectNode().set(kind, value)))
                        .max(Comparator.comparingInt(task -> known(task).size())).orElseThrow());
            }
        }
        return variants;
    }

    private static String target(ReaderAcceptanceProbe task) {
        return task.frame().at(task.pointer()).path("call").textValue();
    }

    private static Set<String> known(ReaderAcceptanceProbe task) {
        return ReaderGrammarProbe.to(task.frame()).known(task.pointer());
    }

    private static ObjectNode variant(String name, ReaderAcceptanceProbe task, Set<String> common) {
        ObjectNode schema = EditorSchemaDescriptions.describe("task." + name,
                ReaderAcceptanceProbe.JSON.objectNode().put("title", name));
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        String kind = name.split(" ")[0];
        for (String property : known(task).stream().sorted().toList()) {
            if (common.contains(property)) {
                properties.putObject(property).put("$ref", "#/definitions/task." + property);
            } else if (property.equals("call")) {
                properties.set(property, target(name));
            } else {
                properties.set(property, ProbedElementSchemaGenerator.learn(task.child(property)));
            }
        }
        ArrayNode required = schema.putArray("required").add(kind);
        ReaderGrammarProbe.to(task.frame()).required(task.pointer()).stream().sorted().forEach(required::add);
        schema.put("additionalProperties", false);
        return schema;
    }

    private static ObjectNode target(String variant) {
        ObjectNode schema = ReaderAcceptanceProbe.JSON.objectNode();
        if (!variant.equals("call")) {
            return schema.put("const", variant.substring("call ".length()));
        }
        schema.put("type", "string").put("minLength", 1);
        ArrayNode protocols = schema.putObject("not").putArray("enum");
        PROTOCOLS.forEach(protocols::add);
        return schema;
    }
}
