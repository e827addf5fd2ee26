package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.ProblemCollector;

/** A definition that uses everything, and what becomes of one when it is spoilt in each place in each of many ways. */
public final class Mutants {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> VALUES = List.of("null", "-1", "2.5", "\"x\"", "\"\"", "[]", "[1]", "{}",
            "{\"x\": 1}", "true", "\"${ .x }\"");

    /** Distance between two mutated places; 1 mutates every place. */
    private static final int EVERY = Integer.getInteger("cairn.mutants.every", 29);

    private Mutants() {}

    /** Visits each mutant with what was done to it: all with {@code -Dcairn.mutants.every=1}, otherwise a sample of the places. */
    public static void of(JsonNode definition, BiConsumer<String, JsonNode> visitor) {
        List<String> pointers = new ArrayList<>();
        collect(definition, "", pointers);
        for (int i = 0; i < pointers.size(); i += EVERY) {
            mutate(definition, pointers.get(i), visitor);
        }
    }

    /** Scales a number of all mutants down to the sample. */
    public static int sampled(int ofAll) {
        return ofAll / EVERY;
    }

    private static void mutate(JsonNode definition, String pointer, BiConsumer<String, JsonNode> visitor) {
        String parent = pointer.substring(0, pointer.lastIndexOf('/'));
        String key = pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
        JsonNode without = definition.deepCopy();
        if (without.at(parent) instanceof ObjectNode object) {
            JsonNode renamed = without.deepCopy();
            ((ObjectNode) renamed.at(parent)).set(key + "x", object.get(key));
            ((ObjectNode) renamed.at(parent)).remove(key);
            visitor.accept(pointer + " renamed", renamed);
            object.remove(key);
        } else {
            ((ArrayNode) without.at(parent)).remove(Integer.parseInt(key));
        }
        visitor.accept(pointer + " removed", without);
        for (String value : VALUES) {
            JsonNode replaced = definition.deepCopy();
            if (replaced.at(parent) instanceof ObjectNode object) {
                object.set(key, json(value));
            } else {
                ((ArrayNode) replaced.at(parent)).set(Integer.parseInt(key), json(value));
            }
            visitor.accept(pointer + " := " + value, replaced);
        }
    }

    private static void collect(JsonNode node, String pointer, List<String> into) {
        if (!pointer.isEmpty()) {
            into.add(pointer);
        }
        node.properties().forEach(member -> collect(member.getValue(),
                pointer + "/" + member.getKey().replace("~", "~0").replace("/", "~1"), into));
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                collect(node.get(i), pointer + "/" + i, into);
            }
        }
    }

    /** Uses everything that can be read. */
    public static JsonNode complete() {
        try (InputStream resource = Mutants.class.getResourceAsStream("complete.yaml")) {
            return yaml(resource.readAllBytes());
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    static JsonNode yaml(byte[] content) {
        ProblemCollector problems = new ProblemCollector();
        SourceTree tree = SourceParser.parse("test.yaml", content, problems).orElseThrow();
        assertThat(problems.all()).isEmpty();
        return tree.root();
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
