package dev.cairn.management;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.cairn.api.InstanceFilter;

/**
 * What a request looks for, in its query or in its body, where it has the same names.
 *
 * @param texts the text of a field, or null
 * @param times the time of a field, or null
 * @param flags true if a field says so
 */
record RequestFilter(Function<ManagementParameter, String> texts, Function<ManagementParameter, Instant> times,
        Predicate<ManagementParameter> flags) {

    /**
     * The filter.
     *
     * @param workflow qualified name, or null for all
     * @param attributes by their names
     */
    InstanceFilter of(String workflow, Map<String, String> attributes) {
        InstanceFilter filter = InstanceFilter.all().withWorkflow(workflow)
                .withVersion(texts.apply(ManagementParameter.VERSION))
                .withStatus(InstanceSearch.status(texts.apply(ManagementParameter.STATUS)))
                .withCreated(times.apply(ManagementParameter.CREATED_FROM), times.apply(ManagementParameter.CREATED_TO))
                .withEnded(times.apply(ManagementParameter.ENDED_FROM), times.apply(ManagementParameter.ENDED_TO))
                .withErrorType(texts.apply(ManagementParameter.ERROR_TYPE))
                .withParent(texts.apply(ManagementParameter.PARENT))
                .withBusinessKey(texts.apply(ManagementParameter.BUSINESS_KEY));
        filter = flags.test(ManagementParameter.WITHOUT_PARENT) ? filter.withoutParent() : filter;
        filter = flags.test(ManagementParameter.PARKED) ? filter.withParked() : filter;
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            filter = filter.withAttribute(attribute.getKey(), attribute.getValue());
        }
        return filter;
    }

    /**
     * A time as in RFC 3339.
     *
     * @param what is named to the client
     * @param value or null
     */
    static Instant time(String what, String value) {
        try {
            return value == null ? null : OffsetDateTime.parse(value).toInstant();
        } catch (DateTimeParseException e) {
            throw RequestMistakes.of(what + " is a time as in RFC 3339: 2026-01-31T12:00:00Z.");
        }
    }
}
