package dev.cairn.integrations.messaging.outgoing;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.cairn.spi.EventSink.EmittingTask;

/** Decides which emitted events a channel gets. Immutable. */
final class EventRoute {

    private final List<Pattern> types;
    private final Set<String> tasks;

    EventRoute(OutgoingChannelPlan plan) {
        this.types = plan.getTypes().stream().map(EventRoute::pattern).toList();
        this.tasks = Set.copyOf(plan.getTasks());
    }

    private static Pattern pattern(String type) {
        return Pattern.compile(List.of(type.split("\\*", -1)).stream().map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    /** True if the channel gets an event of this type from this task. */
    boolean matches(String type, EmittingTask task) {
        return !tasks.isEmpty() && tasks.contains(key(task.workflow(), task.version(), task.task()))
                || types.stream().anyMatch(pattern -> pattern.matcher(type).matches());
    }

    /** The name of a task among those of all definitions. */
    static String key(String workflow, String version, String pointer) {
        return workflow + ' ' + version + ' ' + pointer;
    }
}
