package dev.cairn.management;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import io.vertx.core.MultiMap;

/**
 * The query parameters of a request. Each is taken once; {@link #allow()} then refuses those that nobody has taken: a filter that is
 * misspelt must not be ignored. All methods throw {@link IllegalArgumentException} with a message for the client.
 */
final class QueryParameters {

    private final MultiMap sent;
    private final TreeSet<String> left;

    private QueryParameters(MultiMap sent) {
        this.sent = sent;
        this.left = new TreeSet<>(sent.names());
    }

    static QueryParameters of(ManagementRequest request) {
        return new QueryParameters(request.queries());
    }

    /** The value of a parameter, or null. */
    String text(String name) {
        left.remove(name);
        if (sent.getAll(name).size() > 1) {
            throw new IllegalArgumentException("The parameter " + name + " is there more than once.");
        }
        String value = sent.get(name);
        if (value != null && value.isEmpty()) {
            throw new IllegalArgumentException("The parameter " + name + " is empty.");
        }
        return value;
    }

    int number(String name, int otherwise, int most) {
        String value = text(name);
        if (value == null) {
            return otherwise;
        }
        int number;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            number = 0;
        }
        if (number < 1 || number > most) {
            throw new IllegalArgumentException("The parameter " + name + " is a whole number from 1 to " + most + ".");
        }
        return number;
    }

    /** A time as in RFC 3339, or null. */
    Instant time(String name) {
        String value = text(name);
        try {
            // A plus sign in a query is a space to many clients.
            return value == null ? null : java.time.OffsetDateTime.parse(value.replace(' ', '+')).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "The parameter " + name + " is a time as in RFC 3339: 2026-01-31T12:00:00Z.");
        }
    }

    boolean flag(String name) {
        String value = text(name);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("The parameter " + name + " is true or false.");
        }
        return "true".equals(value);
    }

    /** All parameters whose names begin so, by the rest of their names. */
    Map<String, String> beginning(String prefix) {
        Map<String, String> found = new TreeMap<>();
        for (String name : sent.names()) {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), text(name));
            }
        }
        return found;
    }

    /** Refuses parameters that nobody has taken. */
    void allow() {
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("There is no parameter " + String.join(", ", left) + ".");
        }
    }
}
