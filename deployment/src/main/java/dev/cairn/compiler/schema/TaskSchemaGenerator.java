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

import dev.cairn.compiler.reader.ReaderProbeResult;

/** Generates the schemas of tasks, by trying the reader on each kind. */
final class TaskSchemaGenerator {

    /** Values of {@code call} besides functions; protocols that cannot be called yet are left out. */
    private static final List<String> PROTOCOLS = List.of("http", "openapi", "grpc", "asyncapi", "a2a", "mcp");

    /** Values that a kind may have, so that a task can be tried that is of it. */
    private static final List<JsonNode> VALUES = List.of(SchemaProbe.JSON.objectNode(), SchemaProbe.JSON.arrayNode(),
            SchemaProbe.JSON.textNode(SchemaProbe.ANY_NAME));

    private TaskSchemaGenerator() {}

    /** Puts the definitions {@code task} and {@code tasks} there, with all they refer to. */
    static void learn(ObjectNode definitions) {
        Map<String, SchemaProbe> variants = variants();
        Set<String> common = new TreeSet<>();
        variants.values().forEach(variant -> common.addAll(known(variant)));
        variants.values().forEach(variant -> common.retainAll(known(variant)));
        SchemaProbe any = variants.values().iterator().next();
        common.forEach(name -> definitions.set("task." + name,
                SchemaDescriptions.describe("task." + name, ValueSchemaGenerator.learn(any.child(name)))));
        ArrayNode kinds = definitions.putObject("task").putArray("oneOf");
        variants.forEach((name, variant) -> kinds.add(variant(name, variant, common)));
        definitions.putObject("tasks").put("type", "array")
                .set("items", ValueSchemaGenerator.named(SchemaProbe.JSON.objectNode().put("$ref", ValueSchemaGenerator.TASK)));
    }

    /** A task of each kind, and of each thing that can be called. */
    private static Map<String, SchemaProbe> variants() {
        Map<String, SchemaProbe> variants = new LinkedHashMap<>();
        for (String kind : ReaderProbeResult.kinds()) {
            if (kind.equals("call")) {
                Stream.concat(PROTOCOLS.stream(), Stream.of(SchemaProbe.ANY_NAME))
                        .map(target -> Map.entry(target.equals(SchemaProbe.ANY_NAME) ? "call" : "call " + target,
                                SchemaProbe.task().with(SchemaProbe.JSON.objectNode().put("call", target))))
                        .filter(call -> call.getValue().child("call").accepts(target(call.getValue())))
                        .forEach(call -> variants.put(call.getKey(), call.getValue()));
            } else {
                variants.put(kind, VALUES.stream()
                        .map(value -> SchemaProbe.task().with(SchemaProbe.JSON.objectNode().set(kind, value)))
                        .max(Comparator.comparingInt(task -> known(task).size())).orElseThrow());
            }
        }
        return variants;
    }

    private static String target(SchemaProbe task) {
        return task.frame().at(task.pointer()).path("call").textValue();
    }

    private static Set<String> known(SchemaProbe task) {
        return ReaderProbeResult.to(task.frame()).known(task.pointer());
    }

    private static ObjectNode variant(String name, SchemaProbe task, Set<String> common) {
        ObjectNode schema = SchemaDescriptions.describe("task." + name, SchemaProbe.JSON.objectNode().put("title", name));
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        String kind = name.split(" ")[0];
        for (String property : known(task).stream().sorted().toList()) {
            if (common.contains(property)) {
                properties.putObject(property).put("$ref", "#/definitions/task." + property);
            } else if (property.equals("call")) {
                properties.set(property, target(name));
            } else {
                properties.set(property, ValueSchemaGenerator.learn(task.child(property)));
            }
        }
        ArrayNode required = schema.putArray("required").add(kind);
        ReaderProbeResult.to(task.frame()).required(task.pointer()).stream().sorted().forEach(required::add);
        schema.put("additionalProperties", false);
        return schema;
    }

    private static ObjectNode target(String variant) {
        ObjectNode schema = SchemaProbe.JSON.objectNode();
        if (!variant.equals("call")) {
            return schema.put("const", variant.substring("call ".length()));
        }
        schema.put("type", "string").put("minLength", 1);
        ArrayNode protocols = schema.putObject("not").putArray("enum");
        PROTOCOLS.forEach(protocols::add);
        return schema;
    }
}
