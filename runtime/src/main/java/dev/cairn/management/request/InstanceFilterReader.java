package dev.cairn.management.request;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceRow;

/**
 * Reads a filter for instances from a query or from a body, where the fields have the same names.
 *
 * @param texts the text of a field, or null
 * @param times the time of a field, or null
 * @param flags true if a field says so
 */
public record InstanceFilterReader(Function<ManagementParameter, String> texts, Function<ManagementParameter, Instant> times,
        Predicate<ManagementParameter> flags) {

    private static final int MAX_YEAR = 9_999;

    /**
     * The filter.
     *
     * @param workflow qualified name, or null for all
     * @param statuses phases; an element may hold several, separated by commas. Empty for any
     * @param attributes by their names
     */
    public InstanceFilter of(String workflow, List<String> statuses, Map<String, String> attributes) {
        InstanceFilter filter = InstanceFilter.all().withWorkflow(bounded(ManagementParameter.WORKFLOW, workflow))
                .withVersion(text(ManagementParameter.VERSION))
                .withStatuses(
                        statuses.stream().flatMap(text -> Stream.of(text.split(",", -1))).map(InstanceFilterReader::status)
                                .collect(Collectors.toSet()))
                .withCreated(times.apply(ManagementParameter.CREATED_FROM), times.apply(ManagementParameter.CREATED_TO))
                .withEnded(times.apply(ManagementParameter.ENDED_FROM), times.apply(ManagementParameter.ENDED_TO))
                .withErrorType(text(ManagementParameter.ERROR_TYPE))
                .withParent(text(ManagementParameter.PARENT))
                .withBusinessKey(texts.apply(ManagementParameter.BUSINESS_KEY));
        filter = flags.test(ManagementParameter.WITHOUT_PARENT) ? filter.withoutParent() : filter;
        filter = flags.test(ManagementParameter.PARKED) ? filter.withParked() : filter;
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            filter = filter.withAttribute(attribute.getKey(), attribute.getValue());
        }
        return filter;
    }

    private static InstanceStatus status(String phase) {
        for (InstanceStatus status : InstanceStatus.values()) {
            if (status.phase().equals(phase)) {
                return status;
            }
        }
        throw BadRequestAnswers.of("status is one or several, separated by commas, of "
                + Stream.of(InstanceStatus.values()).map(InstanceStatus::phase).collect(Collectors.joining(", ")) + ".");
    }

    private String text(ManagementParameter field) {
        return bounded(field, texts.apply(field));
    }

    /** Bulk commands keep their filter, and the log cites it. None that is longer than what instances have finds any. */
    private static String bounded(ManagementParameter field, String value) {
        int most = switch (field) {
            case WORKFLOW -> 512;
            case VERSION -> 255;
            case PARENT -> 64;
            default -> InstanceRow.MAX_ERROR_TYPE_CHARACTERS;
        };
        if (value != null && value.length() > most) {
            throw BadRequestAnswers.of(field.key() + " has at most " + most + " characters, not " + value.length() + ".");
        }
        return value;
    }

    /**
     * A time as in RFC 3339, whose years are 0000 to 9999.
     *
     * @param what is named to the client
     * @param value or null
     */
    static Instant time(String what, String value) {
        if (value == null) {
            return null;
        }
        try {
            OffsetDateTime time = OffsetDateTime.parse(value);
            if (time.getYear() >= 0 && time.getYear() <= MAX_YEAR) {
                return time.toInstant();
            }
        } catch (DateTimeParseException malformed) {
            // Refused as a time out of range is.
        }
        throw BadRequestAnswers.of(what + " is a time as in RFC 3339: 2026-01-31T12:00:00Z.");
    }
}
