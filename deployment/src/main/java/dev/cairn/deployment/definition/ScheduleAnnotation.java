package dev.cairn.deployment.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.SourceLocation;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.FlowSchedule;
import dev.cairn.fluent.Flows;

/**
 * The schedules of {@code @Workflow(schedule = …)}.
 *
 * @param annotation null if the class has none
 */
record ScheduleAnnotation(AnnotationInstance annotation) {

    private static final List<String> RULES = List.of("cron", "every", "after");
    private static final String SETTINGS = "/document/metadata/cairn/schedule";

    /** The schedules of an annotation {@code @Workflow}. */
    static ScheduleAnnotation of(AnnotationInstance workflow) {
        AnnotationValue schedule = workflow.value("schedule");
        return new ScheduleAnnotation(schedule == null ? null : schedule.asNested());
    }

    /** True if the annotation is there without a rule. */
    boolean lacksRule() {
        return annotation != null && RULES.stream().map(this::given).allMatch(Objects::isNull);
    }

    /** A flow with these schedules. */
    Flow addTo(Flow flow) {
        List<FlowSchedule> schedules = new ArrayList<>();
        add(schedules, "cron", Flows::cron);
        add(schedules, "every", Flows::every);
        add(schedules, "after", Flows::after);
        Flow scheduled = flow;
        for (int i = 0; i < schedules.size(); i++) {
            scheduled = scheduled.schedule(i == 0 ? configured(schedules.get(0)) : schedules.get(i));
        }
        return scheduled;
    }

    private void add(List<FlowSchedule> schedules, String kind, Function<String, FlowSchedule> rule) {
        if (given(kind) != null) {
            schedules.add(rule.apply(given(kind).asString()));
        }
    }

    private FlowSchedule configured(FlowSchedule rule) {
        FlowSchedule schedule = rule;
        if (given("zone") != null) {
            schedule = schedule.zone(given("zone").asString());
        }
        if (given("overlap") != null) {
            schedule = schedule.overlap(OverlapPolicy.valueOf(given("overlap").asEnum()));
        }
        if (given("missed") != null) {
            schedule = schedule.missed(MissedPolicy.valueOf(given("missed").asEnum()));
        }
        if (given("maxMissed") != null) {
            schedule = schedule.maxMissed(given("maxMissed").asInt());
        }
        if (given("jitter") != null) {
            schedule = schedule.jitter(given("jitter").asString());
        }
        return schedule;
    }

    /** The value of a property, or null if the class leaves it out or gives an empty text. */
    private AnnotationValue given(String property) {
        AnnotationValue value = annotation == null ? null : annotation.value(property);
        boolean empty = value != null && value.kind() == AnnotationValue.Kind.STRING && value.asString().isEmpty();
        return empty ? null : value;
    }

    /** True if a flow has schedules as well: its author cannot tell which settings apply. */
    boolean isBeside(Flow flow) {
        return annotation != null && flow.isScheduled();
    }

    /** A definition whose schedules are located at the annotated class. */
    JavaDefinitionDocument locate(JavaDefinitionDocument source, SourceLocation type) {
        JavaDefinitionDocument located = source;
        if (annotation != null) {
            for (AnnotationValue value : annotation.values()) {
                String parent = RULES.contains(value.name()) ? "/schedule" : SETTINGS;
                located = located.with(parent + "/" + value.name(), type);
            }
        }
        return located;
    }
}
