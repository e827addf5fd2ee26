package dev.cairn.compiler.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.reader.SourceTree.Place;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

/**
 * Parses JSON (RFC 8259).
 */
final class JsonSourceParser {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(SourceParser.MAX_DEPTH).build())
            .build();

    private final String file;
    private final ProblemCollector problems;
    private final SourceTree.Builder places;
    private JsonParser tokens;

    JsonSourceParser(String file, ProblemCollector problems) {
        this.file = file;
        this.problems = problems;
        this.places = new SourceTree.Builder(file);
    }

    Optional<SourceTree> parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            tokens = parser;
            if (tokens.nextToken() == null) {
                problems.error(ReaderErrorCodes.SYNTAX, SourceParser.start(file), "The file is empty",
                        "Write a definition into it, or remove it.");
                return Optional.empty();
            }
            JsonNode root = value("");
            if (tokens.nextToken() != null) {
                problems.error(ReaderErrorCodes.SYNTAX, location(tokens.currentTokenLocation()),
                        "Something follows the end of the definition", "Remove it, or put it into a file of its own.");
            }
            return Optional.of(places.build(root));
        } catch (StreamConstraintsException tooLarge) {
            problems.error(ReaderErrorCodes.TOO_LARGE, location(tooLarge.getLocation()), tooLarge.getOriginalMessage(),
                    "Divide the definition.");
            return Optional.empty();
        } catch (JsonProcessingException bad) {
            problems.error(ReaderErrorCodes.SYNTAX, location(bad.getLocation()), "Not valid JSON: " + bad.getOriginalMessage(),
                    "The mistake is here or shortly before.");
            return Optional.empty();
        } catch (IOException impossible) {
            throw new UncheckedIOException("Reading from memory failed", impossible);
        }
    }

    private JsonNode value(String pointer) throws IOException {
        JsonToken token = tokens.currentToken();
        Place place = place(tokens.currentTokenLocation());
        if (token == JsonToken.START_OBJECT) {
            places.container(pointer, place);
            return object(pointer);
        }
        if (token == JsonToken.START_ARRAY) {
            places.container(pointer, place);
            return array(pointer);
        }
        places.scalar(pointer, place);
        return scalar(token, pointer);
    }

    private ObjectNode object(String pointer) throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (tokens.nextToken() != JsonToken.END_OBJECT) {
            String key = tokens.currentName();
            String child = pointer + "/" + SourceLocation.escape(key);
            Place place = place(tokens.currentTokenLocation());
            if (object.has(key)) {
                problems.error(ReaderErrorCodes.DUPLICATE_KEY, places.location(child, place),
                        "The key \"" + key + "\" is there twice", "Remove or rename one of the two.");
                tokens.nextToken();
                tokens.skipChildren();
                continue;
            }
            places.key(child, place);
            tokens.nextToken();
            object.set(key, value(child));
        }
        return object;
    }

    private ArrayNode array(String pointer) throws IOException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (tokens.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(pointer + "/" + array.size()));
        }
        return array;
    }

    private JsonNode scalar(JsonToken token, String pointer) throws IOException {
        switch (token) {
            case VALUE_STRING:
                return TextNode.valueOf(tokens.getText());
            case VALUE_NUMBER_INT:
                return number(NumberTextParser.whole(tokens.getText()), pointer);
            case VALUE_NUMBER_FLOAT:
                return number(NumberTextParser.fraction(tokens.getText()), pointer);
            case VALUE_TRUE:
                return BooleanNode.TRUE;
            case VALUE_FALSE:
                return BooleanNode.FALSE;
            case VALUE_NULL:
                return NullNode.instance;
            default:
                throw new IllegalStateException("A JSON value cannot start with " + token);
        }
    }

    private JsonNode number(Optional<JsonNode> number, String pointer) throws IOException {
        if (number.isEmpty()) {
            problems.error(ReaderErrorCodes.INEXACT_NUMBER, places.location(pointer, place(tokens.currentTokenLocation())),
                    "The number " + tokens.getText() + " cannot be held exactly", "Use fewer digits, or write it as a string.");
        }
        return number.orElse(NullNode.instance);
    }

    private SourceLocation location(JsonLocation at) {
        return at == null ? SourceParser.start(file) : places.location("", place(at));
    }

    private static Place place(JsonLocation at) {
        return new Place(at.getLineNr(), at.getColumnNr());
    }
}
