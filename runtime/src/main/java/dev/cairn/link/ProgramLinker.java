package dev.cairn.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.executor.AnswerExpression;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.DurationPlan;
import dev.cairn.program.EventStartPlan;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.Operation;
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
import dev.cairn.program.Operation.TryStart;
import dev.cairn.program.Operation.Unless;
import dev.cairn.program.Operation.Wait;
import dev.cairn.program.Program;
import dev.cairn.program.RetryPlan;
import dev.cairn.program.VariableBinding;
import dev.cairn.task.call.CallHandler;
import dev.cairn.task.emit.EmitHandler;
import dev.cairn.task.flow.ClockReadHandler;
import dev.cairn.task.flow.JumpHandler;
import dev.cairn.task.flow.JumpUnlessHandler;
import dev.cairn.task.flow.LinkedDuration;
import dev.cairn.task.flow.SetDeadlineHandler;
import dev.cairn.task.flow.StoreInRegisterHandler;
import dev.cairn.task.flow.TaskEnterHandler;
import dev.cairn.task.flow.TaskLeaveHandler;
import dev.cairn.task.flow.WorkflowFinishHandler;
import dev.cairn.task.fork.BranchEndHandler;
import dev.cairn.task.fork.EarlyForkExitHandler;
import dev.cairn.task.fork.ForkStartHandler;
import dev.cairn.task.fortask.LoopStartHandler;
import dev.cairn.task.fortask.LoopTurnHandler;
import dev.cairn.task.listen.ConsumeHandler;
import dev.cairn.task.listen.LinkedEventFilter;
import dev.cairn.task.listen.ListenReceiveHandler;
import dev.cairn.task.listen.ListenStartHandler;
import dev.cairn.task.listen.ListenTurnHandler;
import dev.cairn.task.raise.RaiseHandler;
import dev.cairn.task.set.SetHandler;
import dev.cairn.task.switchtask.SwitchHandler;
import dev.cairn.task.trytask.CatchHandler;
import dev.cairn.task.trytask.LinkedRetry;
import dev.cairn.task.trytask.TryStartHandler;
import dev.cairn.task.wait.WaitHandler;
import dev.cairn.value.LazySchema;

/** Links one program: makes a handler of each operation. */
public final class ProgramLinker {

    private final Program program;
    private final List<LazySchema> schemas;
    private final Supplier<JsonNode> surroundings;
    /** By the index of the task that replies. */
    private final Map<Integer, AnswerExpression> replies;

    private ProgramLinker(Program program, Supplier<JsonNode> surroundings) {
        this.program = program;
        this.surroundings = surroundings;
        this.replies = AnswerLinker.replies(program);
        this.schemas = program.schemas().stream().map(LazySchema::new).collect(Collectors.toList());
    }

    /** A program without secrets, ready to run. */
    public static LinkedProgram link(Program program) {
        return link(program, JsonNodeFactory.instance::objectNode, () -> LinkedProgram.USUAL_OUTPUT_BYTES);
    }

    /**
     * The program, ready to run.
     *
     * @param surroundings gives {@code {secrets, config, authorization}}: two objects by name, and the stand-in of the process for the
     *        parameter of credentials; asked when an expression is evaluated that reads one
     * @param maxOutputBytes see {@link LinkedProgram}
     */
    public static LinkedProgram link(Program program, Supplier<JsonNode> surroundings, LongSupplier maxOutputBytes) {
        ProgramLinker linker = new ProgramLinker(program, surroundings);
        return new LinkedProgram(program, program.operations().stream().map(linker::handler).collect(Collectors.toList()),
                linker.schemas, maxOutputBytes);
    }

    private OperationHandler handler(Operation operation) {
        OperationHandler handler = flow(operation);
        if (handler == null) {
            handler = task(operation);
        }
        if (handler == null) {
            throw new IllegalArgumentException("No handler for " + operation);
        }
        return handler;
    }

    private OperationHandler flow(Operation operation) {
        if (operation instanceof Enter op) {
            return new TaskEnterHandler(op, expression(op.condition()), schema(op.schema()), expression(op.from()));
        }
        if (operation instanceof Leave op) {
            return new TaskLeaveHandler(op, expression(op.as()), schema(op.schema()), expression(op.export()),
                    schema(op.exportSchema()));
        }
        if (operation instanceof Jump op) {
            return new JumpHandler(op);
        }
        if (operation instanceof Unless op) {
            return new JumpUnlessHandler(op, expression(op.condition()));
        }
        if (operation instanceof Keep op) {
            return new StoreInRegisterHandler(op, expression(op.value()));
        }
        if (operation instanceof Clock op) {
            return new ClockReadHandler(op);
        }
        if (operation instanceof SetDeadline op) {
            return new SetDeadlineHandler(op, length(op.length()));
        }
        if (operation instanceof Fork) {
            return new ForkStartHandler();
        }
        if (operation instanceof BranchEnd) {
            return new BranchEndHandler();
        }
        if (operation instanceof ForkLeave op) {
            return new EarlyForkExitHandler(op);
        }
        if (operation instanceof Finish op) {
            return new WorkflowFinishHandler(expression(op.as()), schema(op.schema()));
        }
        return null;
    }

    private OperationHandler task(Operation operation) {
        if (operation instanceof Assign op) {
            return new SetHandler(expression(op.value()));
        }
        if (operation instanceof Choose op) {
            return new SwitchHandler(op, op.conditions().stream().map(this::expression).collect(Collectors.toList()));
        }
        if (operation instanceof LoopStart op) {
            return new LoopStartHandler(op, expression(op.items()));
        }
        if (operation instanceof LoopTurn op) {
            return new LoopTurnHandler(op);
        }
        if (operation instanceof Call op) {
            return new CallHandler(op.effect(), expression(op.arguments()), SecretArgumentFailureText.failure(program, op));
        }
        if (operation instanceof Emit op) {
            return new EmitHandler(op, expression(op.event()));
        }
        if (operation instanceof ListenStart op) {
            return new ListenStartHandler(op.plan(), filters(op.plan().all()));
        }
        if (operation instanceof Listen op) {
            return new ListenReceiveHandler(op.effect(), op.plan(), filters(op.plan().all()),
                    replies.containsKey(op.task()));
        }
        if (operation instanceof Consume op) {
            return new ConsumeHandler(op, replies.get(op.task()));
        }
        if (operation instanceof ListenTurn op) {
            return new ListenTurnHandler(op, replies.containsKey(op.task()));
        }
        if (operation instanceof Wait op) {
            return new WaitHandler(op.effect(), length(op.length()));
        }
        if (operation instanceof Raise op) {
            return new RaiseHandler(expression(op.error()));
        }
        if (operation instanceof TryStart op) {
            return new TryStartHandler(op);
        }
        if (operation instanceof Catch op) {
            return new CatchHandler(op, expression(op.errors().when()), expression(op.errors().exceptWhen()),
                    retry(op.retry()));
        }
        return null;
    }

    /** The events that start instances of a program; null if none do. */
    public static LinkedEventTrigger trigger(Program program) {
        EventStartPlan plan = program.triggers().events();
        if (plan == null) {
            return null;
        }
        ProgramLinker linker = new ProgramLinker(program, () -> {
            throw new IllegalStateException("The compiler lets no filter of starting events read secrets");
        });
        return new LinkedEventTrigger(plan, linker.filters(plan.filters()), linker.set(plan));
    }

    private LinkedEventSet set(EventStartPlan plan) {
        if (plan.set() == null) {
            return null;
        }
        List<ListenPlan.FilterPlan> all = new ArrayList<>(plan.filters());
        all.addAll(plan.set().until().filters());
        return new LinkedEventSet(program.workflow(), plan, filters(all), expression(plan.set().condition()));
    }

    /**
     * The keys by which an index finds the instances of a program that listen.
     *
     * @param leftOut types of events that an index does not find
     */
    public static ListenSignatures listens(Program program, Predicate<String> leftOut) {
        ProgramLinker linker = new ProgramLinker(program, () -> {
            throw new IllegalStateException("No signature reads variables");
        });
        return new ListenSignatures(program, leftOut, linker::expression);
    }

    private List<LinkedEventFilter> filters(List<ListenPlan.FilterPlan> filters) {
        return filters.stream().map(filter -> new LinkedEventFilter(
                filter.attributes().stream().map(attribute -> new LinkedEventFilter.Attribute(attribute.name(),
                        attribute.literal(), expression(attribute.value()))).toList(),
                filter.correlations().stream().map(correlation -> new LinkedEventFilter.Correlation(correlation.name(),
                        expression(correlation.from()), expression(correlation.expect()))).toList()))
                .toList();
    }

    private LazySchema schema(int index) {
        return index < 0 ? null : schemas.get(index);
    }

    private CompiledExpression expression(BoundExpression bound) {
        if (bound == null) {
            return null;
        }
        Function<String, VariableBinding> byName = bound.bindings().stream().collect(
                Collectors.toMap(VariableBinding::name, Function.identity()))::get;
        return ExpressionLinker.link(bound.expression(),
                name -> VariableReaderFactory.reader(byName.apply(name), surroundings));
    }

    private LinkedDuration length(DurationPlan length) {
        return length == null ? LinkedDuration.ZERO : new LinkedDuration(length.millis(), expression(length.expression()));
    }

    private LinkedRetry retry(RetryPlan plan) {
        return plan == null ? null
                : new LinkedRetry(plan, expression(plan.when()), expression(plan.exceptWhen()),
                        length(plan.backoff().delay()), length(plan.backoff().jitterFrom()), length(plan.backoff().jitterTo()),
                        plan.duration() == null ? null : length(plan.duration()));
    }
}
