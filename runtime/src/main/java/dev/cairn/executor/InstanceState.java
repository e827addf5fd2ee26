package dev.cairn.executor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.jq.EvaluationLimitException;
import dev.cairn.jq.ExpressionException;
import dev.cairn.program.DeadlineScope;
import dev.cairn.program.EffectIdTemplate;
import dev.cairn.program.ErrorGuardRange;
import dev.cairn.program.Program;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;

/**
 * All there is to know about a running instance between two operations. Belongs to one instance, used by one thread at a time; the
 * executor changes it in place.
 */
public final class InstanceState extends RecordingInstanceStateBase {

    /** A value is looked through so far in any case. */
    static final int MAX_BYTES_AT_ONCE = 256 << 10;

    /** Value of a deadline's register after the deadline was lifted. */
    static final long LIFTED = Long.MAX_VALUE;

    private static final JsonNode[] NO_VALUES = {};

    private String instanceId;
    private final LinkedProgram program;
    private final long startedAtMillis;
    private final boolean asciiEffects;
    private final JsonNode input;
    private final JsonNode[] values;
    private final long[] numbers;

    private JsonNode value;
    private JsonNode context = NullNode.getInstance();
    private int operation;
    private TransitionResult.Effect wanted;
    private TransitionResult.Faulted fault;
    private boolean finished;
    /** True if there is time for uncounted work. */
    private boolean atLeisure;
    private final long maxOutputBytes;
    private long outputBytes;
    private boolean begun;
    private boolean suspended;
    private int retries;
    /** The first operation of the innermost task that was begun last, and its input. */
    private int leafStart;
    private JsonNode leafInput;
    /** Position at which the last error of the branch was first raised, and the deadline that passed or -1. */
    private int failedAt;
    private int passedDeadline = -1;
    private int forksPassed;
    /** Null unless the instance is being cancelled. */
    private CancellationState cancellation;
    /** Null unless the instance has forked: then it is in several places, and one of them is here. */
    private ForkBranches branches;

    /** The state of an instance that has done nothing yet. */
    InstanceState(String instanceId, LinkedProgram linked, JournalEvent.Started started) {
        this.instanceId = instanceId;
        this.program = linked;
        this.maxOutputBytes = linked.maxOutputBytes();
        Program program = linked.program();
        this.startedAtMillis = started.atMillis();
        this.asciiEffects = started.asciiEffects();
        this.input = started.input().tree();
        this.values = program.valueRegisters() == 0 ? NO_VALUES : new JsonNode[program.valueRegisters()];
        this.numbers = new long[program.numberRegisters()];
        this.value = input;
    }

    /** Id of the instance; in a fork, before the task that has another input, of the instance that it was forked from. */
    public String instanceId() {
        return instanceId;
    }

    void instanceId(String id) {
        instanceId = id;
    }

    /** The program that it runs. */
    public LinkedProgram program() {
        return program;
    }

    @Override
    ProgramTaskTree tree() {
        return program.tree();
    }

    /** When the instance was started, milliseconds since the epoch. */
    public long startedAtMillis() {
        return startedAtMillis;
    }

    /** The raw input of the workflow. */
    public JsonNode input() {
        return input;
    }

    /** The value that flows from task to task: the input or output of the running task, as far as it has come. */
    @Override
    public JsonNode value() {
        return value;
    }

    /** Sets the current value. */
    public void value(JsonNode newValue) {
        value = newValue;
    }

    /** {@code $context}. */
    public JsonNode context() {
        return context;
    }

    /** Replaces {@code $context}. */
    public void context(JsonNode newContext) {
        context = newContext;
    }

    /** {@code $context} outside of all branches: while the instance is in a fork, that with which the outermost fork began. */
    JsonNode outerContext() {
        return branches == null ? context : branches.outerContext(this);
    }

    /** Reads a value register; a register that was never set holds JSON null. */
    public JsonNode register(int index) {
        JsonNode kept = values[index];
        return kept == null ? NullNode.getInstance() : kept;
    }

    /** Sets a value register. */
    public void register(int index, JsonNode newValue) {
        values[index] = newValue;
    }

    /** Reads a number register. */
    public long number(int index) {
        return numbers[index];
    }

    /** Sets a number register. */
    public void number(int index, long newValue) {
        numbers[index] = newValue;
    }

    /** The number registers, for identities of effects; not to be changed. */
    public long[] numbers() {
        return numbers;
    }

    /** The identity of an effect at this moment. */
    public String identity(EffectIdTemplate effect) {
        return effect.at(numbers, retries, asciiEffects);
    }

    /** Index of the operation that runs. */
    public int operation() {
        return operation;
    }

    /** Reference of the task that runs. */
    public String task() {
        Program data = program.program();
        return data.tasks().get(data.operations().get(operation).task()).reference();
    }

    /**
     * Sets the wanted effect.
     *
     * @return {@link OperationHandler#WANTS}, for handlers to return
     */
    public int want(TransitionResult.Effect effect) {
        wanted = effect;
        return OperationHandler.WANTS;
    }

    /** The earliest deadline around the operation that runs, or null. */
    public TransitionResult.Due deadline() {
        return program.deadline(operation, this);
    }

    /** Begins the branches of the running fork; returns its handler's result. */
    public int beginBranches() {
        if (branches == null) {
            branches = new ForkBranches(program);
        }
        return branches.begin(this);
    }

    /** Ends the running branch, with the current value; returns its handler's result. */
    public int endBranch() {
        return branches.end(this);
    }

    /** Goes on outside of the fork, with the current value, and abandons its branches; returns its handler's result. */
    public int leaveBranches(int target) {
        return branches.leave(this, target);
    }

    /** The error has a handler: all other work of its fork is abandoned. */
    public void caught() {
        if (branches != null) {
            branches.caught(this);
        }
    }

    /** The branches, or null if the instance is in one place only. */
    ForkBranches branches() {
        return branches;
    }

    void noBranches() {
        branches = null;
    }

    /** All effects without an outcome. */
    public List<TransitionResult.Effect> effects() {
        if (fault != null) {
            return List.of();
        }
        if (branches != null) {
            return branches.wanted(this);
        }
        return wanted == null ? List.of() : program.listeners(operation).length == 0 ? List.of(wanted) : wantedAtOnce();
    }

    private List<TransitionResult.Effect> wantedAtOnce() {
        List<TransitionResult.Effect> all = new ArrayList<>();
        for (int listener : program.listeners(operation)) {
            TransitionResult.Listening besides = wantedMeanwhile(listener);
            if (besides != null) {
                all.add(besides);
            }
        }
        all.add(wanted);
        return all;
    }

    /** The event that an operation wants besides, or null. */
    TransitionResult.Listening wantedMeanwhile(int listener) {
        // A listening that a cancelled instance is about to leave never reaches the next event; only a listening that
        // compensates does.
        return cancelling() && !program.compensates(listener) ? null
                : ((EventReceivingHandler) program.handler(listener)).wantedMeanwhile(this, listener);
    }

    @Override
    JsonNode correlated(int task) {
        int listener = program.listener(task);
        return listener < 0 ? null : ((EventReceivingHandler) program.handler(listener)).correlated(this);
    }

    /** The operations at which the instance is, one for each branch that is begun and not over; none before it begins. */
    @Override
    int[] places() {
        return !begun ? new int[0] : branches == null ? new int[] { operation } : branches.places(this);
    }

    /** Puts the state of the running branch aside. */
    void save(BranchState branch) {
        branch.operation = operation;
        branch.value = value;
        branch.context = context;
        branch.wanted = wanted;
        branch.leafStart = leafStart;
        branch.leafInput = leafInput;
        branch.failedAt = failedAt;
        branch.passedDeadline = passedDeadline;
        wanted = null;
    }

    /** Goes on with a branch. */
    void load(BranchState branch) {
        operation = branch.operation;
        value = branch.value;
        context = branch.context;
        wanted = branch.wanted;
        leafStart = branch.leafStart;
        leafInput = branch.leafInput;
        failedAt = branch.failedAt;
        passedDeadline = branch.passedDeadline;
    }

    /** The effect that was wanted last. */
    TransitionResult.Effect wanted() {
        return wanted;
    }

    /** The error that nothing caught, or null. */
    TransitionResult.Faulted fault() {
        return fault;
    }

    void fault(TransitionResult.Faulted end) {
        fault = end;
    }

    void operation(int index) {
        operation = index;
    }

    /** True when it is asked for the first time. */
    boolean begin() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    void noneWanted() {
        wanted = null;
    }

    @Override
    boolean suspended() {
        return suspended;
    }

    void suspended(boolean now) {
        suspended = now;
    }

    /** True if the instance undoes its work, to be cancelled then. */
    public boolean cancelling() {
        return cancellation != null;
    }

    /** The guard that handles an error at an operation, or null. */
    ErrorGuardRange guard(int operation) {
        return cancelling() ? cancellation.guard(operation) : program.guards().innermost(operation);
    }

    /** Null unless the instance is being cancelled. */
    CancellationState cancellation() {
        return cancellation;
    }

    void cancellation(CancellationState begun) {
        cancellation = begun;
    }

    void countRetry() {
        retries++;
    }

    /** Moves all deadlines that still count. */
    void shiftDeadlines(long millis) {
        for (DeadlineScope scope : program.program().deadlines()) {
            if (numbers[scope.register()] != LIFTED) {
                numbers[scope.register()] += millis;
            }
        }
        if (branches != null) {
            branches.shiftDeadlines(this);
        }
    }

    /** A task without tasks in it begins. */
    void leaf(int start) {
        leafStart = start;
        leafInput = value;
    }

    int leafStart() {
        return leafStart;
    }

    JsonNode leafInput() {
        return leafInput;
    }

    void failed(int at, int deadline) {
        failedAt = at;
        passedDeadline = deadline;
    }

    int failedAt() {
        return failedAt;
    }

    int passedDeadline() {
        return passedDeadline;
    }

    @Override
    int forksPassed() {
        return forksPassed;
    }

    void passFork() {
        forksPassed++;
    }

    /** Has a caller wait for a reply, which a task may owe already. */
    public void awaitReply(AwaitedReply reply) {
        if (owedReplies().contains(reply.event())) {
            reply.taken(true);
        }
        collectReply(reply);
    }

    /** The events, by source and id, that tasks of the instance have and reply to later. */
    public Set<String> owedReplies() {
        return program.owedReplies(this);
    }

    /** Finds out if the task that owes a reply was left, for a state that was replayed. */
    public void checkReply(AwaitedReply reply) {
        reply.leaveUnless(owedReplies()::contains);
    }

    /** True if the value is the output: it is not to be made of itself once more. */
    public boolean finished() {
        return finished;
    }

    /** The value is the output now. */
    public void finish() {
        finished = true;
    }

    /** Drops the values kept on the way: the instance has ended, and its end is kept elsewhere. */
    public void forgetValues() {
        value = NullNode.getInstance();
        context = NullNode.getInstance();
        leafInput = null;
        Arrays.fill(values, null);
    }

    void atLeisure(boolean now) {
        atLeisure = now;
    }

    @Override
    public long nowMillis() {
        return numbers[Program.CLOCK_REGISTER];
    }

    /**
     * Refuses a value, before it is written or held against a schema, that is larger than the values of an evaluation may be, or nested
     * deeper than values may be. Parts count as often as they are written: many evaluations, each of which puts its input to two places,
     * make such a value of little memory. For handlers, before they change anything: a large value is looked through where there is time for it.
     *
     * @throws ExpressionException if it is
     */
    public void checkSize(JsonNode value) {
        int most = (int) Math.min(maxOutputBytes, Integer.MAX_VALUE);
        int atOnce = Math.min(most, MAX_BYTES_AT_ONCE);
        if (textBytes(value, atOnce) < atOnce) {
            return;
        }
        if (!atLeisure) {
            throw BudgetExhaustedSignal.BY_VALUE;
        }
        if (textBytes(value, most) >= most) {
            throw new ExpressionException("A value is too large: it takes more than " + maxOutputBytes
                    + " bytes (quarkus.cairn.work.max-output-size)");
        }
    }

    private static int textBytes(JsonNode value, int most) {
        int bytes = JsonPayload.textBytes(value, most, ValueDepthLimits.MAX_DEPTH);
        if (bytes < 0) {
            throw new ExpressionException("A value is nested more than " + ValueDepthLimits.MAX_DEPTH + " levels deep");
        }
        return bytes;
    }

    @Override
    public void beginEvaluation() {
        outputBytes = 0;
    }

    @Override
    public void hold(long sizeBytes) {
        outputBytes += sizeBytes;
        if (outputBytes > maxOutputBytes) {
            throw new EvaluationLimitException("The values of the expression take more than " + maxOutputBytes
                    + " bytes (quarkus.cairn.work.max-output-size)");
        }
    }

    @Override
    public long held() {
        return outputBytes;
    }
}
