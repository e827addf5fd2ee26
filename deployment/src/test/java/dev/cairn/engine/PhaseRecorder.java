package dev.cairn.engine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import dev.cairn.engine.instance.phase.LoadedInstancePhase;
import dev.cairn.engine.instance.phase.PhaseSwitch;
import dev.cairn.engine.instance.phase.PhaseTransitionListener;

/** Records the phases of instances while a test runs. An undeclared transition is recorded as well. */
final class PhaseRecorder implements PhaseTransitionListener, BeforeEachCallback, AfterEachCallback {

    private final Map<PhaseSwitch, List<LoadedInstancePhase>> ways = new IdentityHashMap<>();
    private PhaseSwitch first;

    /** The phases of the object that was first to change its phase. */
    synchronized List<LoadedInstancePhase> way() {
        return List.copyOf(ways.get(first));
    }

    /** The switch of that object. */
    synchronized PhaseSwitch first() {
        return first;
    }

    @Override
    public synchronized void changes(PhaseSwitch phases, LoadedInstancePhase next) {
        first = first == null ? phases : first;
        ways.computeIfAbsent(phases, unknown -> new ArrayList<>(List.of(phases.current()))).add(next);
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        PhaseSwitch.watch(this);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        PhaseSwitch.watch(null);
    }
}
