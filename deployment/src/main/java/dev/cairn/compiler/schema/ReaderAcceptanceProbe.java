package dev.cairn.compiler.schema;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.reader.ReaderErrorCodes;
import dev.cairn.compiler.reader.ReaderGrammarProbe;

/**
 * Tries values at one place of a definition and tells whether the reader accepts them.
 *
 * @param frame a definition around it
 * @param pointer the place; all above it is there
 */
record ReaderAcceptanceProbe(JsonNode frame, String pointer) {

    static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** A name that is like no other, so that nothing guesses what was meant. */
    static final String ANY_NAME = "0a1b2c3d4e5f6071";

    private static final Set<String> REFUSALS = Set.of(ReaderErrorCodes.WRONG_TYPE, ReaderErrorCodes.INVALID_VALUE,
            ReaderErrorCodes.INVALID_DURATION, ReaderErrorCodes.NOT_SUPPORTED);

    static ReaderAcceptanceProbe root() {
        ObjectNode definition = JSON.objectNode();
        definition.putObject("document").put("dsl", "1.0.3").put("namespace", "a").put("name", "a").put("version", "1.0.0");
        definition.putArray("do").addObject().putObject("a").putObject("set").put("a", 1);
        return new ReaderAcceptanceProbe(definition, "");
    }

    /** The task of a definition that has no other. */
    static ReaderAcceptanceProbe task() {
        return root().child("do").with(JSON.arrayNode()).child("0").with(JSON.objectNode()).child(ANY_NAME);
    }

    ReaderAcceptanceProbe child(String key) {
        return new ReaderAcceptanceProbe(frame, pointer + "/" + key);
    }

    /** The same place, with a value there that what is below it can be tried in. */
    ReaderAcceptanceProbe with(JsonNode value) {
        return new ReaderAcceptanceProbe(framed(value), pointer);
    }

    ReaderGrammarProbe react(JsonNode value) {
        return ReaderGrammarProbe.to(framed(value));
    }

    /** True unless the reader refuses the value itself, without regard to its parts. */
    boolean accepts(JsonNode value) {
        return react(value).problems(pointer).stream().noneMatch(problem -> REFUSALS.contains(problem.code()));
    }

    /** True unless the value is of a type that cannot stand here. */
    boolean acceptsType(JsonNode value) {
        return react(value).problems(pointer).stream().noneMatch(problem -> problem.code().equals(ReaderErrorCodes.WRONG_TYPE));
    }

    boolean accepts(String text) {
        return accepts(TextNode.valueOf(text));
    }

    private JsonNode framed(JsonNode value) {
        if (pointer.isEmpty()) {
            return value;
        }
        JsonNode copy = frame.deepCopy();
        int last = pointer.lastIndexOf('/');
        JsonNode parent = copy.at(pointer.substring(0, last));
        String key = pointer.substring(last + 1);
        if (parent instanceof ArrayNode list) {
            list.removeAll().add(value);
        } else {
            ((ObjectNode) parent).set(key, value);
        }
        return copy;
    }
}
