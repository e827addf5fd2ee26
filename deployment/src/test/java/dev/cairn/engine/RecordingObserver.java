package dev.cairn.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.observer.CallKind;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.CallOutcome;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.EventStartOutcome;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.observer.OccurrenceLossReason;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.engine.observer.StartRefusal;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.program.Program;
import dev.cairn.value.JsonPayload;

/** Notes all that it is told, a line each. */
final class RecordingObserver implements EngineObserver {

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    /** Returns the notifications since the last call, and forgets them. */
    List<String> take() {
        List<String> taken = List.copyOf(told);
        told.clear();
        return taken;
    }

    private void note(Object... words) {
        told.add(String.join(" ", Arrays.stream(words).map(String::valueOf).toList()));
    }

    @Override
    public ProgramInstancesObserver program(Program program) {
        return new OfProgram(program);
    }

    @Override
    public void parked(String workflow, String version, String instanceId, WorkflowError reason) {
        note("parked", workflow, version, reason.detail());
    }

    @Override
    public void startRefused(StartRefusal reason) {
        note("refused", reason);
    }

    @Override
    public void eventOffered(JsonPayload event, boolean taken) {
        note("offered", event.tree().path("id").asText(), taken);
    }

    @Override
    public void claimedOrphans(int instances) {
        note("claimed", instances);
    }

    @Override
    public void startedByEvent(String workflow, EventStartOutcome outcome) {
        note("by event", workflow, outcome);
    }

    @Override
    public void eventSearchLeftOut() {
        note("unsearched");
    }

    @Override
    public void occurrenceStarted(String workflow, long lateMillis) {
        note("occurrence", workflow, lateMillis);
    }

    @Override
    public void scheduleHeld(String workflow) {
        note("held", workflow);
    }

    @Override
    public void occurrencesDropped(String workflow, OccurrenceLossReason reason, long occurrences) {
        note("dropped", workflow, reason, occurrences);
    }

    @Override
    public void takenOver(String instanceId) {
        note("taken over");
    }

    @Override
    public void leaseBegan(long term) {
        note("lease", term);
    }

    @Override
    public void groupCommitted(int writes, long nanos, boolean failed) {
        note("group", writes, failed ? "failed" : "durable");
    }

    private final class OfProgram implements ProgramInstancesObserver {
        private final Program program;

        OfProgram(Program program) {
            this.program = program;
        }

        @Override
        public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
            note(resumed ? "loaded" : "new", program.id());
            return new OfInstance(program);
        }

        @Override
        public void becameAtRest(String instanceId, InstanceStatus before, InstanceStatus now, long ageMillis) {
            note("at rest", before, now, ageMillis);
        }

        @Override
        public void worksLong() {
            note("works long");
        }

        @Override
        public void workBoundReached() {
            note("work bound");
        }
    }

    private final class OfInstance implements InstanceObserver {
        private final Program program;

        OfInstance(Program program) {
            this.program = program;
        }

        @Override
        public void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {
            note("became", before, now, ageMillis, ended == null ? "" : ended.status());
        }

        @Override
        public void retried(RetryDecisionNotice note) {
            note("retried", note.error().instance(), note.attempts(), note.again());
        }

        @Override
        public CallObserver callBegins(int operation, String effectId) {
            String call = program.tasks().get(program.operations().get(operation).task()).name() + " "
                    + CallKind.of(program.operations().get(operation));
            note("call", call);
            return new CallObserver() {
                @Override
                public void ended(CallOutcome outcome, WorkflowError failure) {
                    note("call", call, outcome, failure == null ? "" : failure.detail());
                }
            };
        }

        @Override
        public void timerFired(String effectId, boolean deadline, long lagMillis) {
            note(deadline ? "deadline" : "timer", lagMillis);
        }

        @Override
        public void eventTaken(int operation, JsonPayload event) {
            note("event", event.tree().path("id").asText());
        }

        @Override
        public void left() {
            note("left");
        }
    }
}
