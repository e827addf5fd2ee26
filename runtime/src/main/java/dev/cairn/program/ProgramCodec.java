package dev.cairn.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import dev.cairn.schedule.ScheduleJsonCodec;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.RetentionSpec;

/**
 * Writes programs into the application while it is built, and reads them when it starts. The format belongs to one build: writer
 * and reader always have the same version of Cairn.
 */
public final class ProgramCodec {

    private static final int MAGIC = 0x43_41_49_52;

    private ProgramCodec() {}

    /** All programs of an application in one piece. */
    public static byte[] write(List<Program> programs) {
        return bytes(out -> {
            out.raw().writeInt(MAGIC);
            out.list(programs, program -> writeProgram(out, program));
        });
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    public static List<Program> read(byte[] bytes) {
        try {
            ProgramDataInput in = new ProgramDataInput(new DataInputStream(new ByteArrayInputStream(bytes)));
            if (in.raw().readInt() != MAGIC) {
                throw new IllegalArgumentException("This is no resource of compiled workflows");
            }
            return in.list(() -> readProgram(in));
        } catch (IOException truncated) {
            throw new IllegalArgumentException("The resource of compiled workflows is damaged", truncated);
        }
    }

    /**
     * The program with a hash over all that replay depends on: the first 8 bytes of the SHA-256 of its encoded form. Names for
     * people, the version, the triggers and what is said of instances are not in it.
     */
    public static Program shaped(Program program) {
        byte[] encoded = bytes(out -> writeBody(out, program));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(encoded);
            return program.withShape(ByteBuffer.wrap(digest).getLong());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    private static void writeProgram(ProgramDataOutput out, Program program) throws IOException {
        out.raw().writeUTF(program.workflow());
        out.raw().writeUTF(program.version());
        writeTriggers(out, program.triggers());
        writeInstances(out, program.header().instances());
        writeAnswers(out, program.header().answers());
        out.raw().writeLong(program.shape());
        out.list(program.guards(), guard -> out.ints(guard.undoneAt()));
        out.list(program.guards(), guard -> out.raw().writeUTF(guard.errorName()));
        out.list(dynamicCalls(program), out::ints);
        writeBody(out, program);
    }

    /** All that is in the shape. */
    private static void writeBody(ProgramDataOutput out, Program program) throws IOException {
        out.list(program.operations(), operation -> OperationCodec.write(out, operation));
        out.list(program.tasks(), task -> {
            out.raw().writeUTF(task.name());
            out.raw().writeUTF(task.kind());
            out.raw().writeUTF(task.reference());
        });
        out.list(program.guards(), guard -> out.ints(guard.from(), guard.to(), guard.handler(), guard.errorRegister()));
        out.list(program.deadlines(), scope -> out.ints(scope.from(), scope.to(), scope.register(), scope.raiseAt()));
        out.list(program.schemas(), schema -> out.json(schema.tree()));
        out.list(program.functions(), out.raw()::writeUTF);
        out.ints(program.inputSchema(), program.valueRegisters(), program.numberRegisters());
    }

    /** Indexes of the calls to hosts that input can influence. */
    private static List<Integer> dynamicCalls(Program program) {
        return IntStream.range(0, program.operations().size())
                .filter(index -> program.operations().get(index) instanceof Operation.Call call && call.dynamicTarget())
                .boxed().toList();
    }

    private static List<Operation> readOperations(ProgramDataInput in, List<Integer> dynamicCalls) throws IOException {
        List<Operation> operations = new ArrayList<>(in.list(() -> OperationCodec.read(in)));
        for (int index : dynamicCalls) {
            operations.set(index, ((Operation.Call) operations.get(index)).toDynamicTarget());
        }
        return operations;
    }

    private static Program readProgram(ProgramDataInput in) throws IOException {
        ProgramMetadata header = new ProgramMetadata(in.raw().readUTF(), in.raw().readUTF(), readTriggers(in),
                readInstances(in), readAnswers(in));
        long shape = in.raw().readLong();
        Iterator<Integer> undoneAt = in.list(in::integer).iterator();
        Iterator<String> errorNames = in.list(in.raw()::readUTF).iterator();
        List<Operation> operations = readOperations(in, in.list(in::integer));
        List<TaskInfo> tasks = in.list(() -> new TaskInfo(in.raw().readUTF(), in.raw().readUTF(), in.raw().readUTF()));
        List<ErrorGuardRange> guards = in.list(() -> new ErrorGuardRange(in.integer(), in.integer(), in.integer(), in.integer(),
                undoneAt.next(), errorNames.next()));
        List<DeadlineScope> deadlines = in.list(
                () -> new DeadlineScope(in.integer(), in.integer(), in.integer(), in.integer()));
        List<JsonPayload> schemas = in.list(in::payload);
        List<String> functions = in.list(in.raw()::readUTF);
        return new Program(header, operations, tasks, guards, deadlines, schemas, functions, in.integer(), in.integer(),
                in.integer(), shape);
    }

    private static void writeTriggers(ProgramDataOutput out, ProgramTriggers plan) throws IOException {
        out.text(plan.httpPath());
        out.list(plan.schedules(), schedule -> out.json(ScheduleJsonCodec.write(schedule)));
        out.raw().writeBoolean(plan.events() != null);
        if (plan.events() != null) {
            ListenCodec.write(out, plan.events());
        }
    }

    private static ProgramTriggers readTriggers(ProgramDataInput in) throws IOException {
        String httpPath = in.text();
        List<ScheduleSpec> schedules = in.list(() -> ScheduleJsonCodec.readCompiled(in.payload().tree()));
        return new ProgramTriggers(httpPath, schedules, in.raw().readBoolean() ? ListenCodec.readStart(in) : null);
    }

    private static void writeInstances(ProgramDataOutput out, InstanceSettingsPlan plan) throws IOException {
        out.expression(plan.businessKey());
        out.list(List.copyOf(plan.attributes().entrySet()), attribute -> {
            out.raw().writeUTF(attribute.getKey());
            out.expression(attribute.getValue());
        });
        out.raw().writeLong(plan.retention().completedMillis());
        out.raw().writeLong(plan.retention().faultedMillis());
        out.raw().writeLong(plan.retention().cancelledMillis());
        out.raw().writeInt(plan.concurrency());
        out.raw().writeLong(plan.keptEventMillis());
    }

    private static InstanceSettingsPlan readInstances(ProgramDataInput in) throws IOException {
        BoundExpression businessKey = in.expression();
        Map<String, BoundExpression> attributes = new TreeMap<>();
        in.list(() -> attributes.put(in.raw().readUTF(), in.expression()));
        return new InstanceSettingsPlan(businessKey, attributes,
                new RetentionSpec(in.raw().readLong(), in.raw().readLong(), in.raw().readLong()), in.raw().readInt(),
                in.raw().readLong());
    }

    private static void writeAnswers(ProgramDataOutput out, AnswerPlan plan) throws IOException {
        out.list(List.copyOf(plan.queries().entrySet()), query -> {
            out.raw().writeUTF(query.getKey());
            out.expression(query.getValue());
        });
        out.list(List.copyOf(plan.replies().entrySet()), reply -> {
            out.ints(reply.getKey());
            out.expression(reply.getValue());
        });
    }

    private static AnswerPlan readAnswers(ProgramDataInput in) throws IOException {
        Map<String, BoundExpression> queries = new TreeMap<>();
        in.list(() -> queries.put(in.raw().readUTF(), in.expression()));
        Map<Integer, BoundExpression> replies = new TreeMap<>();
        in.list(() -> replies.put(in.integer(), in.expression()));
        return new AnswerPlan(queries, replies);
    }

    private static byte[] bytes(ProgramDataOutput.Part part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            part.write(new ProgramDataOutput(new DataOutputStream(bytes)));
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory failed", impossible);
        }
        return bytes.toByteArray();
    }
}
