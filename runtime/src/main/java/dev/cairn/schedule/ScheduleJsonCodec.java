package dev.cairn.schedule;

import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The JSON form of schedules, which stores keep. Its properties keep their names and meanings; reading tolerates unknown ones and
 * takes the default for a missing one.
 */
public final class ScheduleJsonCodec {

    private ScheduleJsonCodec() {}

    /** The JSON form of a schedule. */
    public static ObjectNode write(ScheduleSpec spec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", spec.name());
        json.set("rule", write(spec.rule()));
        json.put("overlap", spec.overlap().word());
        json.put("missed", spec.missed().word());
        json.put("maxMissed", spec.maxMissed());
        json.put("jitterMillis", spec.jitterMillis());
        if (spec.input() != null) {
            json.set("input", spec.input());
        }
        return json;
    }

    private static ObjectNode write(ScheduleRule rule) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (rule instanceof CronRule cron) {
            return json.put("cron", cron.cron().toString()).put("zone", cron.zone().getId());
        }
        if (rule instanceof EveryRule every) {
            return json.put("everyMillis", every.periodMillis());
        }
        return json.put("afterMillis", ((AfterRule) rule).delayMillis());
    }

    /**
     * Reads the JSON form of a schedule.
     *
     * @throws InvalidScheduleException if it has no name, no rule that is known, or a value that is out of range
     */
    public static ScheduleSpec read(JsonNode json) {
        return read(json, CronExpression::of);
    }

    /**
     * Reads the JSON form of a schedule that the build has checked, without a check of its cron expression, which takes long at a
     * start of the application; as {@link #read}.
     */
    public static ScheduleSpec readCompiled(JsonNode json) {
        return read(json, CronExpression::accepted);
    }

    private static ScheduleSpec read(JsonNode json, Function<String, CronExpression> cron) {
        JsonNode name = json.path("name");
        if (!name.isTextual()) {
            throw new InvalidScheduleException("The stored schedule has no name", "Create it again.");
        }
        return new ScheduleSpec(name.textValue(), rule(json.path("rule"), cron),
                ScheduleSpec.overlap(json.path("overlap").asText(ScheduleSpec.DEFAULT_OVERLAP.word())),
                ScheduleSpec.missed(json.path("missed").asText(ScheduleSpec.DEFAULT_MISSED.word())),
                json.path("maxMissed").asInt(ScheduleSpec.DEFAULT_MAX_MISSED), json.path("jitterMillis").asLong(0),
                json.get("input"));
    }

    private static ScheduleRule rule(JsonNode json, Function<String, CronExpression> cron) {
        if (json.has("cron")) {
            return new CronRule(cron.apply(json.path("cron").asText()),
                    CronRule.zone(json.path("zone").asText(CronRule.DEFAULT_ZONE.getId())));
        }
        if (json.has("everyMillis")) {
            return new EveryRule(json.path("everyMillis").asLong());
        }
        if (json.has("afterMillis")) {
            return new AfterRule(json.path("afterMillis").asLong());
        }
        throw new InvalidScheduleException("The stored schedule has no rule that is known here",
                "A newer version of Cairn may have written it; update this application.");
    }
}
