package dev.cairn.executor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.api.CaughtErrorView;
import dev.cairn.api.TaskFaultPeriod;
import dev.cairn.api.TaskLoopIteration;
import dev.cairn.api.WorkflowError;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Collects the tasks that an instance comes to while it is replayed. Keeps the values of a window of them alone. */
public final class ReplayedTaskRunCollector extends ForwardingOperationObserver {

    private static final int ANY = -1;

    private final InstanceState state;
    private final ProgramTaskTree tree;
    private final List<Operation> operations;
    private final LoopIterationReader loops;
    /** Names of the variables that hold errors, by their registers; null for other registers. */
    private final String[] errorNames;
    private final long from;
    private final int limit;
    /** Index of the task whose runs are kept, or {@link #ANY}. */
    private final int wantedTask;
    private final int wantedRun;
    private final List<Run> window = new ArrayList<>();
    /** By task: those that have begun and are not done. A task does not lie in itself, so there is one of each at most. */
    private final Run[] open;
    private final Run[] latest;
    private long begun;
    /** Number of begins and ends of tasks so far. */
    private long steps;
    /** The context that a run has already, so that the next one has another. */
    private JsonNode notedContext = NullNode.getInstance();
    private long nowMillis;

    private ReplayedTaskRunCollector(InstanceState state, long from, int limit, int wantedTask, int wantedRun) {
        super(state.trace());
        this.state = state;
        this.tree = state.program().tree();
        this.operations = state.program().program().operations();
        this.from = from;
        this.limit = limit;
        this.loops = new LoopIterationReader(operations, state.program().program().tasks().size());
        this.errorNames = errorNames(state.program().program());
        this.wantedTask = wantedTask;
        this.wantedRun = wantedRun;
        this.latest = new Run[state.program().program().tasks().size()];
        this.open = new Run[latest.length];
    }

    private static String[] errorNames(Program program) {
        String[] names = new String[program.valueRegisters()];
        program.guards().forEach(guard -> names[guard.errorRegister()] = guard.errorName());
        return names;
    }

    /**
     * Watches an instance that has not begun.
     *
     * @param from number of tasks to leave out
     * @param limit maximum number of tasks to keep
     */
    public static ReplayedTaskRunCollector of(InstanceState state, long from, int limit) {
        return new ReplayedTaskRunCollector(state, from, limit, ANY, ANY).begin();
    }

    /**
     * Watches an instance that has not begun, for one run of a task.
     *
     * @param task its index in the program
     * @param run which beginning of the task, from 1
     */
    public static ReplayedTaskRunCollector ofRun(InstanceState state, int task, int run) {
        return new ReplayedTaskRunCollector(state, 0, Integer.MAX_VALUE, task, run).begin();
    }

    private ReplayedTaskRunCollector begin() {
        state.trace(this);
        return this;
    }

    /** Says when the entry was written that is taken in next. */
    public void time(long millis) {
        nowMillis = millis;
    }

    /** The tasks of the window, in the order they began. */
    public List<Run> window() {
        return window;
    }

    /** True if more tasks have begun after those of the window. */
    public boolean more() {
        return begun > from + limit;
    }

    @Override
    public void moves(int previous, int next, WorkflowError error) {
        // The trace of a fork puts the new input of the next task here; what has ended gave the old one.
        JsonNode output = state.value();
        super.moves(previous, next, error);
        if (previous != OUTSIDE && error == null) {
            noteCaught(previous);
        }
        boolean skipped = previous != OUTSIDE && operations.get(previous) instanceof Operation.Enter enter
                && enter.condition() != null && enter.skipTo() == next;
        for (int task = previous == OUTSIDE ? OUTSIDE : tree.task(previous); task >= 0; task = tree.parent(task)) {
            if (open[task] != null && !tree.goesOn(task, previous, next)) {
                Run run = close(task);
                run.end(skipped && task == tree.task(previous), output, error, nowMillis, ++steps);
                noteContext(run, state.context());
            }
        }
        if (next != OUTSIDE) {
            begin(tree.task(next), previous, next);
        }
    }

    @Override
    public void wants(int operation) {
        super.wants(operation);
        if (operations.get(operation) instanceof Operation.Call call && call.function() == Operation.Call.WORKFLOW) {
            open[call.task()].children.add(state.instanceId() + ":" + state.identity(call.effect()));
        }
        noteCaught(operation);
    }

    /** A {@code catch} that gives no error has caught one: it handles it, has tried again, or waits to do so. */
    private void noteCaught(int operation) {
        if (operations.get(operation) instanceof Operation.Catch handler && open[handler.task()].kept) {
            int register = handler.registers().error();
            open[handler.task()].caught = new CaughtErrorView(errorNames[register], state.register(register));
        }
    }

    /** Contexts are shared: only an {@code export} makes another one. The innermost task that ends has it. */
    private void noteContext(Run run, JsonNode context) {
        if (context != notedContext) {
            notedContext = context;
            run.context = run.kept ? context : null;
        }
    }

    private Run close(int task) {
        Run run = open[task];
        open[task] = null;
        return run;
    }

    /** Outermost first. Tasks lie in each other no deeper than a definition may be nested. */
    private void begin(int task, int previous, int next) {
        if (task < 0 || !tree.begins(task, previous, next)) {
            return;
        }
        begin(tree.parent(task), previous, next);
        int number = latest[task] == null ? 1 : latest[task].run + 1;
        boolean kept = begun >= from && begun < from + limit
                && (wantedTask == ANY || task == wantedTask && number == wantedRun);
        Run run = new Run(task, number, nowMillis, kept, state.value(), ++steps);
        begun++;
        latest[task] = run;
        open[task] = run;
        if (kept) {
            run.turn = loops.turn(state, tree.parent(task));
            window.add(run);
        }
    }

    @Override
    public void abandons(int from, int to) {
        super.abandons(from, to);
        for (int task = 0; task < open.length; task++) {
            if (open[task] != null && tree.liesIn(task, from, to)) {
                close(task).abandon(nowMillis, ++steps);
            }
        }
    }

    @Override
    public void retries(int to) {
        super.retries(to);
        latest[tree.task(to)].attempts++;
        for (int task = tree.task(to); task >= 0; task = tree.parent(task)) {
            latest[task].goOn(nowMillis);
            open[task] = latest[task];
        }
    }

    /** One time that the instance came to a task. */
    public static final class Run {
        private final int task;
        private final int run;
        private final long startedAtMillis;
        private final boolean kept;
        private final JsonNode input;
        private final long startStep;
        private final List<String> children = new ArrayList<>(0);
        private final List<TaskFaultPeriod> pauses = new ArrayList<>(0);
        private TaskLoopIteration turn;
        private CaughtErrorView caught;
        private JsonNode output;
        private JsonNode context;
        private WorkflowError error;
        private long endStep;
        private boolean ended;
        private boolean skipped;
        private boolean abandoned;
        private long endedAtMillis;
        private int attempts = 1;

        private Run(int task, int run, long startedAtMillis, boolean kept, JsonNode input, long startStep) {
            this.task = task;
            this.run = run;
            this.startedAtMillis = startedAtMillis;
            this.kept = kept;
            this.input = kept ? input : null;
            this.startStep = startStep;
        }

        private void end(boolean wasSkipped, JsonNode value, WorkflowError failure, long atMillis, long atStep) {
            ended = true;
            skipped = wasSkipped;
            endedAtMillis = atMillis;
            endStep = atStep;
            if (kept) {
                output = failure == null ? value : null;
                error = failure;
            }
        }

        private void abandon(long atMillis, long atStep) {
            ended = true;
            abandoned = true;
            endedAtMillis = atMillis;
            endStep = atStep;
        }

        private void goOn(long atMillis) {
            if (ended) {
                pauses.add(new TaskFaultPeriod(Instant.ofEpochMilli(endedAtMillis), Instant.ofEpochMilli(atMillis)));
            }
            ended = false;
            output = null;
            error = null;
            endStep = 0;
        }

        /** Index of the task in the program. */
        public int task() {
            return task;
        }

        /** Which beginning of the task this is, from 1. */
        public int run() {
            return run;
        }

        /** When it began, milliseconds since the epoch. */
        public long startedAtMillis() {
            return startedAtMillis;
        }

        /** Its raw input. */
        public JsonNode input() {
            return input;
        }

        /** Its output, or null. */
        public JsonNode output() {
            return output;
        }

        /** The value of {@code $context} when it ended, or null if it has not changed. */
        public JsonNode context() {
            return context;
        }

        /** The turn of the loop that it is directly in, or null. */
        public TaskLoopIteration turn() {
            return turn;
        }

        /** The last error that the {@code catch} of this {@code try} has caught, or null. */
        public CaughtErrorView caught() {
            return caught;
        }

        /** Its beginning in the order in which tasks begin and end, from 1. */
        public long startStep() {
            return startStep;
        }

        /** Its end in the same order, or 0. */
        public long endStep() {
            return endStep;
        }

        /** Its error, or null. */
        public WorkflowError error() {
            return error;
        }

        /** The idempotency keys with which it wanted another workflow to run: one for each attempt. */
        public List<String> children() {
            return children;
        }

        /** When it had failed and waited for an operator to retry it, in order. */
        public List<TaskFaultPeriod> pauses() {
            return pauses;
        }

        /** True if it is done, well or not. */
        public boolean ended() {
            return ended;
        }

        /** True if its condition did not hold. */
        public boolean skipped() {
            return skipped;
        }

        /** True if it was given up with the branch of a fork that it is in. */
        public boolean abandoned() {
            return abandoned;
        }

        /** When it was done. */
        public long endedAtMillis() {
            return endedAtMillis;
        }

        /** Number of attempts: one, and one for each retry by an operator. */
        public int attempts() {
            return attempts;
        }
    }
}
