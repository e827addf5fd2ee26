package dev.cairn.fluent;

/**
 * A fault that was noticed while the definition was written; reported once all faults are known.
 *
 * @param place the line of Java
 * @param code one of {@link FluentCodes}
 * @param message the fault
 * @param suggestion the way to mend it, or null
 */
record FlowMistake(SourceLine place, String code, String message, String suggestion) {}
