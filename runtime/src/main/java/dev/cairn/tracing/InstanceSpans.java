package dev.cairn.tracing;

import java.util.Set;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TaskEndNotifier;
import dev.cairn.executor.TraceContext;
import dev.cairn.program.TaskInfo;
import dev.cairn.value.JsonPayload;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;

/**
 * The spans of one instance in memory. A span is open while the instance has work; it ends when the instance comes to rest. The
 * next one, in any life of the application, is linked to it. All are in the trace that the instance was started in.
 */
final class InstanceSpans implements InstanceObserver {

    /** Beyond these, tasks that end are counted. The SDK keeps 128 events of a span at most. */
    private static final int MAX_TASK_EVENTS = 64;
    /** Kinds of tasks that have spans. */
    private static final Set<String> TRACED_KINDS = Set.of("call", "emit", "listen", "run", "wait");

    private final ProgramSpanFactory program;
    private final String instanceId;
    private final InstanceState state;
    /** Null while the instance rests. */
    private Span span;
    private Context context;
    private int taskEvents;
    private boolean tellsTasks;
    private boolean began;
    /** Its start is durable. */
    private boolean exists;

    InstanceSpans(ProgramSpanFactory program, String instanceId, boolean resumed, InstanceState state) {
        this.program = program;
        this.instanceId = instanceId;
        this.state = state;
        this.began = resumed;
        this.exists = resumed;
        if (!resumed) {
            open();
        }
    }

    /** Begins a span unless one is open. */
    private void open() {
        if (span != null) {
            return;
        }
        TraceContext mark = state.traceMark();
        SpanBuilder builder = program.instanceSpan(instanceId).setNoParent();
        if (mark != null) {
            String parent = mark.parentId() == null ? mark.spanId() : mark.parentId();
            builder.setParent(Context.root().with(Span.wrap(SpanContextConverter.of(mark, parent))));
            if (mark.spanId() != null) {
                builder.addLink(SpanContextConverter.of(mark, mark.spanId()));
            }
        }
        if (began) {
            builder.setAttribute(SpanSemanticConventions.RESUMED, true);
        }
        began = true;
        taskEvents = 0;
        span = builder.startSpan();
        context = Context.root().with(span);
        remember(mark, span.getSpanContext());
        if (span.isRecording()) {
            program.tools().open().add(span, false);
            tellTasks();
        }
    }

    private void tellTasks() {
        if (!tellsTasks) {
            tellsTasks = true;
            TaskEndNotifier.tell(state, this::taskEnded);
        }
    }

    /** Has the next write of the instance say what the spans that follow belong to. */
    private void remember(TraceContext mark, SpanContext begun) {
        if (mark == null) {
            state.traceMark(SpanContextConverter.root(begun));
        } else if (begun.isSampled()) {
            state.traceMark(mark.in(begun.getSpanId()));
        }
    }

    private void close() {
        if (taskEvents > MAX_TASK_EVENTS) {
            span.setAttribute(SpanSemanticConventions.OMITTED_TASKS, (long) taskEvents - MAX_TASK_EVENTS);
        }
        span.end();
        program.tools().open().remove(span);
        span = null;
        context = null;
    }

    private void taskEnded(TaskInfo task, WorkflowError error) {
        if (TRACED_KINDS.contains(task.kind())) {
            return;
        }
        open();
        if (++taskEvents <= MAX_TASK_EVENTS) {
            AttributesBuilder attributes = Attributes.builder().put(SpanSemanticConventions.TASK, task.reference());
            if (error != null) {
                attributes.put(SpanSemanticConventions.ERROR_TYPE, error.type());
            }
            span.addEvent(SpanSemanticConventions.TASK_EVENT, attributes.build());
        }
    }

    @Override
    public CallObserver callBegins(int operation, String effectId) {
        open();
        if (!span.isRecording()) {
            return new OpenTelemetryCallSpan(Span.getInvalid(), context, program.tools());
        }
        Span call = program.callSpan(instanceId, operation, state).setParent(context).startSpan();
        return new OpenTelemetryCallSpan(call, context.with(call), program.tools());
    }

    @Override
    public void timerFired(String effectId, boolean deadline, long lagMillis) {
        open();
        if (!span.isRecording()) {
            return;
        }
        Attributes task = Attributes.of(SpanSemanticConventions.TASK, program.task(effectId));
        if (deadline) {
            span.addEvent(SpanSemanticConventions.DEADLINE_EVENT, task);
            return;
        }
        long dueAtMillis = program.tools().time().millis() - lagMillis;
        program.span(SpanSemanticConventions.TIMER, SpanKind.INTERNAL, instanceId).setAllAttributes(task).setParent(context)
                .setStartTimestamp(dueAtMillis, TimeUnit.MILLISECONDS).startSpan().end();
    }

    @Override
    public void eventTaken(int operation, JsonPayload event) {
        open();
        if (!span.isRecording()) {
            return;
        }
        JsonNode tree = event.tree();
        String type = tree.path("type").asText();
        SpanBuilder receive = program.span(SpanSemanticConventions.RECEIVE + type, SpanKind.CONSUMER, instanceId)
                .setParent(context)
                .setAttribute(SpanSemanticConventions.TASK, program.task(operation))
                .setAttribute(SpanSemanticConventions.EVENT_TYPE, type)
                .setAttribute(SpanSemanticConventions.EVENT_ID, tree.path("id").asText())
                .setAttribute(SpanSemanticConventions.EVENT_SOURCE, tree.path("source").asText());
        SpanContext published = SpanContextConverter.of(tree);
        if (published.isValid()) {
            receive.addLink(published);
        }
        receive.startSpan().end();
    }

    @Override
    public void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {
        exists = true;
        if (ended == null) {
            return;
        }
        open();
        span.setAttribute(SpanSemanticConventions.STATUS, now.phase());
        if (ended.error() != null) {
            OpenTelemetryCallSpan.failed(span, ended.error());
        }
        close();
    }

    /** The thread may have the span of something else. */
    @Override
    public void within(Runnable telling) {
        SpanContextRunner.run(context == null ? Context.root() : context, telling);
    }

    @Override
    public void rests(InstanceStatus status) {
        if (span != null) {
            span.setAttribute(SpanSemanticConventions.STATUS, status.phase());
            close();
        }
    }

    @Override
    public void left() {
        if (span != null && exists) {
            close();
        } else if (span != null) {
            // It was refused, or the same start came before: nothing was begun that could be seen. A span that never ends is never exported.
            program.tools().open().remove(span);
            span = null;
        }
    }
}
