package dev.cairn.tracing;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.executor.InstanceState;
import dev.cairn.program.EffectIdPercentCodec;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.TaskInfo;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;

/** The spans that instances of one program have: what can be known of them before there are instances. Immutable. */
final class ProgramSpanFactory implements ProgramInstancesObserver {

    private static final int NO_ATTEMPTS = -1;

    private final SpanServices tools;
    private final String name;
    private final Attributes attributes;
    /** By operation; null where none begins. */
    private final CallShape[] calls;
    /** By operation: the register that counts the retries around it, or {@link #NO_ATTEMPTS}. */
    private final int[] attempts;
    private final String[] tasks;
    private final Set<String> taskReferences;

    ProgramSpanFactory(SpanServices tools, Program program) {
        this.tools = tools;
        this.name = SpanSemanticConventions.RUN + program.workflow();
        this.attributes = Attributes.of(SpanSemanticConventions.WORKFLOW, program.workflow(), SpanSemanticConventions.VERSION,
                program.version());
        List<Operation> operations = program.operations();
        this.taskReferences = program.tasks().stream().map(TaskInfo::reference).collect(Collectors.toUnmodifiableSet());
        this.calls = new CallShape[operations.size()];
        this.attempts = new int[operations.size()];
        this.tasks = new String[operations.size()];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = shape(program, operations.get(i));
            attempts[i] = attempts(operations, i);
            tasks[i] = program.tasks().get(operations.get(i).task()).reference();
        }
    }

    @Override
    public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
        return new InstanceSpans(this, instanceId, resumed, state);
    }

    SpanServices tools() {
        return tools;
    }

    /** A span of an instance, to be completed. */
    SpanBuilder instanceSpan(String instanceId) {
        return span(name, SpanKind.INTERNAL, instanceId);
    }

    /** As {@link #instanceSpan}, of a call. */
    SpanBuilder callSpan(String instanceId, int operation, InstanceState state) {
        CallShape shape = calls[operation];
        SpanBuilder span = span(shape.name, shape.kind, instanceId).setAttribute(SpanSemanticConventions.TASK,
                tasks[operation]);
        if (shape.function != null) {
            span.setAttribute(SpanSemanticConventions.FUNCTION, shape.function);
        }
        int retries = attempts[operation];
        return span.setAttribute(SpanSemanticConventions.ATTEMPT, retries == NO_ATTEMPTS ? 1 : state.number(retries) + 1);
    }

    /** As {@link #instanceSpan}, of something else that happens to it. */
    SpanBuilder span(String spanName, SpanKind kind, String instanceId) {
        return tools.tracer().spanBuilder(spanName).setSpanKind(kind).setAllAttributes(attributes)
                .setAttribute(SpanSemanticConventions.INSTANCE, instanceId);
    }

    /** Reference of the task that an operation belongs to. */
    String task(int operation) {
        return tasks[operation];
    }

    /** Reference of the task that an effect belongs to. */
    String task(String effectId) {
        String reference = EffectIdPercentCodec.decode(effectId);
        while (!taskReferences.contains(reference) && !reference.isEmpty()) {
            // Behind the reference are what tells several effects of a task apart, and counters.
            int end = reference.length() - 1;
            while (end > 0 && "/#@!".indexOf(reference.charAt(end)) < 0) {
                end--;
            }
            reference = reference.substring(0, end);
        }
        return reference;
    }

    private static CallShape shape(Program program, Operation operation) {
        if (operation instanceof Operation.Emit) {
            return new CallShape(SpanSemanticConventions.PUBLISH, SpanKind.PRODUCER, null);
        }
        if (!(operation instanceof Operation.Call call)) {
            return null;
        }
        switch (call.function()) {
            case Operation.Call.HTTP:
                return new CallShape(SpanSemanticConventions.HTTP, SpanKind.CLIENT, null);
            case Operation.Call.WORKFLOW:
                return new CallShape(SpanSemanticConventions.CHILD, SpanKind.INTERNAL, null);
            case Operation.Call.COMMAND:
                return new CallShape(SpanSemanticConventions.COMMAND, SpanKind.INTERNAL, null);
            case Operation.Call.INTEGRATION:
                return new CallShape(SpanSemanticConventions.INTEGRATION, SpanKind.CLIENT, null);
            default:
                return function(program.functions().get(call.function()));
        }
    }

    /** @param key class, {@code #}, and a method with its descriptor */
    private static CallShape function(String key) {
        int hash = key.indexOf('#');
        int descriptor = key.indexOf('(', hash);
        String method = key.substring(hash + 1, descriptor < 0 ? key.length() : descriptor);
        String type = key.substring(0, Math.max(hash, 0));
        String label = type.substring(type.lastIndexOf('.') + 1) + "." + method;
        return new CallShape(SpanSemanticConventions.CALL + label, SpanKind.INTERNAL, type + "." + method);
    }

    /** The innermost {@code try} around an operation: what handles its errors stands behind it. */
    private static int attempts(List<Operation> operations, int at) {
        for (int start = at; start >= 0; start--) {
            if (operations.get(start) instanceof Operation.TryStart begun && endsBehind(operations, begun, at)) {
                return begun.attempts();
            }
        }
        return NO_ATTEMPTS;
    }

    private static boolean endsBehind(List<Operation> operations, Operation.TryStart begun, int at) {
        for (int end = at + 1; end < operations.size(); end++) {
            if (operations.get(end) instanceof Operation.Catch handler && handler.registers().attempts() == begun.attempts()) {
                return true;
            }
        }
        return false;
    }

    /** @param function qualified name of the method, or null */
    private record CallShape(String name, SpanKind kind, String function) {}
}
