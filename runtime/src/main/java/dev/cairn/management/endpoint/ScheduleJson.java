package dev.cairn.management.endpoint;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.ScheduleRequest.DueRule;
import dev.cairn.api.ScheduleRequest.OccurrencePolicies;
import dev.cairn.api.ScheduleView;
import dev.cairn.api.ScheduleView.LostOccurrences;
import dev.cairn.engine.schedule.ScheduleDetails;
import dev.cairn.engine.schedule.ScheduleDetails.ScheduleTrigger;
import dev.cairn.engine.schedule.ScheduleDetails.StartedOccurrence;
import dev.cairn.management.request.BadRequestAnswers;
import dev.cairn.management.request.BoundedPayloadWriter;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandOriginMapper;

/** Schedules as the management API shows and takes them. */
final class ScheduleJson {

    private static final String CRON = "cron";
    private static final String EVERY = "every";
    private static final String AFTER = "after";
    private static final String ZONE = "zone";
    private static final String OVERLAP = "overlap";
    private static final String MISSED = "missed";
    private static final String MAX_MISSED = "maxMissed";
    private static final String JITTER = "jitter";
    private static final String INPUT = "input";
    /** More than a rule or policy has; longer texts are neither parsed nor quoted. */
    private static final int MAX_CHARACTERS = 255;

    private ScheduleJson() {}

    /** A schedule without its instances. */
    static ObjectNode of(ScheduleDetails details, BoundedPayloadWriter values) {
        ScheduleView view = details.view();
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("workflow", view.workflow()).put("name", view.name());
        put(json, view.statement().rule());
        json.put("description", details.description());
        OccurrencePolicies policies = view.statement().policies();
        json.put(OVERLAP, policies.overlap().word());
        if (policies.missed() != null) {
            json.put(MISSED, policies.missed().word()).put(MAX_MISSED, policies.maxMissed());
        }
        if (!policies.jitter().isZero()) {
            put(json, JITTER, policies.jitter());
        }
        values.put(json, INPUT, (JsonNode) view.statement().input(), view.workflow());
        json.put("ofDefinition", view.ofDefinition()).put("paused", view.paused());
        put(json, "changedAt", view.changedAt());
        if (view.changedBy() != null) {
            CommandOriginMapper.put(json.putObject("changedBy"), view.changedBy());
        }
        put(json, "definitionVersion", details.version());
        put(json, "lastDue", view.lastDue());
        ArrayNode dues = json.putArray("nextDues");
        details.nextDues().forEach(due -> dues.add(due.toString()));
        LostOccurrences lost = view.lost();
        json.putObject("lost").put("skipped", lost.skipped()).put("missed", lost.missed()).put("refused", lost.refused());
        if (details.obstacle() != null) {
            json.put("obstacle", details.obstacle().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return json;
    }

    /** A schedule with the newest of its instances. */
    static ObjectNode whole(ScheduleDetails details, BoundedPayloadWriter values) {
        ObjectNode json = of(details, values);
        ArrayNode occurrences = json.putArray("occurrences");
        for (StartedOccurrence started : details.occurrences()) {
            occurrences.add(InstanceJson.summary(started.instance()).put("byCommand", started.byCommand()));
        }
        return json;
    }

    /** A schedule of a definition, as a trigger of its workflow. */
    static ObjectNode trigger(ScheduleTrigger trigger) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("kind", "schedule").put("name", trigger.name());
        put(json, trigger.rule());
        return json.put("description", trigger.description()).put(OVERLAP, trigger.overlap().word());
    }

    private static void put(ObjectNode json, DueRule rule) {
        put(json, CRON, rule.cron());
        put(json, ZONE, rule.zone());
        put(json, EVERY, rule.every());
        put(json, AFTER, rule.after());
    }

    private static void put(ObjectNode json, String name, Object value) {
        if (value != null) {
            json.put(name, value.toString());
        }
    }

    /** The fields of a body that describes a schedule, and others. */
    static String[] fields(String... others) {
        return Stream.concat(Stream.of(others), Stream.of(CRON, ZONE, EVERY, AFTER, OVERLAP, MISSED, MAX_MISSED, JITTER, INPUT,
                CommandBody.REASON)).toArray(String[]::new);
    }

    /** The schedule that a body describes. All that a refusal tells is from the body. */
    static ScheduleRequest request(String workflow, String name, CommandBody body) {
        OverlapPolicy overlap = policy(body, OVERLAP, OverlapPolicy.values(), OverlapPolicy::word);
        MissedPolicy missed = policy(body, MISSED, MissedPolicy.values(), MissedPolicy::word);
        String cron = body.text(CRON, MAX_CHARACTERS);
        String zone = body.text(ZONE, MAX_CHARACTERS);
        JsonNode input = body.json().get(INPUT);
        int maxMissed = body.number(MAX_MISSED);
        if (zone != null && cron == null) {
            throw BadRequestAnswers.of("The field zone is that of the field cron, which is missing.");
        }
        return BadRequestAnswers.checked(() -> new ScheduleRequest(workflow, name,
                new DueRule(cron, zone, duration(body, EVERY), duration(body, AFTER)),
                new OccurrencePolicies(overlap, missed, maxMissed == 0 ? null : maxMissed, duration(body, JITTER)),
                input == null || input.isNull() ? null : input));
    }

    private static <P> P policy(CommandBody body, String field, P[] policies, Function<P, String> words) {
        String word = body.text(field);
        if (word == null) {
            return null;
        }
        return Arrays.stream(policies).filter(policy -> words.apply(policy).equals(word)).findFirst()
                .orElseThrow(() -> BadRequestAnswers.of("The field " + field + " is one of "
                        + Arrays.stream(policies).map(words).collect(Collectors.joining(", ")) + "."));
    }

    private static Duration duration(CommandBody body, String field) {
        String text = body.text(field, MAX_CHARACTERS);
        try {
            return text == null ? null : Duration.parse(text);
        } catch (DateTimeParseException malformed) {
            throw BadRequestAnswers.of("The field " + field + " is an ISO 8601 duration such as PT15M.");
        }
    }
}
