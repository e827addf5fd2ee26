package dev.cairn.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The raw input of an instance that a schedule starts. */
public final class OccurrenceInput {

    private OccurrenceInput() {}

    /**
     * The schedule's own input, or without one <code>{"due", "previous", "scheduled"}</code>: the due times of this occurrence and of
     * the one before with the offset of the schedule's zone, and the name of the schedule.
     *
     * @param previousMillis due time of the occurrence before; empty for none
     */
    public static JsonNode of(ScheduleSpec spec, long dueMillis, OptionalLong previousMillis) {
        if (spec.input() != null) {
            return spec.input();
        }
        ZoneId zone = spec.rule() instanceof CronRule cron ? cron.zone() : CronRule.DEFAULT_ZONE;
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        input.put("due", text(dueMillis, zone));
        input.put("previous", previousMillis.isPresent() ? text(previousMillis.getAsLong(), zone) : null);
        return input.put("scheduled", spec.name());
    }

    private static String text(long millis, ZoneId zone) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(Instant.ofEpochMilli(millis).atZone(zone));
    }
}
