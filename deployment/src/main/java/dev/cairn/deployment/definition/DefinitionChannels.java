package dev.cairn.deployment.definition;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

import dev.cairn.api.EventTrigger;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;
import dev.cairn.deployment.DefinitionBuildItem;

/** The channels that definitions name in their metadata. */
public final class DefinitionChannels {

    /** The channel that brings events for a workflow, as a JSON pointer. */
    public static final String OF_DOCUMENT = "/document/metadata/cairn/messaging/channel";

    private static final DotName EVENT_TRIGGER = DotName.createSimple(EventTrigger.class);

    private DefinitionChannels() {}

    /** The channel that an annotation of the class names. */
    public static Optional<String> ofTrigger(DefinitionBuildItem item, IndexView index) {
        return item.workflowClass().map(index::getClassByName).map(type -> type.declaredAnnotation(EVENT_TRIGGER))
                .map(trigger -> trigger.value("channel")).map(AnnotationValue::asString).filter(name -> !name.isEmpty());
    }

    /** The channels of tasks that emit, also in functions and extensions, by the JSON pointer of the task. */
    public static Map<String, String> ofTasks(Definition definition) {
        Map<String, String> channels = new TreeMap<>();
        definition.eachTask(task -> {
            if (task instanceof Task.Emit emit && emit.channel() != null) {
                channels.put(emit.properties().location().pointer(), emit.channel());
            }
        });
        return channels;
    }
}
