package dev.cairn.crashpoints;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.crashpoints.CrashTrial.Trace;
import dev.cairn.crashpoints.OutsideWorld.Effect;
import dev.cairn.testkit.StoreFault;

/** Checks a trace under injected faults against the trace without faults. */
final class BaselineTraceChecker {

    /** Maximum time until an engine whose store fails at times tries again. */
    private static final long SLACK_PER_FAULT_MILLIS = 2_000;
    /** A node whose first heartbeat failed lets others have theirs, before it takes anything over or knows that an event has arrived. */
    private static final long SLACK_AFTER_SILENCE_MILLIS = 10_000;

    private BaselineTraceChecker() {}

    /** The violations; empty if there are none. */
    static List<String> violations(Trace calm, Trace trace) {
        List<String> violations = new ArrayList<>(trace.problems());
        if (trace.ended() != null && !trace.ended().equals(calm.ended())) {
            violations.add("It ended with " + trace.ended() + ", not " + calm.ended());
        }
        if (!keys(trace).equals(keys(calm)) && trace.ended() != null) {
            violations.add("The effects were " + keys(trace) + ", not " + keys(calm));
        }
        checkRepetitions(trace, violations);
        checkTime(calm, trace, violations);
        return violations;
    }

    private static List<String> keys(Trace trace) {
        return trace.effects().stream().map(Effect::key).distinct().toList();
    }

    /** Only the one in flight may be repeated: nothing came after it, not even a durable write, and a fault lies between. */
    private static void checkRepetitions(Trace trace, List<String> violations) {
        Effect before = null;
        List<String> seen = new ArrayList<>();
        for (Effect effect : trace.effects()) {
            if (seen.contains(effect.key())) {
                if (!effect.key().equals(before.key())) {
                    violations.add(effect.key() + " was repeated after " + before.key());
                } else if (effect.commits() > before.commits()) {
                    violations.add(effect.key() + " was repeated although its outcome was durable");
                } else if (effect.life() == before.life()) {
                    violations.add(effect.key() + " was repeated in one life");
                }
            }
            seen.add(effect.key());
            before = effect;
        }
    }

    /** A wait that began again after a restart, or that was forgotten, changes the time of the end. */
    private static void checkTime(Trace calm, Trace trace, List<String> violations) {
        long lateMillis = trace.endedAtMillis() - calm.endedAtMillis();
        long slackMillis = trace.faults().size() * (SLACK_PER_FAULT_MILLIS + CrashTrial.DOWN_MILLIS)
                + (firstHeartbeatFails(trace) ? SLACK_AFTER_SILENCE_MILLIS : 0);
        if (trace.ended() != null && (lateMillis < 0 || lateMillis > slackMillis)) {
            violations.add("It ended " + lateMillis + " ms later than without faults");
        }
    }

    private static boolean firstHeartbeatFails(Trace trace) {
        int first = trace.lives().get(0).indexOf("heartbeat") + 1;
        return trace.faults().stream().anyMatch(fault -> fault.call() == first && fault.effect() == StoreFault.Effect.FAILURE);
    }
}
