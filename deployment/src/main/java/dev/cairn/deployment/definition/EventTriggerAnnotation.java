package dev.cairn.deployment.definition;

import java.util.Arrays;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

import dev.cairn.api.EventTrigger;
import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.SourceLocation;
import dev.cairn.fluent.EventMatch;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.FlowSchedule;
import dev.cairn.fluent.Flows;

/**
 * The events of {@code @EventTrigger(type = …)}.
 *
 * @param annotation null if the class has none
 * @param index knows the annotation's own class
 */
record EventTriggerAnnotation(AnnotationInstance annotation, IndexView index) {

    static final DotName NAME = DotName.createSimple(EventTrigger.class.getName());

    /** The annotation of a class. */
    static EventTriggerAnnotation of(ClassInfo type, IndexView index) {
        return new EventTriggerAnnotation(type.declaredAnnotation(NAME), index);
    }

    /** True if the annotation is there without a type. */
    boolean lacksType() {
        return annotation != null && annotation.value("type").asStringArray().length == 0;
    }

    /** True if a flow says itself what starts it. */
    boolean isBeside(Flow flow) {
        return annotation != null && flow.isScheduled();
    }

    /** A flow that these events start. */
    Flow addTo(Flow flow) {
        if (annotation == null || lacksType()) {
            return flow;
        }
        EventMatch[] matches = Arrays.stream(annotation.value("type").asStringArray()).map(this::match)
                .toArray(EventMatch[]::new);
        FlowSchedule schedule = Flows.on(matches.length == 1 ? Flows.one(matches[0]) : Flows.any(matches));
        return flow.schedule(annotation.valueWithDefault(index, "envelope").asBoolean() ? schedule.envelopes() : schedule);
    }

    private EventMatch match(String type) {
        String source = annotation.valueWithDefault(index, "source").asString();
        return source.isEmpty() ? Flows.events(type) : Flows.events(type).with("source", source);
    }

    /** A definition whose events are located at the annotated class. */
    JavaDefinitionDocument locate(JavaDefinitionDocument source, SourceLocation type) {
        return annotation == null ? source : source.with("/schedule/on", type);
    }
}
