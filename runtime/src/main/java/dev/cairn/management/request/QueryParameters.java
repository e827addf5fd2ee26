package dev.cairn.management.request;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.cairn.http.HttpProblemException;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;

/**
 * The query parameters of a request, of which its operation has each. All methods throw {@link HttpProblemException} with a message for the client.
 */
public final class QueryParameters {

    private final MultiMap sent;

    /**
     * Refuses parameters that the operation does not have, empty ones, and those that occur more often than allowed.
     *
     * @param query encoded, without the question mark; null or empty for none
     */
    public QueryParameters(ManagementOperation operation, String query) {
        sent = decoded(query);
        for (String name : new TreeSet<>(sent.names())) {
            ManagementParameter known = operation.parameters().stream().filter(parameter -> parameter.isNamed(name))
                    .findFirst().orElseThrow(() -> BadRequestAnswers.of("There is no parameter " + name + "."));
            if (sent.getAll(name).size() > known.maxTimes()) {
                throw BadRequestAnswers.of("The parameter " + name + " occurs more than "
                        + (known.maxTimes() == 1 ? "once." : known.maxTimes() + " times."));
            }
            if (sent.getAll(name).stream().anyMatch(String::isEmpty)) {
                throw BadRequestAnswers.of("The parameter " + name + " is empty.");
            }
        }
    }

    private static MultiMap decoded(String query) {
        MultiMap parameters = MultiMap.caseInsensitiveMultiMap();
        if (query != null && !query.isEmpty()) {
            try {
                new QueryStringDecoder(query, false).parameters().forEach(parameters::add);
            } catch (IllegalArgumentException malformed) {
                throw BadRequestAnswers.of("The query is not encoded correctly.");
            }
        }
        return parameters;
    }

    /** The value of a parameter, or null. */
    public String text(ManagementParameter parameter) {
        return sent.get(parameter.key());
    }

    /** All values of a parameter that may occur several times. */
    public List<String> texts(ManagementParameter parameter) {
        return sent.getAll(parameter.key());
    }

    public int number(ManagementParameter parameter, int otherwise, int most) {
        String value = text(parameter);
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
            throw BadRequestAnswers.of(
                    "The parameter " + parameter.key() + " is a whole number from 1 to " + most + ".");
        }
        return number;
    }

    /** A time as in RFC 3339, or null. */
    public Instant time(ManagementParameter parameter) {
        String value = text(parameter);
        // Many clients send the plus sign of an offset as it is, which stands for a space in a query.
        return InstanceFilterReader.time("The parameter " + parameter.key(), value == null ? null : value.replace(' ', '+'));
    }

    /** False if it is not there. */
    public boolean flag(ManagementParameter parameter) {
        String value = text(parameter);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            throw BadRequestAnswers.of("The parameter " + parameter.key() + " is true or false.");
        }
        return "true".equals(value);
    }

    /** All parameters whose names begin with the key of this one, by the rest of their names. */
    public Map<String, String> all(ManagementParameter parameter) {
        Map<String, String> found = new TreeMap<>();
        for (String name : sent.names()) {
            if (parameter.isNamed(name)) {
                found.put(name.substring(parameter.key().length()), sent.get(name));
            }
        }
        return found;
    }
}
