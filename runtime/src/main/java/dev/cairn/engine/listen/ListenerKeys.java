package dev.cairn.engine.listen;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;
import dev.cairn.link.CorrelationSignature;

/** The keys of the events that an instance listens for at a step. */
final class ListenerKeys {

    private ListenerKeys() {}

    /** True if the instance wants nothing but events that an index finds, at least one, and timers. */
    static boolean areKnown(InstalledProgram program, TransitionResult step) {
        boolean any = false;
        for (TransitionResult.Effect effect : step.effects()) {
            if (effect instanceof TransitionResult.Listening listening) {
                if (program.listens().of(listening.operation()).isEmpty()) {
                    return false;
                }
                any = true;
            }
        }
        return any && TransitionResultQueries.status(step) == InstanceStatus.WAITING;
    }

    /** The keys, those of filters left out that an index does not know; empty for a suspended instance. */
    static Set<String> of(InstalledProgram program, InstanceState state, TransitionResult step) {
        if (step instanceof TransitionResult.Halted) {
            return Set.of();
        }
        Set<String> keys = new TreeSet<>();
        for (TransitionResult.Effect effect : step.effects()) {
            if (effect instanceof TransitionResult.Listening listening) {
                List<CorrelationSignature> filters = program.listens().of(listening.operation());
                JsonNode expected = filters.isEmpty() ? NullNode.getInstance() : ProgramExecutor.expected(state, listening);
                for (int filter = 0; filter < filters.size(); filter++) {
                    keys.add(key(filters.get(filter), expected.path(Integer.toString(filter))));
                }
            }
        }
        return keys;
    }

    private static String key(CorrelationSignature filter, JsonNode expected) {
        return filter.key(filter.names().stream().map(expected::path).toList());
    }
}
