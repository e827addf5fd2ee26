package dev.cairn.compiler.reader;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.MethodReference;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;

/**
 * One value of a definition file. Methods that ask for a type report a value of another one and give null.
 */
final class SourceElement {

    /** Examples of values of some types. */
    private static final Map<String, String> EXAMPLES = Map.of("an object", "Write it as {name: value}.",
            "a list", "Write it as [value, …].", "an integer", "Write a whole number, such as 3.",
            "an expression or an object", "Write it as ${ … } or {name: value}.");

    private final SourceTree tree;
    private final ProblemCollector problems;
    private final ApplicationResources resources;
    private final String pointer;
    private final JsonNode value;

    private SourceElement(SourceTree tree, ProblemCollector problems, ApplicationResources resources, String pointer,
            JsonNode value) {
        this.tree = tree;
        this.problems = problems;
        this.resources = resources;
        this.pointer = pointer;
        this.value = value;
    }

    static SourceElement root(SourceTree tree, ProblemCollector problems, ApplicationResources resources) {
        return new SourceElement(tree, problems, resources, "", tree.root());
    }

    /** The resources that the definition can refer to. */
    ApplicationResources resources() {
        return resources;
    }

    /** Receives the faults of files that the element refers to. */
    ProblemCollector problems() {
        return problems;
    }

    JsonNode value() {
        return value;
    }

    SourceLocation location() {
        return tree.at(pointer);
    }

    /** Source location of its key. */
    SourceLocation keyLocation() {
        return tree.atKey(pointer);
    }

    /** Its key, or its index in an array. */
    String key() {
        return pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
    }

    /** The method that the element stands for where a task calls it, or null. */
    MethodReference method() {
        return tree.method(pointer);
    }

    SourceElement at(String key) {
        return new SourceElement(tree, problems, resources, pointer + "/" + SourceLocation.escape(key), value.path(key));
    }

    SourceElement at(int index) {
        return new SourceElement(tree, problems, resources, pointer + "/" + index, value.path(index));
    }

    /**
     * This element as if it stood somewhere else, where its name has to be unique; found where it was written.
     *
     * @param other gets the problems of the element
     */
    SourceElement standingAt(String elsewhere, ProblemCollector other) {
        tree.alias(elsewhere, pointer);
        return new SourceElement(tree, other, resources, elsewhere, value);
    }

    /** The root of another file, as if it stood in the file of this element. */
    SourceElement mounting(SourceTree other, String elsewhere) {
        tree.mount(elsewhere, other);
        return new SourceElement(other, problems, resources, elsewhere, other.root());
    }

    /** The same element, with its faults unreported. */
    SourceElement quiet() {
        return new SourceElement(tree, new ProblemCollector(), resources, pointer, value);
    }

    /** True if something is wrong with it or in it. */
    boolean hasErrors() {
        return problems.hasErrorsWithin(location());
    }

    boolean isObject() {
        return value.isObject();
    }

    boolean isArray() {
        return value.isArray();
    }

    boolean isText() {
        return value.isTextual();
    }

    boolean isWrappedExpression() {
        return value.isTextual() && ValueTemplate.isWrapped(value.textValue());
    }

    /** The value in which wrapped strings are expressions and all others text. */
    JsonNode template() {
        return isLoose() ? LooseExpressionReader.wrapped(value) : value;
    }

    /** The same of a string whose value can be nothing else. */
    JsonNode textTemplate() {
        return isLoose() ? LooseExpressionReader.wrappedText(value.textValue()) : value;
    }

    private boolean isLoose() {
        return "loose".equals(tree.root().path("evaluate").path("mode").textValue());
    }

    /** A string, or null. */
    String string() {
        if (!value.isTextual()) {
            wrongType("a string");
            return null;
        }
        return value.textValue();
    }

    /** A string that is not blank, or null. */
    String text() {
        if (string() == null) {
            return null;
        }
        if (value.textValue().isBlank()) {
            problem(ReaderErrorCodes.INVALID_VALUE, quoted(key()) + " must not be empty", "Write something, or remove it.");
            return null;
        }
        return value.textValue();
    }

    /** As {@link #text()}, with a maximum number of characters. */
    String text(int mostCharacters) {
        String text = text();
        if (text != null && text.length() > mostCharacters) {
            problem(ReaderErrorCodes.INVALID_VALUE,
                    quoted(key()) + " has " + text.length() + " characters; at most " + mostCharacters
                            + " are possible",
                    "Shorten it.");
            return null;
        }
        return text;
    }

    /** One of the given strings, or null. */
    String oneOf(List<String> allowed) {
        tree.shapes().choices(pointer, allowed);
        String text = text();
        if (text == null || allowed.contains(text)) {
            return text;
        }
        String suggestion = NameSuggestions.didYouMean(text, allowed);
        problem(ReaderErrorCodes.INVALID_VALUE, quoted(text) + " is no " + key(),
                suggestion == null ? "Possible: " + String.join(", ", allowed) + "." : suggestion);
        return null;
    }

    /** An integer, or null. */
    Integer integer() {
        if (value.isIntegralNumber() && value.canConvertToInt()) {
            return value.intValue();
        }
        wrongType("an integer");
        return null;
    }

    /** A boolean, or null. */
    Boolean bool() {
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        wrongType("true or false");
        return null;
    }

    void wrongType(String expected) {
        String fix = expected.startsWith("a string") && value.isValueNode() && !value.isNull() ? "Write it in quotes."
                : EXAMPLES.getOrDefault(expected, "Write " + expected + ".");
        problem(ReaderErrorCodes.WRONG_TYPE, quoted(key()) + " must be " + expected + ", not " + described(), fix);
    }

    /** As {@link SourceTree#remedy}. */
    String remedy(String fault, String inYaml) {
        return tree.remedy(fault, inYaml);
    }

    void missing(String property) {
        problem(ReaderErrorCodes.MISSING_PROPERTY, quoted(property) + " is missing", remedy(property, "Add it."));
    }

    /** {@code what} begins the sentence "… is not supported yet", {@code instead} says what can be done until then. */
    void notSupported(String what, String instead) {
        problems.error(ReaderErrorCodes.NOT_SUPPORTED, keyLocation(), what + " is not supported yet", instead);
    }

    /** Records its possible properties, for descriptions of the reader. */
    void shape(Set<String> known, Set<String> required) {
        tree.shapes().object(pointer, known, required);
    }

    void unknown(Collection<String> known) {
        String suggestion = NameSuggestions.didYouMean(key(), known);
        if (suggestion == null) {
            suggestion = known.isEmpty() ? "Remove it." : "Known here: " + String.join(", ", known) + ".";
        }
        problems.error(ReaderErrorCodes.UNKNOWN_PROPERTY, keyLocation(), "The property " + quoted(key()) + " is unknown here",
                suggestion);
    }

    void problem(String code, String message, String suggestion) {
        problems.error(code, location(), message, suggestion);
    }

    void warning(String code, String message, String suggestion) {
        problems.warning(code, location(), message, suggestion);
    }

    static String quoted(String text) {
        return '"' + text + '"';
    }

    private String described() {
        switch (value.getNodeType()) {
            case OBJECT:
                return "an object";
            case ARRAY:
                return "a list";
            case STRING:
                return "a string";
            case NUMBER:
                return "the number " + value.asText();
            case BOOLEAN:
                return value.asText();
            default:
                return "null";
        }
    }
}
