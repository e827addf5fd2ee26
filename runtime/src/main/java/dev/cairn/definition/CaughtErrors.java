package dev.cairn.definition;

/**
 * The errors that a {@code catch} handles.
 *
 * @param filter fixed parts of the errors; never null
 * @param when catch only if this holds, or null
 * @param exceptWhen do not catch if this holds, or null
 */
public record CaughtErrors(ErrorFilter filter, ValueTemplate when, ValueTemplate exceptWhen) {

    /** True if the {@code catch} handles every error. */
    public boolean isEvery() {
        return filter.equals(ErrorFilter.ANY) && when == null && exceptWhen == null;
    }
}
