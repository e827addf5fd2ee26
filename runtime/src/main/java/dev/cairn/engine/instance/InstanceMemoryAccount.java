package dev.cairn.engine.instance;

import java.util.List;

import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.StateHeapEstimator;
import dev.cairn.executor.TransitionResult;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.HeapSizeEstimator;
import dev.cairn.value.JsonPayload;

/**
 * The account of the memory that an instance holds, from its creation until it leaves. Used only in the turns of the instance,
 * and before the first one.
 */
public final class InstanceMemoryAccount {

    /** Size of the outcomes after which the kept values are measured. */
    private static final long MIN_MEASURED_BYTES = 64 << 10;

    private final MemoryBudget budget;
    private final InstanceState state;
    private final int depth;
    private long bytes;
    private long outcomeBytes;
    private long measuredBytes = MIN_MEASURED_BYTES;
    private long unwrittenBytes;
    private boolean admitted;
    private boolean calling;
    private boolean listening;
    private boolean over;

    /**
     * The instance is about to be put into memory.
     *
     * @param isNew true before any event: {@link #begin} counts its values
     */
    InstanceMemoryAccount(MemoryBudget budget, String instanceId, InstanceState state, boolean isNew) {
        this.budget = budget;
        this.state = state;
        this.depth = InstanceIdGenerator.depth(instanceId);
        budget.count(depth, true);
        hold(MemoryBudget.MIN_INSTANCE_BYTES + (isNew ? 0 : StateHeapEstimator.heapBytes(state, MemoryBudget.MAX_VALUE_BYTES)));
    }

    /** Counts the input, and its text until it is durable. */
    void begin(JsonPayload input) {
        unwrittenBytes = Math.max(0, input.knownTextBytes());
        hold(unwrittenBytes + HeapSizeEstimator.of(input.tree(), MemoryBudget.MAX_VALUE_BYTES));
    }

    /** Everything that happened is in the store. */
    void durable() {
        hold(-unwrittenBytes);
        unwrittenBytes = 0;
    }

    /** Counts the outcome of an effect, which the instance may keep: that of a failed call is the answer that {@code $error} has. */
    void keep(JournalEvent happening) {
        JsonPayload outcome = happening instanceof JournalEvent.Completed completed ? completed.output()
                : happening instanceof JournalEvent.Failed failed ? failed.response()
                        : happening instanceof JournalEvent.Received received ? received.event() : null;
        if (outcome == null) {
            return;
        }
        long more = HeapSizeEstimator.of(outcome.tree(), MemoryBudget.MAX_VALUE_BYTES);
        outcomeBytes += more;
        if (outcomeBytes < measuredBytes) {
            hold(more);
            return;
        }
        // Outcomes that a loop has dropped no longer count. Measured only when they have doubled, so the cost is that of the outcomes.
        long now = MemoryBudget.MIN_INSTANCE_BYTES + StateHeapEstimator.heapBytes(state, MemoryBudget.MAX_VALUE_BYTES);
        hold(now - bytes);
        outcomeBytes = 0;
        measuredBytes = Math.max(MIN_MEASURED_BYTES, now);
    }

    /** Counts the arguments of a call; negative when it is over. */
    void hold(long more) {
        if (over || more == 0) {
            return;
        }
        bytes += more;
        budget.hold(more);
        if (calling) {
            budget.call(more);
        }
        if (listening) {
            budget.idle(more);
        }
    }

    /** The instance has room for its calls as long as it stays in memory. */
    public void admit() {
        admitted = true;
        calls(true);
    }

    /** True if the instance wants nothing but calls that can be begun later as well, and there is no room for them now. */
    boolean hasNoRoom(TransitionResult step, Program program, long nowMillis) {
        if (admitted || !callsOnly(step, program)) {
            return false;
        }
        admitted = TransitionResultQueries.firstWakeAtMillis(step) <= nowMillis || budget.mayCall(depth);
        return !admitted;
    }

    /** The instance stays, and wants this. */
    void at(List<TransitionResult.Effect> wanted) {
        boolean calls = !wanted.isEmpty();
        boolean listens = false;
        for (TransitionResult.Effect effect : wanted) {
            calls &= effect instanceof TransitionResult.Call;
            listens |= effect instanceof TransitionResult.Listening;
        }
        calls(calls);
        listens(listens);
    }

    private void calls(boolean now) {
        if (!over && calling != now) {
            calling = now;
            budget.count(depth, now, bytes);
        }
    }

    private void listens(boolean now) {
        if (!over && listening != now) {
            listening = now;
            budget.idle(now ? bytes : -bytes);
        }
    }

    /** Calls that emit events need no other node, and other instances may wait for the events. */
    private static boolean callsOnly(TransitionResult step, Program program) {
        return !step.effects().isEmpty()
                && step.effects().stream().allMatch(effect -> effect instanceof TransitionResult.Call call
                        && !(program.operations().get(call.operation()) instanceof Operation.Emit));
    }

    /** Size of the memory in bytes. */
    public long bytes() {
        return bytes;
    }

    /** The instance has left the memory. */
    void end() {
        if (!over) {
            calls(false);
            listens(false);
            hold(-bytes);
            budget.count(depth, false);
            over = true;
        }
    }
}
