package dev.cairn.compiler.reader;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventReadMode;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.SchedulePolicyOverride;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;

/** Reads {@code schedule}, with the settings of schedules in the metadata. Leaves out the schedules that it reported as wrong. */
final class ScheduleReader {

    private static final List<String> OVERLAPS = Arrays.stream(OverlapPolicy.values()).map(OverlapPolicy::word).toList();
    private static final List<String> MISSED = Arrays.stream(MissedPolicy.values()).map(MissedPolicy::word).toList();

    private ScheduleReader() {}

    /**
     * @param http the HTTP trigger, or null
     * @param schedule null for none
     * @param settingsElement settings of schedules in the metadata; null for none
     */
    static DefinitionTriggers triggers(DefinitionTriggers.Http http, SourceElement schedule, SourceElement settingsElement) {
        Settings settings = settings(settingsElement);
        if (schedule == null) {
            warnOfSettings(settingsElement);
            return new DefinitionTriggers(http, List.of(), null);
        }
        try (ElementFieldReader fields = ElementFieldReader.of(schedule)) {
            List<ScheduleRule> rules = Stream.<ScheduleRule>of(
                    cron(fields.optional("cron")),
                    every(fields.optional("every")), after(fields.optional("after"))).filter(Objects::nonNull).toList();
            DefinitionTriggers.Events events = events(fields);
            if (schedule.isObject() && schedule.value().isEmpty()) {
                schedule.problem(ReaderErrorCodes.MISSING_PROPERTY,
                        "\"schedule\" needs \"cron\", \"every\", \"after\" or \"on\"", "Add one of them.");
            }
            if (fields.has("on")) {
                checkAlone(fields, fields.optional("on"), settingsElement);
            }
            List<ScheduleSpec> schedules = new ArrayList<>();
            for (ScheduleRule rule : rules) {
                settings.checkJitter(rule);
                schedules.add(settings.apply(rule));
            }
            return new DefinitionTriggers(http, schedules, events);
        }
    }

    private static CronRule cron(SourceElement element) {
        String text = element == null ? null : element.text();
        CronExpression cron = text == null ? null
                : valid(element, ReaderErrorCodes.INVALID_VALUE, () -> CronExpression.of(text));
        return cron == null ? null : new CronRule(cron, CronRule.DEFAULT_ZONE);
    }

    private static EveryRule every(SourceElement element) {
        Long millis = millis(element, "every");
        return millis == null ? null : valid(element, ReaderErrorCodes.INVALID_DURATION, () -> new EveryRule(millis));
    }

    private static AfterRule after(SourceElement element) {
        Long millis = millis(element, "after");
        return millis == null ? null : valid(element, ReaderErrorCodes.INVALID_DURATION, () -> new AfterRule(millis));
    }

    /** Null for what is not there, or was reported as wrong. */
    private static Long millis(SourceElement element, String name) {
        DurationSpec duration = ValueReader.duration(element);
        if (duration == null) {
            return null;
        }
        if (duration.expression() != null) {
            element.problem(ReaderErrorCodes.INVALID_DURATION,
                    "\"" + name + "\" cannot be an expression: a schedule has no input to compute it from",
                    "Write it as PT15M.");
            return null;
        }
        return duration.millis();
    }

    /** Events and times give instances different inputs. */
    private static void checkAlone(ElementFieldReader fields, SourceElement on, SourceElement settingsElement) {
        List<String> times = ScheduleRule.KINDS.stream().filter(fields::has).toList();
        if (times.isEmpty()) {
            warnOfSettings(settingsElement);
        } else {
            on.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES,
                    "\"on\" cannot stand beside \"" + times.get(0) + "\": an input is either events or a due time",
                    "Keep one of them; another workflow can have the other, and run this one.");
        }
    }

    private static void warnOfSettings(SourceElement settingsElement) {
        if (settingsElement != null) {
            settingsElement.warning(ReaderErrorCodes.NO_EFFECT, "The workflow has no schedule that these settings apply to",
                    "Add \"schedule\", or remove them.");
        }
    }

    private static DefinitionTriggers.Events events(ElementFieldReader fields) {
        SourceElement element = fields.optional("on");
        SourceElement part = fields.optional("read");
        if (element == null) {
            if (part != null) {
                part.problem(ReaderErrorCodes.MISSING_PROPERTY, "\"read\" says what is read of events, and there is no \"on\"",
                        "Add \"on\", or remove it.");
            }
            return null;
        }
        EventConsumption on = EventReader.starting(element);
        EventReadMode read = EventReader.read(part);
        return on == null || read == null ? null : new DefinitionTriggers.Events(on, read);
    }

    private static Settings settings(SourceElement element) {
        if (element == null) {
            return new Settings(SchedulePolicyOverride.NONE, null);
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            String zone = text(fields.optional("zone"));
            OverlapPolicy overlap = overlap(fields.optional("overlap"));
            SourceElement missedElement = fields.optional("missed");
            MissedPolicy missed = missed(missedElement);
            SourceElement bound = fields.optional("maxMissed");
            Integer maxMissed = bound == null ? null : bound.integer();
            SourceElement jitter = fields.optional("jitter");
            Long jitterMillis = millis(jitter, "jitter");
            isValid(missedElement, ReaderErrorCodes.EXCLUSIVE_PROPERTIES, () -> ScheduleSpec.checkPolicies(overlap, missed));
            boolean bounded = maxMissed == null
                    || isValid(bound, ReaderErrorCodes.INVALID_VALUE, () -> ScheduleSpec.checkMaxMissed(maxMissed));
            ZoneId known = zone == null ? null
                    : valid(fields.optional("zone"), ReaderErrorCodes.INVALID_VALUE, () -> CronRule.zone(zone));
            return new Settings(new SchedulePolicyOverride(known, overlap, missed, bounded ? maxMissed : null, jitterMillis),
                    jitter);
        }
    }

    private static String text(SourceElement element) {
        return element == null ? null : element.text();
    }

    private static OverlapPolicy overlap(SourceElement element) {
        String word = element == null ? null : element.oneOf(OVERLAPS);
        return word == null ? null : ScheduleSpec.overlap(word);
    }

    private static MissedPolicy missed(SourceElement element) {
        String word = element == null ? null : element.oneOf(MISSED);
        return word == null ? null : ScheduleSpec.missed(word);
    }

    /** The value, or null if it is reported as invalid. */
    private static <T> T valid(SourceElement element, String code, Supplier<T> value) {
        try {
            return value.get();
        } catch (InvalidScheduleException invalid) {
            element.problem(code, invalid.fault(), invalid.suggestion());
            return null;
        }
    }

    /** False if the value is reported as invalid. */
    private static boolean isValid(SourceElement element, String code, Runnable check) {
        return valid(element, code, () -> {
            check.run();
            return true;
        }) != null;
    }

    /**
     * The settings of all schedules of a definition.
     *
     * @param policies settings without a value leave the defaults
     * @param jitterElement the element of the jitter, or null
     */
    private record Settings(SchedulePolicyOverride policies, SourceElement jitterElement) {

        void checkJitter(ScheduleRule rule) {
            if (policies.jitterMillis() != null) {
                isValid(jitterElement, ReaderErrorCodes.INVALID_DURATION,
                        () -> ScheduleSpec.checkJitter(policies.jitterMillis(), rule));
            }
        }

        ScheduleSpec apply(ScheduleRule rule) {
            return policies.apply(ScheduleSpec.of(rule));
        }
    }
}
