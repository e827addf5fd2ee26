package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import dev.cairn.definition.Schema;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.DeadlineScope;
import dev.cairn.program.ErrorGuardRange;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramCodec;
import dev.cairn.program.ProgramMetadata;
import dev.cairn.program.TaskInfo;
import dev.cairn.value.JsonPayload;

/**
 * Builds a program. Operations are emitted in order, with labels for targets; later ones decide if some of the earlier ones are
 * needed.
 */
final class ProgramBuilder {

    private final List<Slot> slots = new ArrayList<>();
    private final List<Function<ToIntFunction<JumpLabel>, ErrorGuardRange>> guards = new ArrayList<>();
    private final List<Function<ToIntFunction<JumpLabel>, DeadlineScope>> deadlines = new ArrayList<>();
    private final List<TaskInfo> tasks = new ArrayList<>();
    private final List<JsonPayload> schemas = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    private final Map<Integer, BoundExpression> replies = new TreeMap<>();
    private final List<Runnable> replyCompilers = new ArrayList<>();
    private boolean beginsContext;
    private int valueRegisters;
    private int numberRegisters = Program.CLOCK_REGISTER + 1;

    /** Adds an operation; {@code operation} is asked for it when all labels are known. */
    void emit(Function<ToIntFunction<JumpLabel>, Operation> operation) {
        emitIf(() -> true, operation);
    }

    /** Adds an operation that is left out unless it is {@code needed} when the program is complete. */
    void emitIf(BooleanSupplier needed, Function<ToIntFunction<JumpLabel>, Operation> operation) {
        slots.add(new Slot(needed, operation));
    }

    /** Places a label before the next operation. */
    void place(JumpLabel label) {
        label.place(slots.size());
    }

    /** A label before the next operation. */
    JumpLabel here() {
        JumpLabel label = new JumpLabel();
        place(label);
        return label;
    }

    /**
     * Guards the operations between two labels. Inner guards are to be added before those around them.
     *
     * @param undoneAt end of the handler if the handler is meant as compensation, else null
     * @param errorName name of the variable that the register holds
     */
    void guard(JumpLabel from, JumpLabel to, JumpLabel handler, int errorRegister, JumpLabel undoneAt, String errorName) {
        guards.add(labels -> new ErrorGuardRange(labels.applyAsInt(from), labels.applyAsInt(to), labels.applyAsInt(handler),
                errorRegister, undoneAt == null ? ErrorGuardRange.NO_COMPENSATION : labels.applyAsInt(undoneAt), errorName));
    }

    /** Sets a deadline for the operations between two labels; {@code raiseAt} is where it is set. */
    void deadline(JumpLabel from, JumpLabel to, int register, JumpLabel raiseAt) {
        deadlines.add(labels -> new DeadlineScope(labels.applyAsInt(from), labels.applyAsInt(to), register,
                labels.applyAsInt(raiseAt)));
    }

    int task(TaskInfo task) {
        tasks.add(task);
        return tasks.size() - 1;
    }

    /** Index of a schema, or -1 for none. */
    int schema(Schema schema) {
        if (schema == null) {
            return -1;
        }
        JsonPayload document = JsonPayload.of(schema.document());
        int known = schemas.indexOf(document);
        if (known < 0) {
            schemas.add(document);
            known = schemas.size() - 1;
        }
        return known;
    }

    int function(String key) {
        int known = functions.indexOf(key);
        if (known < 0) {
            functions.add(key);
            known = functions.size() - 1;
        }
        return known;
    }

    /** Has a reply compiled when all registers are known that the operations keep. */
    void replyLater(Runnable compiler) {
        replyCompilers.add(compiler);
    }

    /** Compiles the replies. */
    void compileReplies() {
        replyCompilers.forEach(Runnable::run);
    }

    /** Sets the reply of a listening task. */
    void reply(int task, BoundExpression expression) {
        replies.put(task, expression);
    }

    /** The replies of listening tasks, by the index of the task. */
    Map<Integer, BoundExpression> replies() {
        return replies;
    }

    /** Says that the program asks for a context that it may not have exported. */
    void beginContext() {
        beginsContext = true;
    }

    /** True if the first context is asked for. */
    boolean beginsContext() {
        return beginsContext;
    }

    /** Number of the registers. */
    int registers() {
        return valueRegisters + numberRegisters;
    }

    int valueRegister() {
        return valueRegisters++;
    }

    int numberRegister() {
        return numberRegisters++;
    }

    Program build(ProgramMetadata header, int inputSchema) {
        int[] positions = new int[slots.size() + 1];
        boolean[] needed = new boolean[slots.size()];
        for (int i = 0; i < slots.size(); i++) {
            needed[i] = slots.get(i).needed.getAsBoolean();
            positions[i + 1] = positions[i] + (needed[i] ? 1 : 0);
        }
        ToIntFunction<JumpLabel> labels = label -> positions[label.slot()];
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            if (needed[i]) {
                operations.add(slots.get(i).operation.apply(labels));
            }
        }
        List<ErrorGuardRange> placed = guards.stream().map(guard -> guard.apply(labels)).toList();
        return ProgramCodec.shaped(new Program(header, operations, tasks,
                placed.stream().map(guard -> CompensatingCatchAnalysis.checked(guard, placed, operations)).toList(),
                deadlines.stream().map(deadline -> deadline.apply(labels)).toList(), schemas, functions, inputSchema,
                valueRegisters, numberRegisters, 0));
    }

    private record Slot(BooleanSupplier needed, Function<ToIntFunction<JumpLabel>, Operation> operation) {}
}
