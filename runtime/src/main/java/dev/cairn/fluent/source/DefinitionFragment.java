package dev.cairn.fluent.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.Problem;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;

/**
 * A part of a definition: JSON as the DSL writes it, the lines that wrote it, the called methods and the faults. Pointers in it begin
 * at the part. Immutable; parts share their JSON, which nothing changes. Keys that form a path go through nested objects.
 */
public final class DefinitionFragment {

    private static final String WRITE_SOMETHING = "Write something; what need not be there may be left out.";
    private static final DefinitionFragment EMPTY = new DefinitionFragment(JsonNodeFactory.instance.objectNode(), Map.of(),
            Map.of(), List.of());

    private final JsonNode json;
    private final Map<String, SourceLine> lines;
    private final Map<String, MethodReference> methods;
    private final List<FlowMistake> mistakes;

    private DefinitionFragment(JsonNode json, Map<String, SourceLine> lines, Map<String, MethodReference> methods,
            List<FlowMistake> mistakes) {
        this.json = json;
        this.lines = lines;
        this.methods = methods;
        this.mistakes = mistakes;
    }

    /** An object without properties. */
    public static DefinitionFragment empty() {
        return EMPTY;
    }

    /** A list of parts. */
    public static DefinitionFragment list(List<DefinitionFragment> elements) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        Map<String, SourceLine> lines = new HashMap<>();
        Map<String, MethodReference> methods = new HashMap<>();
        List<FlowMistake> mistakes = new ArrayList<>();
        for (DefinitionFragment element : elements) {
            element.addTo(lines, methods, mistakes, "/" + list.size());
            list.add(element.json);
        }
        return new DefinitionFragment(list, lines, methods, mistakes);
    }

    /** The text that stands for a method where a task calls it. */
    public static DefinitionFragment method(MethodReference method) {
        return new DefinitionFragment(TextNode.valueOf(method.owner() + "::" + method.name()), Map.of(), Map.of("", method),
                List.of());
    }

    /** A value that could not be written, as null. */
    public static DefinitionFragment faulty(String code, String message, String suggestion) {
        return faulty(SourceLine.here(), code, message, suggestion);
    }

    /**
     * As {@link #faulty(String, String, String)}, with the line of the fault.
     *
     * @param line null for that of the element around the value
     */
    public static DefinitionFragment faulty(SourceLine line, String code, String message, String suggestion) {
        return new DefinitionFragment(NullNode.instance, Map.of(), Map.of(),
                List.of(new FlowMistake(line, code, message, suggestion, null, "")));
    }

    /** The JSON. Nothing may change it. */
    public JsonNode json() {
        return json;
    }

    /** True if something is said at a path. */
    public boolean has(String... path) {
        return !at(path).isMissingNode();
    }

    /** True if a text stands at a path. */
    public boolean isText(String... path) {
        return at(path).isTextual();
    }

    private JsonNode at(String... path) {
        JsonNode value = json;
        for (String key : path) {
            value = value.path(key);
        }
        return value;
    }

    /** With JSON that the calling line writes. The last value of a path applies, in any form. */
    public DefinitionFragment with(JsonNode value, String... path) {
        return isNamed(path) ? implied(value, path).placed(SourceLine.here(), path) : unnamed(path);
    }

    private static boolean isNamed(String... path) {
        return !Arrays.asList(path).contains(null);
    }

    /** With the fault that a key is null, which the author gives as the name of a value. */
    private DefinitionFragment unnamed(String... path) {
        return missing(path[Arrays.asList(path).indexOf(null) - 1], "null or without a name");
    }

    /** With JSON that no line writes: it follows from what was written. */
    public DefinitionFragment implied(JsonNode value, String... path) {
        return new DefinitionFragment(put(json, value, path, 0), lines, methods, mistakes);
    }

    private static JsonNode put(JsonNode object, JsonNode value, String[] path, int depth) {
        if (depth == path.length) {
            return value;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        if (object instanceof ObjectNode properties) {
            copy.setAll(properties);
        }
        copy.set(path[depth], put(copy.get(path[depth]), value, path, depth + 1));
        return copy;
    }

    /** With the line that wrote the value of a path. */
    public DefinitionFragment placed(SourceLine line, String... path) {
        Map<String, SourceLine> more = new HashMap<>(lines);
        more.put(pointer(path), line);
        return new DefinitionFragment(json, more, methods, mistakes);
    }

    /** With another part at the end of a path. */
    public DefinitionFragment nested(DefinitionFragment other, String... path) {
        return joined(other, put(json, other.json, path, 0), pointer(path));
    }

    /** With another part at the end of a list. */
    public DefinitionFragment appended(DefinitionFragment other, String... path) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        at(path).forEach(list::add);
        String index = "/" + list.size();
        return joined(other, put(json, list.add(other.json), path, 0), pointer(path) + index);
    }

    /** With the faults of another part, and with its null where nothing is said. */
    private DefinitionFragment faulted(DefinitionFragment fault, String... path) {
        return !isNamed(path) ? unnamed(path) : joined(fault, has(path) ? json : put(json, fault.json, path, 0), pointer(path));
    }

    private DefinitionFragment joined(DefinitionFragment other, JsonNode whole, String pointer) {
        Map<String, SourceLine> allLines = new HashMap<>(lines);
        Map<String, MethodReference> allMethods = new HashMap<>(methods);
        List<FlowMistake> allMistakes = new ArrayList<>(mistakes);
        other.addTo(allLines, allMethods, allMistakes, pointer);
        return new DefinitionFragment(whole, allLines, allMethods, allMistakes);
    }

    private void addTo(Map<String, SourceLine> allLines, Map<String, MethodReference> allMethods,
            List<FlowMistake> allMistakes, String pointer) {
        lines.forEach((inner, line) -> allLines.put(pointer + inner, line));
        methods.forEach((inner, method) -> allMethods.put(pointer + inner, method));
        mistakes.forEach(mistake -> allMistakes.add(mistake.within(pointer)));
    }

    /** The part as an element that its faults are reported at. Until then they belong to the part that it is nested in. */
    public DefinitionFragment element() {
        return new DefinitionFragment(json, lines, methods, mistakes.stream().map(FlowMistake::ofElement).toList());
    }

    /** With a string that must not be null. */
    public DefinitionFragment text(String value, String... path) {
        return value == null ? absent(path[path.length - 1], path) : with(TextNode.valueOf(value), path);
    }

    /** With an expression that must be wrapped, for a place that could hold any text. */
    public DefinitionFragment expression(String value, String... path) {
        if (value == null || value.isBlank() || ValueTemplate.isWrapped(value)) {
            return text(value, path);
        }
        return faulted(faulty(FluentErrorCodes.NO_EXPRESSION, "\"" + value + "\" is no expression", "Write it as ${ … }."),
                path);
    }

    /** With any value; null is JSON's null. */
    public DefinitionFragment value(Object value, String... path) {
        return convert(() -> JavaValueJsonConverter.of(value), path);
    }

    /** With an expression, or with an object, which must not be null. */
    public DefinitionFragment valueOrAbsent(Object value, String... path) {
        return value == null ? absent(path[path.length - 1], path) : value(value, path);
    }

    /** With what a JSON text says. */
    public DefinitionFragment parsed(String text, String... path) {
        return text == null ? absent(path[path.length - 1], path) : convert(() -> JavaValueJsonConverter.parse(text), path);
    }

    private DefinitionFragment convert(Supplier<JsonNode> value, String... path) {
        JsonNode converted;
        try {
            converted = value.get();
        } catch (IllegalArgumentException noJson) {
            return faulted(faulty(FluentErrorCodes.NO_JSON, "\"" + path[path.length - 1] + "\": " + noJson.getMessage(),
                    "JSON has strings, numbers, booleans, nulls, lists and maps of them."), path);
        }
        return with(converted, path);
    }

    /** With a duration as ISO 8601 has it. */
    public DefinitionFragment duration(Duration value, String... path) {
        return text(value == null ? null : value.toString(), path);
    }

    /** With a JSON Schema, given as text. */
    public DefinitionFragment schema(String text, String key) {
        return withoutSchema(key).parsed(text, key, "schema", "document");
    }

    /** With a JSON Schema. */
    public DefinitionFragment schema(Map<String, ?> schema, String key) {
        return withoutSchema(key).valueOrAbsent(schema, key, "schema", "document");
    }

    /**
     * With a JSON Schema from a resource.
     *
     * @param uri of the resource
     */
    public DefinitionFragment schemaFrom(String uri, String key) {
        DefinitionFragment part = withoutSchema(key);
        return uri == null ? part.absent("resource", key, "schema", "resource")
                : part.text(uri, key, "schema", "resource", "endpoint");
    }

    private DefinitionFragment withoutSchema(String key) {
        return implied(JsonNodeFactory.instance.objectNode(), key, "schema");
    }

    /** With a fault of the element that no value shows. */
    public DefinitionFragment mistake(String code, String message, String suggestion) {
        return with(new FlowMistake(SourceLine.here(), code, message, suggestion, null, null));
    }

    /**
     * With a fault that belongs to another element than the part.
     *
     * @param line of the fault
     * @param element pointer of the other element
     */
    public DefinitionFragment mistake(SourceLine line, String element, String code, String message, String suggestion) {
        return with(new FlowMistake(line, code, message, suggestion, element, null));
    }

    private DefinitionFragment with(FlowMistake mistake) {
        List<FlowMistake> more = new ArrayList<>(mistakes);
        more.add(mistake);
        return new DefinitionFragment(json, lines, methods, more);
    }

    /** With the fault that something is null which is no value of its own. */
    public DefinitionFragment missing(String name, String fault) {
        return mistake(FluentErrorCodes.MISSING, message(name, fault), WRITE_SOMETHING);
    }

    /** With the fault that a value is null. */
    public DefinitionFragment absent(String name, String... path) {
        return faulted(faulty(FluentErrorCodes.MISSING, message(name, "null"), WRITE_SOMETHING), path);
    }

    /**
     * The part as the definition that it has become.
     *
     * @param arranged its JSON, in the order of the DSL
     * @param sourceFile the Java file of the definition; parts that are written in another file are located there
     * @param remedies the suggestions for faults in the words of Java, by property or kind of fault
     */
    public JavaDefinitionDocument source(JsonNode arranged, String sourceFile, Map<String, String> remedies) {
        Map<String, SourceLocation> locations = new HashMap<>();
        lines.forEach((pointer, line) -> locations.put(pointer, line.at(sourceFile, pointer)));
        List<Problem> problems = new ArrayList<>();
        Set<String> faulty = new HashSet<>();
        for (FlowMistake mistake : mistakes) {
            String element = mistake.element() == null ? "" : mistake.element();
            problems.add(mistake.at(mistake.line() == null ? nearest(element).at(sourceFile, element)
                    : mistake.line().at(sourceFile, element)));
            if (mistake.value() != null) {
                faulty.add(mistake.value());
            }
        }
        return new JavaDefinitionDocument(arranged, locations, methods, problems, faulty, remedies);
    }

    /** The line of the nearest element around a pointer that has one. */
    private SourceLine nearest(String pointer) {
        SourceLine line = lines.get(pointer);
        return line != null || pointer.isEmpty() ? line : nearest(pointer.substring(0, pointer.lastIndexOf('/')));
    }

    private static String message(String name, String fault) {
        return "\"" + name + "\" is " + fault;
    }

    private static String pointer(String... path) {
        StringBuilder pointer = new StringBuilder();
        for (String key : path) {
            pointer.append('/').append(SourceLocation.escape(key));
        }
        return pointer.toString();
    }
}
