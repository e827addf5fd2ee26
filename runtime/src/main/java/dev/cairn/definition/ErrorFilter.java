package dev.cairn.definition;

/**
 * {@code catch.errors.with}: which errors are caught. Null matches anything; what is given must be equal.
 *
 * @param type URI of the type
 * @param status HTTP-like status
 * @param instance pointer of the task that failed
 * @param title as raised
 * @param detail as raised
 */
public record ErrorFilter(String type, Integer status, String instance, String title, String detail) {

    public static final ErrorFilter ANY = new ErrorFilter(null, null, null, null, null);
}
