package dev.cairn.engine.instance.phase;

import org.jboss.logging.Logger;

/**
 * Holds the phase of one instance, and refuses transitions that {@link LoadedInstancePhase} does not declare. Used only in the turns of
 * the instance, and before the first one.
 */
public final class PhaseSwitch {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    /** Sees the transitions of all instances while assertions are enabled; null if nothing does. */
    private static volatile PhaseTransitionListener watcher;

    private final String instanceId;
    private LoadedInstancePhase current = LoadedInstancePhase.RUNNING;

    /** The switch of a running instance. */
    public PhaseSwitch(String instanceId) {
        this.instanceId = instanceId;
    }

    /** Sets the watcher, for tests: it needs assertions, which production does not enable. Null removes it. */
    public static void watch(PhaseTransitionListener next) {
        watcher = next;
    }

    /** The current phase. */
    public LoadedInstancePhase current() {
        return current;
    }

    /** True in this phase. */
    public boolean is(LoadedInstancePhase phase) {
        return current == phase;
    }

    /**
     * Changes the phase.
     *
     * @throws IllegalStateException if the transition is not declared; the phase stays. The instance handles it as any mistake
     *         of Cairn: it is parked, and goes on from its last durable entry when it is resumed. If it is gone, the refusal is logged
     */
    public void to(LoadedInstancePhase next) {
        assert isSeen(next);
        if (!current.mayBecome(next)) {
            throw refusal(next);
        }
        current = next;
    }

    private IllegalStateException refusal(LoadedInstancePhase next) {
        IllegalStateException refusal = new IllegalStateException(
                ("CAIRN-0492: Refused a change of phase [instance=%s, from=%s, to=%s]: the transition is not"
                        + " declared. This is a mistake of Cairn: please report it.").formatted(instanceId, current, next));
        if (current.isGone()) {
            // An instance that is gone cannot be parked, so no message about its parking has this reason.
            LOG.error(refusal.getMessage(), refusal);
        }
        return refusal;
    }

    private boolean isSeen(LoadedInstancePhase next) {
        PhaseTransitionListener sees = watcher;
        if (sees != null) {
            sees.changes(this, next);
        }
        return true;
    }
}
