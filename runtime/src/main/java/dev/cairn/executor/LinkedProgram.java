package dev.cairn.executor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

import dev.cairn.program.DeadlineScope;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.value.LazySchema;

/**
 * A program ready to run: a handler for each operation. Immutable but for a note of which operations turned out to be expensive.
 */
public final class LinkedProgram {

    private static final int NONE = -1;
    private static final int WORKFLOW = 0;
    private static final int[] NO_LISTENERS = {};

    /** Default maximum size of the values of one evaluation. */
    public static final long USUAL_OUTPUT_BYTES = 256L << 20;

    private final Program program;
    private final List<LazySchema> schemas;
    private final LongSupplier maxOutputBytes;
    private final OperationHandler[] handlers;
    private final ErrorGuardTable guards;
    private final int[][] deadlines;
    private final int[][] listeners;
    private final int[] listenerByTask;
    private final boolean listens;
    private final boolean[] heavy;
    private final boolean[] leafStarts;
    private final ProgramTaskTree tree;
    private final OperationBranchTable branches;

    /** Without schemas, and with the usual bound for values. */
    public LinkedProgram(Program program, List<OperationHandler> handlers) {
        this(program, handlers, List.of(), () -> USUAL_OUTPUT_BYTES);
    }

    /**
     * @param program the data
     * @param handlers one for each operation, in order
     * @param schemas the schemas of the program, in order
     * @param maxOutputBytes maximum size of the values of one evaluation; asked when an instance begins or is replayed
     */
    public LinkedProgram(Program program, List<OperationHandler> handlers, List<LazySchema> schemas,
            LongSupplier maxOutputBytes) {
        this.program = program;
        this.schemas = List.copyOf(schemas);
        this.maxOutputBytes = maxOutputBytes;
        this.handlers = handlers.toArray(new OperationHandler[0]);
        this.heavy = new boolean[this.handlers.length];
        this.guards = new ErrorGuardTable(program);
        this.deadlines = new int[this.handlers.length][];
        this.listeners = new int[this.handlers.length][];
        this.tree = new ProgramTaskTree(program);
        this.branches = OperationBranchTable.of(program.operations());
        this.listenerByTask = listenersByTask(program);
        this.listens = Arrays.stream(listenerByTask).anyMatch(listener -> listener != NONE);
        this.leafStarts = new boolean[this.handlers.length];
        int[] listenings = listenings(program.operations());
        for (int index = 0; index < this.handlers.length; index++) {
            leafStarts[index] = tree.beginsLeaf(index);
            deadlines[index] = deadlinesOf(index);
            listeners[index] = listenersOf(index, listenings);
        }
    }

    long maxOutputBytes() {
        return maxOutputBytes.getAsLong();
    }

    /** The data it was linked from. */
    public Program program() {
        return program;
    }

    /** The schemas of the program, in its order. */
    public List<LazySchema> schemas() {
        return schemas;
    }

    /** The handler that runs an operation. */
    public OperationHandler handler(int operation) {
        return handlers[operation];
    }

    /** The guards around its operations. */
    ErrorGuardTable guards() {
        return guards;
    }

    /** True for the operations of a compensation, which a cancelled instance still completes. */
    public boolean compensates(int operation) {
        return guards.undoneBy(operation) != null;
    }

    /** Lifts the deadlines around an operation. */
    void liftDeadlines(int operation, InstanceState state) {
        for (int index : deadlines[operation]) {
            state.number(program.deadlines().get(index).register(), InstanceState.LIFTED);
        }
    }

    /** The nesting of its tasks. */
    ProgramTaskTree tree() {
        return tree;
    }

    /** Which operations belong to which branch, or null if there are no forks. */
    OperationBranchTable branches() {
        return branches;
    }

    /** True if a task that has no tasks in it begins with this operation. */
    boolean startsLeaf(int operation) {
        return leafStarts[operation];
    }

    /** True if evaluating this operation used up a budget before: then it is not tried on an event loop again. */
    boolean heavy(int operation) {
        return heavy[operation];
    }

    void markHeavy(int operation) {
        heavy[operation] = true;
    }

    /** The earliest deadline around an operation as the registers have it, or null. */
    TransitionResult.Due deadline(int operation, InstanceState state) {
        TransitionResult.Due earliest = null;
        for (int index : deadlines[operation]) {
            long at = state.number(program.deadlines().get(index).register());
            if (at != InstanceState.LIFTED && (earliest == null || at < earliest.atMillis())) {
                earliest = new TransitionResult.Due(index, at);
            }
        }
        return earliest;
    }

    /** The operation of a task that waits for events, or -1 if it does not. */
    int listener(int task) {
        return listenerByTask[task];
    }

    /** The events, by source and id, that tasks of the instance have taken and reply to later. */
    Set<String> owedReplies(InstanceState state) {
        Set<String> owed = new HashSet<>();
        for (int place : state.places()) {
            for (int task = tree.task(place); task != WORKFLOW; task = tree.parent(task)) {
                int listener = listenerByTask[task];
                if (listener != NONE) {
                    ((EventReceivingHandler) handlers[listener]).owedReplies(state, owed);
                }
            }
        }
        return owed;
    }

    /** True if there are tasks that wait for events. */
    public boolean listens() {
        return listens;
    }

    /** The operations that listen for further events while this one is done for an event; not to be changed. */
    int[] listeners(int operation) {
        return listeners[operation];
    }

    /** The ends of listenings that tasks are done in for each event. */
    private static int[] listenings(List<Operation> operations) {
        return IntStream.range(0, operations.size())
                .filter(index -> operations.get(index) instanceof Operation.Consume end && end.plan().each()).toArray();
    }

    private static int[] listenersByTask(Program program) {
        int[] byTask = new int[program.tasks().size()];
        Arrays.fill(byTask, NONE);
        for (int index = 0; index < program.operations().size(); index++) {
            if (program.operations().get(index) instanceof Operation.Listen listen) {
                byTask[listen.task()] = index;
            }
        }
        return byTask;
    }

    private int[] listenersOf(int operation, int[] listenings) {
        return listenings.length == 0 ? NO_LISTENERS
                : IntStream.of(listenings).filter(end -> operation <= end && begin(end) < operation).map(this::begin).toArray();
    }

    private int begin(int listening) {
        return ((Operation.Consume) program.operations().get(listening)).again();
    }

    private int[] deadlinesOf(int operation) {
        List<Integer> around = new ArrayList<>();
        for (int i = 0; i < program.deadlines().size(); i++) {
            DeadlineScope scope = program.deadlines().get(i);
            if (scope.from() <= operation && operation < scope.to()) {
                around.add(i);
            }
        }
        return around.stream().mapToInt(Integer::intValue).toArray();
    }
}
