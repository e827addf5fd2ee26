package dev.cairn.executor;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.WorkflowError;
import dev.cairn.executor.BranchState.Phase;
import dev.cairn.executor.OperationBranchTable.Branching;
import dev.cairn.program.ErrorGuardRange;
import dev.cairn.value.HeapSizeEstimator;

/**
 * The branches of an instance that has forked. One branch at a time is in the {@link InstanceState}. It runs until it wants an effect,
 * ends or fails; then the next ready branch runs. Branches become ready in the order of the journal, and those of a fork in the
 * order of the definition, so a replay runs them in the same order.
 */
final class ForkBranches {

    private final OperationBranchTable table;
    private final LinkedProgram program;
    /** By number; null for those that are not begun, or over. */
    private final BranchState[] live;
    private final Deque<BranchState> ready = new ArrayDeque<>();
    /** The branch that the state is in, or null if all stand still. */
    private BranchState current;

    /** The branches of an instance that has none yet but the workflow itself. */
    ForkBranches(LinkedProgram program) {
        this.program = program;
        this.table = program.branches();
        this.live = new BranchState[table.size()];
        this.current = new BranchState(OperationBranchTable.WORKFLOW);
        current.begun = true;
        live[OperationBranchTable.WORKFLOW] = current;
    }

    /** Begins those of the fork that the state is at. */
    int begin(InstanceState state) {
        int first = table.first(state.operation());
        int count = table.get(first).fork().branches().size();
        for (int number = first; number < first + count; number++) {
            BranchState branch = new BranchState(number);
            branch.operation = table.get(number).from();
            branch.value = state.value();
            branch.context = state.context();
            live[number] = branch;
            ready.add(branch);
        }
        current.phase = Phase.FORKED;
        return OperationHandler.STANDS;
    }

    /** The current branch has an output. */
    int end(InstanceState state) {
        Branching ended = table.get(current.number);
        JsonNode output = state.value();
        if (ended.fork().compete()) {
            JsonNode context = state.context();
            leaveFor(state, ended.parent());
            state.context(context);
        } else {
            current.phase = Phase.DONE;
            stand(state);
            int last = ended.first() + ended.fork().branches().size();
            ArrayNode outputs = JsonNodeFactory.instance.arrayNode(last - ended.first());
            for (int number = ended.first(); number < last; number++) {
                if (live[number].phase != Phase.DONE) {
                    return OperationHandler.STANDS;
                }
                outputs.add(live[number].value);
            }
            leaveFor(state, ended.parent());
            output = outputs;
        }
        state.value(output);
        return ended.fork().exit();
    }

    /**
     * Goes on at an operation outside, with the value that flows in the current branch; all work in the target's branch is
     * abandoned.
     */
    int leave(InstanceState state, int target) {
        JsonNode output = state.value();
        JsonNode context = state.context();
        leaveFor(state, table.branch(target));
        state.value(output);
        state.context(context);
        return target;
    }

    private void leaveFor(InstanceState state, int number) {
        giveUp(state, number);
        load(state, live[number]);
    }

    /** Abandons the work in a branch. */
    private void giveUp(InstanceState state, int number) {
        boolean others = false;
        for (BranchState branch : live) {
            if (branch != null && table.inside(branch.number, number)) {
                live[branch.number] = null;
                ready.remove(branch);
                if (state.trace() != null) {
                    Branching over = table.get(branch.number);
                    state.trace().abandons(over.from(), over.to());
                }
            } else {
                others |= branch != null && branch.number != number;
            }
        }
        live[number].handles = false;
        if (!others) {
            state.noBranches();
        }
    }

    /**
     * The current branch stands still; the next that is ready goes on.
     *
     * @return the operation it goes on with, or {@link OperationHandler#WANTS} if none is ready
     */
    int next(InstanceState state) {
        stand(state);
        for (BranchState branch : ready) {
            if (active(branch)) {
                ready.remove(branch);
                load(state, branch);
                if (!branch.begun) {
                    branch.begun = true;
                    if (state.trace() != null) {
                        state.trace().moves(table.get(branch.number).forkOperation(), state.operation(), null);
                    }
                }
                return state.operation();
            }
        }
        return OperationHandler.WANTS;
    }

    /** True if the state is in a branch that goes on. */
    boolean running() {
        return current != null;
    }

    /** The current branch stands still before an operation, though it could go on: the instance is suspended. */
    void suspend(InstanceState state, int next) {
        if (next >= 0) {
            state.operation(next);
            ready.add(current);
        }
        stand(state);
    }

    /** The instance is suspended: interrupted work comes first when it goes on. */
    void setAside(InstanceState state) {
        if (current != null) {
            ready.addFirst(current);
            stand(state);
        }
    }

    /** Comes to the branch that wants an effect: false if none does. */
    boolean select(InstanceState state, String effect) {
        for (BranchState branch : live) {
            if (branch != null && branch.wanted != null && branch.wanted.id().equals(effect) && current == null
                    && active(branch)) {
                load(state, branch);
                return true;
            }
        }
        return false;
    }

    /** Lets the state have the values of the branch of an operation that wants an event; all branches stand still. */
    void show(InstanceState state, int listener) {
        state.load(live[table.branch(listener)]);
    }

    /** All that is wanted, in the order it was written in the definition. */
    List<TransitionResult.Effect> wanted(InstanceState state) {
        WantedEffectList all = new WantedEffectList();
        for (BranchState branch : live) {
            boolean wants = branch != null && (branch.wanted != null || branch.phase == Phase.FORKED);
            if (!wants || !active(branch)) {
                continue;
            }
            if (branch.wanted != null) {
                all.add(branch.operation, branch.wanted);
            }
            besides(state, branch, all);
        }
        return all.inOrder();
    }

    private void besides(InstanceState state, BranchState branch, WantedEffectList all) {
        for (int listener : program.listeners(branch.operation)) {
            TransitionResult.Listening besides = table.branch(listener) == branch.number ? state.wantedMeanwhile(listener)
                    : null;
            if (besides != null) {
                all.add(listener, besides);
            }
        }
    }

    /** The operations at which those are that are begun and not over. */
    int[] places(InstanceState state) {
        return Arrays.stream(live)
                .filter(branch -> branch != null && branch.begun && branch.phase != Phase.DONE && branch.phase != Phase.OUT)
                .mapToInt(branch -> branch == current ? state.operation() : branch.operation).toArray();
    }

    /** Computes the deadlines of wanted effects again: they were moved. */
    void shiftDeadlines(InstanceState state) {
        for (BranchState branch : live) {
            if (branch != null && branch.wanted != null) {
                branch.wanted = branch.wanted.until(program.deadline(branch.operation, state));
            }
        }
    }

    /**
     * Finds the position of an error that its branch does not handle: at the fork, unless others of a race are still in it, or
     * undo their work because the instance is cancelled.
     *
     * @return an operation whose guard handles the error, or none does; or {@link OperationHandler#STANDS} if only the branch is out
     */
    int escape(InstanceState state, int operation, WorkflowError error) {
        int at = operation;
        int number = table.branch(at);
        while (number != OperationBranchTable.WORKFLOW) {
            ErrorGuardRange guard = state.guard(at);
            if (guard != null && table.branch(guard.handler()) == number) {
                return at;
            }
            Branching failed = table.get(number);
            boolean alone = undoesEachBranch(state, failed);
            if ((alone || failed.fork().compete()) && goOn(failed, number)) {
                if (alone) {
                    state.cancellation().leaves(at, null, error);
                }
                drop(state, number, error);
                return OperationHandler.STANDS;
            }
            at = failed.forkOperation();
            number = failed.parent();
        }
        return at;
    }

    /** True if each branch of a fork undoes its work before the fork is left. */
    private boolean undoesEachBranch(InstanceState state, Branching fork) {
        return state.cancelling() && !program.compensates(fork.forkOperation());
    }

    /** True if others of the fork that a branch belongs to are neither done nor out. */
    private boolean goOn(Branching failed, int number) {
        int last = failed.first() + failed.fork().branches().size();
        for (int other = failed.first(); other < last; other++) {
            if (other != number && live[other].phase != Phase.OUT && live[other].phase != Phase.DONE) {
                return true;
            }
        }
        return false;
    }

    private void drop(InstanceState state, int number, WorkflowError error) {
        Branching over = table.get(number);
        if (state.trace() != null && state.cancelling() && CancellationState.isCancelled(error)) {
            state.trace().abandons(over.from(), over.to());
        } else if (state.trace() != null) {
            state.trace().moves(state.operation(), over.to() - 1, error);
        }
        current = null;
        giveUp(state, number);
        BranchState out = new BranchState(number);
        out.phase = Phase.OUT;
        out.begun = true;
        ready.remove(live[number]);
        live[number] = out;
    }

    /**
     * An error is handled at an operation. If that is further out, the branches in between stand still until the outcome is
     * decided.
     */
    void handle(InstanceState state, int handler) {
        BranchState outer = live[table.branch(handler)];
        if (outer != current) {
            int failedAt = state.failedAt();
            int passedDeadline = state.passedDeadline();
            stand(state);
            load(state, outer);
            state.failed(failedAt, passedDeadline);
            outer.handles = true;
        }
    }

    /**
     * The instance is cancelled: each branch that wants an effect goes to its compensation, or is out if it has none.
     *
     * @param leave leaves the operation of the current branch that wants an effect, and returns the next operation
     * @return the operation to go on with, or how the instance ends
     */
    int interrupt(InstanceState state, ToIntFunction<TransitionResult.Effect> leave) {
        for (BranchState branch : live.clone()) {
            if (branch != null && branch.wanted != null && live[branch.number] == branch) {
                TransitionResult.Effect wanted = branch.wanted;
                load(state, branch);
                int next = leave.applyAsInt(wanted);
                if (state.cancellation().over()) {
                    return next;
                }
                suspend(state, next);
            }
        }
        return next(state);
    }

    /** The error that the current branch handles is decided: the work of its branches is abandoned. */
    void caught(InstanceState state) {
        if (current.handles) {
            giveUp(state, current.number);
        }
    }

    /** The error is not handled: all branches stand still, so that the failed task can be tried again and the others go on. */
    void fault(InstanceState state) {
        stand(state);
        for (int number = table.get(table.branch(state.failedAt())).parent(); number >= 0; number = table.get(number)
                .parent()) {
            live[number].handles = false;
            live[number].wanted = null;
            live[number].phase = Phase.FORKED;
        }
    }

    /** Comes back to the branch that failed. */
    void retry(InstanceState state) {
        load(state, live[table.branch(state.failedAt())]);
        state.noneWanted();
    }

    /** False while a branch around handles an error. */
    private boolean active(BranchState branch) {
        for (int outer = table.get(branch.number).parent(); outer >= 0; outer = table.get(outer).parent()) {
            if (live[outer].handles) {
                return false;
            }
        }
        return true;
    }

    private void stand(InstanceState state) {
        if (current != null) {
            state.save(current);
            current = null;
        }
    }

    private void load(InstanceState state, BranchState branch) {
        state.load(branch);
        branch.wanted = null;
        current = branch;
        current.phase = Phase.RUNS;
    }

    /** The context of the workflow itself. */
    JsonNode outerContext(InstanceState state) {
        BranchState outermost = live[OperationBranchTable.WORKFLOW];
        return current == outermost ? state.context() : outermost.context;
    }

    /** Adds the values that the branches keep. */
    void addTo(HeapSizeEstimator held) {
        for (BranchState branch : live) {
            if (branch != null) {
                held.add(branch.value).add(branch.context).add(branch.leafInput);
            }
        }
    }
}
