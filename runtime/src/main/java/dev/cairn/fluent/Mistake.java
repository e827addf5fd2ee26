package dev.cairn.fluent;

/**
 * Something wrong that was noticed while the definition was written; reported once all of it is known.
 *
 * @param place the line of Java
 * @param code one of {@link FluentCodes}
 * @param message what is wrong
 * @param suggestion what to do, or null
 */
record Mistake(Place place, String code, String message, String suggestion) {}
