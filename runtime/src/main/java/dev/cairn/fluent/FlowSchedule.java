package dev.cairn.fluent;

import java.time.Duration;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;

/**
 * A schedule of a workflow: {@link Flows#cron(String)}, {@link Flows#every(Duration)}, {@link Flows#after(Duration)} or
 * {@link Flows#on(ListenTarget)}. Immutable. Settings apply to all schedules of the workflow by time; one of the schedules has them.
 *
 * <pre>{@code
 * flow(…).schedule(cron("0 8 * * *").zone("Europe/Berlin").overlap(OverlapPolicy.SKIP))
 * }</pre>
 */
public final class FlowSchedule {

    private static final String EVENTS = "on";
    private static final String[] SETTINGS = { "document", "metadata", "cairn", "schedule" };

    private final String kind;
    private final DefinitionFragment rule;
    private final DefinitionFragment settings;
    /** The part of an event that is read, or null. */
    private final DefinitionFragment read;

    private FlowSchedule(String kind, DefinitionFragment rule, DefinitionFragment settings, DefinitionFragment read) {
        this.kind = kind;
        this.rule = rule;
        this.settings = settings;
        this.read = read;
    }

    static FlowSchedule of(String kind, String value) {
        return new FlowSchedule(kind,
                value == null ? DefinitionFragment.empty().absent(kind) : DefinitionFragment.empty().text(value),
                DefinitionFragment.empty(), null);
    }

    static FlowSchedule ofEvents(ListenTarget starting) {
        return new FlowSchedule(EVENTS, starting == null ? DefinitionFragment.empty().absent(EVENTS) : starting.part(),
                DefinitionFragment.empty(), null);
    }

    /** Gives instances whole events, with their attributes, instead of their data; for {@link Flows#on}. */
    public FlowSchedule envelopes() {
        return reading("envelope");
    }

    /** Gives instances the data of events as texts; for {@link Flows#on}. */
    public FlowSchedule raw() {
        return reading("raw");
    }

    private FlowSchedule reading(String part) {
        return new FlowSchedule(kind, rule, settings, DefinitionFragment.empty().text(part));
    }

    /**
     * The time zone of a cron expression; by default UTC.
     *
     * @param zone an identifier such as {@code Europe/Berlin}
     */
    public FlowSchedule zone(String zone) {
        return with(settings.text(zone, "zone"));
    }

    /** Sets what happens when the schedule is due while an instance of it has not ended; by default it starts another. */
    public FlowSchedule overlap(OverlapPolicy policy) {
        return with(settings.text(policy == null ? null : policy.word(), "overlap"));
    }

    /** Sets what happens with occurrences that nothing could start in time; by default the latest is started. */
    public FlowSchedule missed(MissedPolicy policy) {
        return with(settings.text(policy == null ? null : policy.word(), "missed"));
    }

    /** Maximum number of missed occurrences that {@link MissedPolicy#FIRE_ALL} starts, from 1 to 10,000; by default 100. */
    public FlowSchedule maxMissed(int occurrences) {
        return with(settings.with(IntNode.valueOf(occurrences), "maxMissed"));
    }

    /**
     * Delays each occurrence by a time below this one, which differs between schedules and occurrences.
     *
     * @param most at most half of the shortest time between two occurrences
     */
    public FlowSchedule jitter(Duration most) {
        return jitter(most == null ? null : most.toString());
    }

    /** As {@link #jitter(Duration)}, with an ISO 8601 duration such as {@code PT30S}. */
    public FlowSchedule jitter(String most) {
        return with(settings.text(most, "jitter"));
    }

    private FlowSchedule with(DefinitionFragment changed) {
        return new FlowSchedule(kind, rule, changed, read);
    }

    /** A workflow with this schedule. */
    DefinitionFragment addTo(DefinitionFragment flow) {
        if (flow.has("schedule", kind)) {
            return flow.mistake(FluentErrorCodes.GIVEN_TWICE, "The workflow has a schedule with \"" + kind + "\" already",
                    "Keep one of the two.");
        }
        DefinitionFragment ruled = flow.nested(rule, "schedule", kind);
        DefinitionFragment scheduled = read == null ? ruled : ruled.nested(read, "schedule", "read");
        if (settings.json().isEmpty()) {
            return scheduled;
        }
        return scheduled.has(SETTINGS)
                ? scheduled.mistake(FluentErrorCodes.GIVEN_TWICE, "Settings apply to all schedules of a workflow",
                        "Give them with one of the schedules.")
                : scheduled.nested(settings, SETTINGS);
    }
}
