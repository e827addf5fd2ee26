package dev.cairn.compiler.reader;

import java.util.Iterator;
import java.util.List;
import java.util.Set;

import dev.cairn.definition.DataInput;
import dev.cairn.definition.DataOutput;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.Schema;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.value.DslDurationParser;

/**
 * Reads the small parts that many elements have: templates, durations, schemas, flow directives. Takes and gives null for what is
 * not there; gives null as well for what it reported as wrong.
 */
final class ValueReader {

    private static final List<String> DURATION_UNITS = List.of("days", "hours", "minutes", "seconds", "milliseconds");

    private ValueReader() {}

    /** An expression, bare or wrapped. */
    static ValueTemplate expression(SourceElement element) {
        return element == null || element.text() == null ? null : new ValueTemplate(element.value(), true, element.location());
    }

    /** Any value; only wrapped strings in it are expressions. */
    static ValueTemplate value(SourceElement element) {
        return element == null ? null : new ValueTemplate(element.template(), false, element.location());
    }

    /** A literal string or a wrapped expression. */
    static ValueTemplate text(SourceElement element) {
        return element == null || element.text() == null ? null : textual(element);
    }

    /** A literal string, empty or not, or a wrapped expression. */
    static ValueTemplate string(SourceElement element) {
        return element == null || element.string() == null ? null : textual(element);
    }

    private static ValueTemplate textual(SourceElement element) {
        return new ValueTemplate(element.textTemplate(), false, element.location());
    }

    /** An object, or an expression, bare or wrapped. */
    static ValueTemplate transformation(SourceElement element) {
        if (element == null) {
            return null;
        }
        if (element.isObject()) {
            return new ValueTemplate(element.template(), true, element.location());
        }
        if (!element.isText()) {
            element.wrongType("an expression or an object");
            return null;
        }
        return expression(element);
    }

    /** An object of scalars, or a wrapped expression. */
    static ValueTemplate scalars(SourceElement element) {
        return members(element, false);
    }

    /** As {@link #scalars}; a member may also be a list of scalars. */
    static ValueTemplate scalarsOrLists(SourceElement element) {
        return members(element, true);
    }

    private static ValueTemplate members(SourceElement element, boolean mayBeLists) {
        if (element == null || element.isWrappedExpression()) {
            return value(element);
        }
        if (!element.isObject()) {
            element.wrongType("an object or an expression ${ … }");
            return null;
        }
        boolean good = true;
        for (Iterator<String> names = element.value().fieldNames(); names.hasNext();) {
            SourceElement member = element.at(names.next());
            boolean isList = mayBeLists && member.isArray();
            good &= isList ? isScalars(member) : isScalar(member, mayBeLists ? "a string or a list" : "a string");
        }
        return good ? value(element) : null;
    }

    private static boolean isScalars(SourceElement list) {
        boolean good = true;
        for (int i = 0; i < list.value().size(); i++) {
            good &= isScalar(list.at(i), "a string");
        }
        return good;
    }

    private static boolean isScalar(SourceElement element, String expected) {
        if (element.value().isValueNode() && !element.value().isNull()) {
            return true;
        }
        element.wrongType(expected);
        return false;
    }

    /** An object; wrapped strings in it are expressions. */
    static ValueTemplate object(SourceElement element) {
        if (element == null || element.isObject()) {
            return value(element);
        }
        element.wrongType("an object");
        return null;
    }

    static DurationSpec duration(SourceElement element) {
        if (element == null) {
            return null;
        }
        if (element.isWrappedExpression()) {
            return new DurationSpec(0, value(element), element.location());
        }
        if (element.isObject() && hasBadUnits(element)) {
            return null;
        }
        try {
            return new DurationSpec(DslDurationParser.millis(element.value()), null, element.location());
        } catch (IllegalArgumentException noDuration) {
            element.problem(ReaderErrorCodes.INVALID_DURATION, noDuration.getMessage(),
                    element.remedy("duration", "Write it such as PT5M, {minutes: 5} or ${ … }."));
            return null;
        }
    }

    private static boolean hasBadUnits(SourceElement element) {
        boolean bad = false;
        element.shape(Set.copyOf(DURATION_UNITS), Set.of());
        for (Iterator<String> units = element.value().fieldNames(); units.hasNext();) {
            SourceElement unit = element.at(units.next());
            if (!DURATION_UNITS.contains(unit.key())) {
                unit.unknown(DURATION_UNITS);
                bad = true;
            } else if (!unit.value().isIntegralNumber()) {
                unit.wrongType("an integer");
                bad = true;
            }
        }
        return bad;
    }

    static FlowDirective then(SourceElement element) {
        String directive = element == null ? null : element.text();
        if (directive == null) {
            return null;
        }
        switch (directive) {
            case "continue":
                return new FlowDirective(FlowDirective.Kind.CONTINUE, null, element.location());
            case "exit":
                return new FlowDirective(FlowDirective.Kind.EXIT, null, element.location());
            case "end":
                return new FlowDirective(FlowDirective.Kind.END, null, element.location());
            default:
                return new FlowDirective(FlowDirective.Kind.TASK, directive, element.location());
        }
    }

    static DataInput input(SourceElement element) {
        if (element == null) {
            return DataInput.NONE;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            return new DataInput(schema(fields.optional("schema")), transformation(fields.optional("from")));
        }
    }

    /** {@code output} or {@code export}. */
    static DataOutput output(SourceElement element) {
        if (element == null) {
            return DataOutput.NONE;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            return new DataOutput(schema(fields.optional("schema")), transformation(fields.optional("as")));
        }
    }

    private static Schema schema(SourceElement element) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement format = fields.optional("format");
            String name = format == null ? "json" : format.text();
            if (name != null && !name.equals("json")) {
                format.problem(ReaderErrorCodes.NOT_SUPPORTED, "The schema format \"" + name + "\" is not supported yet",
                        "Use \"json\".");
            }
            if (fields.has("resource")) {
                SourceElement resource = fields.optional("resource");
                if (fields.has("document")) {
                    fields.free("document");
                    element.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"document\" and \"resource\" exclude each other",
                            "Keep one of them.");
                }
                return SchemaReader.of(resource);
            }
            SourceElement document = fields.required("document");
            return document == null ? null : SchemaReader.inline(document);
        }
    }
}
