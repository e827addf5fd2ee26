package dev.cairn.compiler.reader;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.reader.SourceTree.Place;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

/**
 * Parses YAML with the core schema of YAML 1.2: {@code on}, {@code yes} and {@code no} are strings.
 */
final class YamlSourceParser {

    private final String file;
    private final ProblemCollector problems;
    private final SourceTree.Builder places;
    private final YamlScalarReader scalars;
    /** The collections around the one being converted: an alias of one of them would never end. */
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

    YamlSourceParser(String file, ProblemCollector problems) {
        this.file = file;
        this.problems = problems;
        this.places = new SourceTree.Builder(file);
        this.scalars = new YamlScalarReader(problems);
    }

    Optional<SourceTree> parse(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(SourceParser.MAX_CHARACTERS);
        options.setNestingDepthLimit(SourceParser.MAX_DEPTH);
        // Aliases are limited by what they expand to, see SourceParser.MAX_VALUES.
        options.setMaxAliasesForCollections(Integer.MAX_VALUE);
        try {
            Composer composer = new Composer(new ParserImpl(new StreamReader(text), options), new YamlCoreResolver(), options);
            if (!composer.checkNode()) {
                problems.error(ReaderErrorCodes.SYNTAX, SourceParser.start(file), "The file is empty",
                        "Write a definition into it, or remove it.");
                return Optional.empty();
            }
            Node root = composer.getNode();
            JsonNode tree = value(root, "");
            if (composer.checkNode()) {
                problems.error(ReaderErrorCodes.NOT_JSON, at(composer.getNode(), ""), "The file has a second YAML document",
                        "Put each definition into a file of its own.");
            }
            return Optional.of(places.build(tree));
        } catch (TooManyValuesException tooMany) {
            problems.error(ReaderErrorCodes.TOO_LARGE, tooMany.location,
                    "The definition has more than " + SourceParser.MAX_VALUES + " values, its aliases expanded",
                    "Divide the definition.");
        } catch (MarkedYAMLException bad) {
            problems.error(ReaderErrorCodes.SYNTAX, at(bad), "Not valid YAML: " + message(bad),
                    "The mistake is here or shortly before; look at the indentation, and at quotes and brackets.");
        } catch (ReaderException bad) {
            problems.error(ReaderErrorCodes.SYNTAX, at(text, bad.getPosition()),
                    String.format("Not valid YAML: the character U+%04X is not allowed", bad.getCodePoint()),
                    "Remove it, or write it as an escape in double quotes.");
        } catch (YAMLException bad) {
            // A failure without a location is an exceeded limit: the parser locates any other fault.
            problems.error(ReaderErrorCodes.TOO_LARGE, SourceParser.start(file), bad.getMessage(), "Divide the definition.");
        }
        return Optional.empty();
    }

    private JsonNode value(Node node, String pointer) {
        if (places.size() >= SourceParser.MAX_VALUES) {
            throw new TooManyValuesException(at(node, pointer));
        }
        if (node instanceof ScalarNode) {
            places.scalar(pointer, place(node.getStartMark()));
            return scalars.value((ScalarNode) node, at(node, pointer));
        }
        places.container(pointer, place(node.getStartMark()));
        if (!open.add(node)) {
            problems.error(ReaderErrorCodes.NOT_JSON, at(node, pointer), "An alias stands inside the value it stands for",
                    "Write the value out.");
            return NullNode.instance;
        }
        JsonNode result = node instanceof MappingNode ? object((MappingNode) node, pointer)
                : array((SequenceNode) node, pointer);
        open.remove(node);
        return result;
    }

    private ObjectNode object(MappingNode node, String pointer) {
        checkTag(node, Tag.MAP, pointer);
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (NodeTuple member : node.getValue()) {
            if (!(member.getKeyNode() instanceof ScalarNode)) {
                problems.error(ReaderErrorCodes.NOT_JSON, at(member.getKeyNode(), pointer), "A key is a string",
                        "Write it in quotes.");
                continue;
            }
            ScalarNode keyNode = (ScalarNode) member.getKeyNode();
            String key = keyNode.getValue();
            String child = pointer + "/" + SourceLocation.escape(key);
            SourceLocation at = at(keyNode, child);
            if (key.equals("<<") && keyNode.getScalarStyle() == ScalarStyle.PLAIN) {
                problems.error(ReaderErrorCodes.NOT_JSON, at, "The merge key << is not part of YAML 1.2",
                        "Write the properties out, or use an alias for the whole value.");
            } else if (object.has(key)) {
                problems.error(ReaderErrorCodes.DUPLICATE_KEY, at, "The key \"" + key + "\" is there twice",
                        "Remove or rename one of the two.");
            } else {
                places.key(child, place(keyNode.getStartMark()));
                object.set(key, value(member.getValueNode(), child));
            }
        }
        return object;
    }

    private ArrayNode array(SequenceNode node, String pointer) {
        checkTag(node, Tag.SEQ, pointer);
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Node element : node.getValue()) {
            array.add(value(element, pointer + "/" + array.size()));
        }
        return array;
    }

    private void checkTag(Node node, Tag expected, String pointer) {
        if (!node.getTag().equals(expected)) {
            scalars.unknownTag(node.getTag(), at(node, pointer));
        }
    }

    private SourceLocation at(Node node, String pointer) {
        return places.location(pointer, place(node.getStartMark()));
    }

    private SourceLocation at(MarkedYAMLException bad) {
        Mark mark = bad.getProblemMark() != null ? bad.getProblemMark() : bad.getContextMark();
        return mark == null ? SourceParser.start(file) : places.location("", place(mark));
    }

    private SourceLocation at(String text, int position) {
        String before = text.substring(0, Math.min(position, text.length()));
        int line = (int) before.chars().filter(character -> character == '\n').count() + 1;
        return places.location("", new Place(line, before.length() - before.lastIndexOf('\n')));
    }

    private static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String message(MarkedYAMLException bad) {
        return bad.getContext() == null ? bad.getProblem() : bad.getContext() + ", " + bad.getProblem();
    }

    /** Stops a definition that grows without end; carries only the place. */
    private static final class TooManyValuesException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient SourceLocation location;

        TooManyValuesException(SourceLocation location) {
            super(null, null, false, false);
            this.location = location;
        }
    }
}
