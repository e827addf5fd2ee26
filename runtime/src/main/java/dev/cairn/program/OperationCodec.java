package dev.cairn.program;

import java.io.IOException;
import java.util.List;

import dev.cairn.definition.BackoffSpec.Growth;
import dev.cairn.definition.ErrorFilter;
import dev.cairn.program.Operation.Assign;
import dev.cairn.program.Operation.BranchEnd;
import dev.cairn.program.Operation.Call;
import dev.cairn.program.Operation.Catch;
import dev.cairn.program.Operation.Choose;
import dev.cairn.program.Operation.Clock;
import dev.cairn.program.Operation.Consume;
import dev.cairn.program.Operation.Emit;
import dev.cairn.program.Operation.Enter;
import dev.cairn.program.Operation.Finish;
import dev.cairn.program.Operation.Fork;
import dev.cairn.program.Operation.ForkLeave;
import dev.cairn.program.Operation.Jump;
import dev.cairn.program.Operation.Keep;
import dev.cairn.program.Operation.Leave;
import dev.cairn.program.Operation.Listen;
import dev.cairn.program.Operation.ListenStart;
import dev.cairn.program.Operation.ListenTurn;
import dev.cairn.program.Operation.LoopStart;
import dev.cairn.program.Operation.LoopTurn;
import dev.cairn.program.Operation.Raise;
import dev.cairn.program.Operation.SetDeadline;
import dev.cairn.program.Operation.TryRegisters;
import dev.cairn.program.Operation.TryStart;
import dev.cairn.program.Operation.Unless;
import dev.cairn.program.Operation.Wait;

/** A tag for each kind of operation, then its parts in the order of the record. */
final class OperationCodec {

    private static final Growth[] GROWTHS = Growth.values();

    private OperationCodec() {}

    static void write(ProgramDataOutput out, Operation operation) throws IOException {
        if (!writeFlow(out, operation) && !writeEffect(out, operation) && !writeEvent(out, operation)) {
            throw new IllegalArgumentException("No encoding for " + operation);
        }
    }

    static Operation read(ProgramDataInput in) throws IOException {
        int tag = in.raw().readByte();
        int task = in.integer();
        if (tag >= 30) {
            return readEvent(in, tag, task);
        }
        return tag < 20 ? readFlow(in, tag, task) : readEffect(in, tag, task);
    }

    private static boolean writeFlow(ProgramDataOutput out, Operation operation) throws IOException {
        if (operation instanceof Enter op) {
            begin(out, 1, op);
            out.expression(op.condition());
            out.ints(op.skipTo(), op.rawRegister(), op.schema());
            out.expression(op.from());
            out.ints(op.inputRegister());
        } else if (operation instanceof Leave op) {
            begin(out, 2, op);
            out.expression(op.as());
            out.ints(op.schema(), op.outputRegister());
            out.expression(op.export());
            out.ints(op.exportSchema());
        } else if (operation instanceof Assign op) {
            begin(out, 3, op);
            out.expression(op.value());
        } else if (operation instanceof Jump op) {
            begin(out, 4, op);
            out.ints(op.target(), op.counter());
        } else if (operation instanceof Choose op) {
            begin(out, 5, op);
            out.list(op.conditions(), out::expression);
            out.list(op.targets(), out::ints);
            out.ints(op.otherwise());
        } else if (operation instanceof LoopStart op) {
            begin(out, 6, op);
            out.expression(op.items());
            out.ints(op.itemsRegister(), op.index());
        } else if (operation instanceof LoopTurn op) {
            begin(out, 7, op);
            out.ints(op.itemsRegister(), op.index(), op.each(), op.at(), op.exit());
        } else if (operation instanceof Unless op) {
            begin(out, 8, op);
            out.expression(op.condition());
            out.ints(op.target());
        } else if (operation instanceof Finish op) {
            begin(out, 9, op);
            out.expression(op.as());
            out.ints(op.schema());
        } else {
            return writeBranches(out, operation);
        }
        return true;
    }

    private static boolean writeBranches(ProgramDataOutput out, Operation operation) throws IOException {
        if (operation instanceof Fork op) {
            begin(out, 10, op);
            out.list(op.branches(), out::ints);
            out.ints(op.exit());
            out.raw().writeBoolean(op.compete());
        } else if (operation instanceof BranchEnd op) {
            begin(out, 11, op);
        } else if (operation instanceof ForkLeave op) {
            begin(out, 12, op);
            out.ints(op.target());
        } else if (operation instanceof Keep op) {
            begin(out, 13, op);
            out.expression(op.value());
            out.ints(op.register());
        } else {
            return false;
        }
        return true;
    }

    private static Operation readFlow(ProgramDataInput in, int tag, int task) throws IOException {
        switch (tag) {
            case 1:
                return new Enter(task, in.expression(), in.integer(), in.integer(), in.integer(), in.expression(),
                        in.integer());
            case 2:
                return new Leave(task, in.expression(), in.integer(), in.integer(), in.expression(), in.integer());
            case 3:
                return new Assign(task, in.expression());
            case 4:
                return new Jump(task, in.integer(), in.integer());
            case 5:
                List<BoundExpression> conditions = in.list(in::expression);
                return new Choose(task, conditions, in.list(in::integer), in.integer());
            case 6:
                return new LoopStart(task, in.expression(), in.integer(), in.integer());
            case 7:
                return new LoopTurn(task, in.integer(), in.integer(), in.integer(), in.integer(), in.integer());
            case 8:
                return new Unless(task, in.expression(), in.integer());
            case 9:
                return new Finish(task, in.expression(), in.integer());
            case 10:
                return new Fork(task, in.list(in::integer), in.integer(), in.raw().readBoolean());
            case 11:
                return new BranchEnd(task);
            case 12:
                return new ForkLeave(task, in.integer());
            case 13:
                return new Keep(task, in.expression(), in.integer());
            default:
                throw new IOException("No operation has the tag " + tag);
        }
    }

    private static boolean writeEffect(ProgramDataOutput out, Operation operation) throws IOException {
        if (operation instanceof Call op) {
            begin(out, 20, op);
            out.effect(op.effect());
            out.ints(op.function());
            out.expression(op.arguments());
        } else if (operation instanceof Wait op) {
            begin(out, 21, op);
            out.effect(op.effect());
            out.length(op.length());
        } else if (operation instanceof Raise op) {
            begin(out, 22, op);
            out.expression(op.error());
        } else if (operation instanceof Clock op) {
            begin(out, 23, op);
            out.effect(op.effect());
            out.ints(op.register());
        } else if (operation instanceof SetDeadline op) {
            begin(out, 24, op);
            out.ints(op.register());
            out.length(op.length());
        } else if (operation instanceof TryStart op) {
            begin(out, 25, op);
            out.ints(op.inputRegister(), op.attempts());
        } else if (operation instanceof Catch op) {
            begin(out, 26, op);
            writeCatch(out, op);
        } else {
            return false;
        }
        return true;
    }

    private static Operation readEffect(ProgramDataInput in, int tag, int task) throws IOException {
        switch (tag) {
            case 20:
                return new Call(task, in.effect(), in.integer(), in.expression(), false);
            case 21:
                return new Wait(task, in.effect(), in.length());
            case 22:
                return new Raise(task, in.expression());
            case 23:
                return new Clock(task, in.effect(), in.integer());
            case 24:
                return new SetDeadline(task, in.integer(), in.length());
            case 25:
                return new TryStart(task, in.integer(), in.integer());
            case 26:
                return new Catch(task, in.effect(), readCondition(in), readRetry(in),
                        new TryRegisters(in.integer(), in.integer(), in.integer()), in.integer(), in.raw().readBoolean());
            default:
                throw new IOException("No operation has the tag " + tag);
        }
    }

    private static boolean writeEvent(ProgramDataOutput out, Operation operation) throws IOException {
        if (operation instanceof Emit op) {
            begin(out, 30, op);
            out.effect(op.effect());
            out.expression(op.event());
            out.text(op.source());
            out.ints(op.eventRegister());
        } else if (operation instanceof ListenStart op) {
            begin(out, 31, op);
            ListenCodec.write(out, op.plan());
        } else if (operation instanceof Listen op) {
            begin(out, 32, op);
            out.effect(op.effect());
            ListenCodec.write(out, op.plan());
        } else if (operation instanceof Consume op) {
            begin(out, 33, op);
            ListenCodec.write(out, op.plan());
            out.ints(op.again(), op.done());
        } else if (operation instanceof ListenTurn op) {
            begin(out, 34, op);
            ListenCodec.write(out, op.plan());
            out.ints(op.item(), op.at(), op.again(), op.done());
        } else {
            return false;
        }
        return true;
    }

    private static Operation readEvent(ProgramDataInput in, int tag, int task) throws IOException {
        switch (tag) {
            case 30:
                return new Emit(task, in.effect(), in.expression(), in.text(), in.integer());
            case 31:
                return new ListenStart(task, ListenCodec.read(in));
            case 32:
                return new Listen(task, in.effect(), ListenCodec.read(in));
            case 33:
                return new Consume(task, ListenCodec.read(in), in.integer(), in.integer());
            case 34:
                return new ListenTurn(task, ListenCodec.read(in), in.integer(), in.integer(), in.integer(), in.integer());
            default:
                throw new IOException("No operation has the tag " + tag);
        }
    }

    private static void begin(ProgramDataOutput out, int tag, Operation operation) throws IOException {
        out.raw().writeByte(tag);
        out.ints(operation.task());
    }

    private static void writeCatch(ProgramDataOutput out, Catch op) throws IOException {
        out.effect(op.effect());
        ErrorFilter filter = op.errors().filter();
        out.text(filter.type());
        out.ints(filter.status() == null ? -1 : filter.status());
        out.text(filter.instance());
        out.text(filter.title());
        out.text(filter.detail());
        out.expression(op.errors().when());
        out.expression(op.errors().exceptWhen());
        writeRetry(out, op.retry());
        out.ints(op.registers().error(), op.registers().input(), op.registers().attempts(), op.retryTo());
        out.raw().writeBoolean(op.handled());
    }

    private static CatchCondition readCondition(ProgramDataInput in) throws IOException {
        String type = in.text();
        int status = in.integer();
        ErrorFilter filter = new ErrorFilter(type, status < 0 ? null : Integer.valueOf(status), in.text(), in.text(),
                in.text());
        return new CatchCondition(filter, in.expression(), in.expression());
    }

    private static void writeRetry(ProgramDataOutput out, RetryPlan plan) throws IOException {
        out.raw().writeBoolean(plan != null);
        if (plan != null) {
            out.expression(plan.when());
            out.expression(plan.exceptWhen());
            out.length(plan.backoff().delay());
            out.raw().writeByte(plan.backoff().growth().ordinal());
            out.length(plan.backoff().jitterFrom());
            out.length(plan.backoff().jitterTo());
            out.ints(plan.maxAttempts());
            out.length(plan.duration());
            out.ints(plan.startedRegister());
        }
    }

    private static RetryPlan readRetry(ProgramDataInput in) throws IOException {
        if (!in.raw().readBoolean()) {
            return null;
        }
        return new RetryPlan(in.expression(), in.expression(),
                new BackoffPlan(in.length(), GROWTHS[in.raw().readByte()], in.length(), in.length()),
                in.integer(), in.length(), in.integer());
    }
}
