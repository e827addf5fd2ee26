package dev.cairn.engine.instance.phase;

/**
 * Holds the phase of one instance, and refuses transitions that {@link ActorPhase} does not declare. Used only in the turns of
 * the instance, and before the first one.
 */
public final class PhaseSwitch {

    /** Sees the transitions of all instances while assertions are enabled; null if nothing does. */
    private static volatile PhaseWatcher watcher;

    private final String instanceId;
    private ActorPhase current = ActorPhase.RUNNING;

    /** The switch of a running instance. */
    public PhaseSwitch(String instanceId) {
        this.instanceId = instanceId;
    }

    /** Sets the watcher, for tests: it needs assertions, which production does not enable. Null removes it. */
    public static void watch(PhaseWatcher next) {
        watcher = next;
    }

    /** The current phase. */
    public ActorPhase current() {
        return current;
    }

    /** True in this phase. */
    public boolean is(ActorPhase phase) {
        return current == phase;
    }

    /**
     * Changes the phase.
     *
     * @throws IllegalStateException if the transition is not declared; the phase stays. The instance handles it as any mistake
     *         of Cairn: it is parked, and its journal goes on from the last durable entry when it is resumed
     */
    public void to(ActorPhase next) {
        assert isSeen(next);
        if (!current.mayBecome(next)) {
            throw new IllegalStateException("CAIRN-0492: Refused a change of phase [instance=" + instanceId + ", from="
                    + current
                    + ", to=" + next + "]: the transition is not declared. This is a mistake of Cairn: please report it.");
        }
        current = next;
    }

    private boolean isSeen(ActorPhase next) {
        PhaseWatcher sees = watcher;
        if (sees != null) {
            sees.changes(this, next);
        }
        return true;
    }
}
