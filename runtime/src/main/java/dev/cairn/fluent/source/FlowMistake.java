package dev.cairn.fluent.source;

import dev.cairn.definition.Problem;
import dev.cairn.definition.SourceLocation;

/**
 * A fault that was noticed while the definition was written; reported once all faults are known.
 *
 * @param line the line of Java; null for that of the element
 * @param code one of {@link FluentErrorCodes}
 * @param message the fault
 * @param suggestion the way to mend it
 * @param element pointer of the faulty element; null for the element that the part will belong to
 * @param value pointer of the faulty value, where JSON may have a null in its place; null for none
 */
record FlowMistake(SourceLine line, String code, String message, String suggestion, String element, String value) {

    /** The same mistake once its part stands in another one. */
    FlowMistake within(String pointer) {
        return new FlowMistake(line, code, message, suggestion, element == null ? null : pointer + element,
                value == null ? null : pointer + value);
    }

    /** The same mistake once its part is a whole element. */
    FlowMistake ofElement() {
        return element != null ? this : new FlowMistake(line, code, message, suggestion, "", value);
    }

    /** The mistake as a problem at this location. */
    Problem at(SourceLocation location) {
        return new Problem(code, Problem.Severity.ERROR, location, message, suggestion);
    }
}
