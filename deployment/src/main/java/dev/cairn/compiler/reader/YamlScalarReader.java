package dev.cairn.compiler.reader;

import java.util.Optional;

import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

/**
 * Turns scalars of YAML into JSON.
 */
final class YamlScalarReader {

    private static final YamlCoreResolver CORE = new YamlCoreResolver();

    private final ProblemCollector problems;

    YamlScalarReader(ProblemCollector problems) {
        this.problems = problems;
    }

    JsonNode value(ScalarNode node, SourceLocation location) {
        Tag tag = node.getTag();
        String text = node.getValue();
        if (tag.equals(Tag.STR)) {
            return TextNode.valueOf(text);
        }
        Tag plain = CORE.resolve(NodeId.scalar, text, true);
        if (tag.equals(Tag.FLOAT) && plain.equals(Tag.INT)) {
            // "!!float 1": the tag says what the text alone does not.
            plain = Tag.FLOAT;
        }
        if (!tag.equals(plain)) {
            unknownTag(tag, location);
            return NullNode.instance;
        }
        if (tag.equals(Tag.NULL)) {
            return NullNode.instance;
        }
        if (tag.equals(Tag.BOOL)) {
            return BooleanNode.valueOf(Character.toLowerCase(text.charAt(0)) == 't');
        }
        return number(tag, text, location);
    }

    private JsonNode number(Tag tag, String text, SourceLocation location) {
        char last = Character.toLowerCase(text.charAt(text.length() - 1));
        if (tag.equals(Tag.FLOAT) && (last == 'f' || last == 'n')) {
            problems.error(ReaderErrorCodes.NOT_JSON, location, "JSON has no number " + text, "Write it as a string.");
            return NullNode.instance;
        }
        Optional<JsonNode> number = tag.equals(Tag.INT) ? NumberTextParser.whole(text) : NumberTextParser.fraction(text);
        if (number.isEmpty()) {
            problems.error(ReaderErrorCodes.INEXACT_NUMBER, location, "The number " + text + " cannot be held exactly",
                    "Use fewer digits, or write it in quotes.");
        }
        return number.orElse(NullNode.instance);
    }

    void unknownTag(Tag tag, SourceLocation location) {
        problems.error(ReaderErrorCodes.NOT_JSON, location,
                "The tag " + shortened(tag) + " does not fit the value or is unknown",
                "Write the value without a tag.");
    }

    private static String shortened(Tag tag) {
        return tag.getValue().replace(Tag.PREFIX, "!!");
    }
}
