package dev.cairn.engine.observer;

import java.util.function.BiConsumer;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.executor.TraceContext;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceStore;
import dev.cairn.value.JsonPayload;

/** Observers whose failures concern no instance: see {@link ObserverFailureGuard}. */
public final class GuardedObserverDecorators {

    private GuardedObserverDecorators() {}

    record OfEngine(EngineObserver real) implements EngineObserver {

        @Override
        public InstanceStore store(InstanceStore store) {
            return real.store(store);
        }

        @Override
        public ProgramInstancesObserver program(Program program) {
            ProgramInstancesObserver found = ObserverFailureGuard.ask("program", () -> real.program(program),
                    ProgramInstancesObserver.NONE);
            return found == ProgramInstancesObserver.NONE ? found : new OfProgram(found);
        }

        @Override
        public boolean hasSpans() {
            return real.hasSpans();
        }

        @Override
        public boolean needsSpan() {
            return real.needsSpan();
        }

        @Override
        public TraceContext caller() {
            return ObserverFailureGuard.ask("caller", real::caller, null);
        }

        @Override
        public TraceContext publisher(JsonNode event) {
            return ObserverFailureGuard.ask("publisher", () -> real.publisher(event), null);
        }

        @Override
        public void parked(String workflow, String version, String instanceId, WorkflowError reason) {
            ObserverFailureGuard.tell("parked", () -> real.parked(workflow, version, instanceId, reason));
        }

        @Override
        public void startRefused(StartRefusal reason) {
            ObserverFailureGuard.tell("startRefused", () -> real.startRefused(reason));
        }

        @Override
        public void eventOffered(JsonPayload event, boolean taken) {
            ObserverFailureGuard.tell("eventOffered", () -> real.eventOffered(event, taken));
        }

        @Override
        public void startedByEvent(String workflow, EventStartOutcome outcome) {
            ObserverFailureGuard.tell("startedByEvent", () -> real.startedByEvent(workflow, outcome));
        }

        @Override
        public void eventPublished(PublishResult.Outcome outcome) {
            ObserverFailureGuard.tell("eventPublished", () -> real.eventPublished(outcome));
        }

        @Override
        public void eventSearchLeftOut() {
            ObserverFailureGuard.tell("eventSearchLeftOut", real::eventSearchLeftOut);
        }

        @Override
        public void claimedOrphans(int instances) {
            ObserverFailureGuard.tell("claimedOrphans", () -> real.claimedOrphans(instances));
        }

        @Override
        public void takenOver(String instanceId) {
            ObserverFailureGuard.tell("takenOver", () -> real.takenOver(instanceId));
        }

        @Override
        public void occurrenceStarted(String workflow, long lateMillis) {
            ObserverFailureGuard.tell("occurrenceStarted", () -> real.occurrenceStarted(workflow, lateMillis));
        }

        @Override
        public void scheduleHeld(String workflow) {
            ObserverFailureGuard.tell("scheduleHeld", () -> real.scheduleHeld(workflow));
        }

        @Override
        public void occurrencesDropped(String workflow, OccurrenceLossReason reason, long occurrences) {
            ObserverFailureGuard.tell("occurrencesDropped", () -> real.occurrencesDropped(workflow, reason, occurrences));
        }

        @Override
        public void outboundRefused(OutboundRefusal refusal) {
            ObserverFailureGuard.tell("outboundRefused", () -> real.outboundRefused(refusal));
        }

        @Override
        public void callHeldBack(String workflow, CallGuardKind guard) {
            ObserverFailureGuard.tell("callHeldBack", () -> real.callHeldBack(workflow, guard));
        }

        @Override
        public void leaseBegan(long term) {
            ObserverFailureGuard.tell("leaseBegan", () -> real.leaseBegan(term));
        }

        @Override
        public void groupCommitted(int writes, long nanos, boolean failed) {
            ObserverFailureGuard.tell("groupCommitted", () -> real.groupCommitted(writes, nanos, failed));
        }
    }

    private record OfProgram(ProgramInstancesObserver real) implements ProgramInstancesObserver {

        @Override
        public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
            InstanceObserver found = ObserverFailureGuard.ask("instance", () -> real.instance(instanceId, resumed, state),
                    InstanceObserver.NONE);
            return found == InstanceObserver.NONE ? found : new OfInstance(found);
        }

        @Override
        public void becameAtRest(String instanceId, InstanceStatus before, InstanceStatus now, long ageMillis) {
            ObserverFailureGuard.tell("becameAtRest", () -> real.becameAtRest(instanceId, before, now, ageMillis));
        }

        @Override
        public void worksLong() {
            ObserverFailureGuard.tell("worksLong", real::worksLong);
        }

        @Override
        public void workBoundReached() {
            ObserverFailureGuard.tell("workBoundReached", real::workBoundReached);
        }
    }

    private record OfInstance(InstanceObserver real) implements InstanceObserver {

        @Override
        public void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {
            ObserverFailureGuard.tell("became", () -> real.became(before, now, ended, ageMillis));
        }

        @Override
        public void retried(RetryDecisionNotice note) {
            ObserverFailureGuard.tell("retried", () -> real.retried(note));
        }

        @Override
        public CallObserver callBegins(int operation, String effectId) {
            CallObserver found = ObserverFailureGuard.ask("callBegins", () -> real.callBegins(operation, effectId),
                    CallObserver.NONE);
            return found == CallObserver.NONE ? found : new OfCall(found);
        }

        @Override
        public void timerFired(String effectId, boolean deadline, long lagMillis) {
            ObserverFailureGuard.tell("timerFired", () -> real.timerFired(effectId, deadline, lagMillis));
        }

        @Override
        public void eventTaken(int operation, JsonPayload event) {
            ObserverFailureGuard.tell("eventTaken", () -> real.eventTaken(operation, event));
        }

        @Override
        public void rests(InstanceStatus status) {
            ObserverFailureGuard.tell("rests", () -> real.rests(status));
        }

        @Override
        public void within(Runnable telling) {
            ObserverFailureGuard.tell("within", () -> real.within(telling));
        }

        @Override
        public void left() {
            ObserverFailureGuard.tell("left", real::left);
        }
    }

    private record OfCall(CallObserver real) implements CallObserver {

        @Override
        public void ended(CallOutcome outcome, WorkflowError failure) {
            ObserverFailureGuard.tell("ended", () -> real.ended(outcome, failure));
        }

        @Override
        public void within(Runnable telling) {
            ObserverFailureGuard.tell("within", () -> real.within(telling));
        }

        @Override
        public CallSpan trace() {
            CallSpan found = ObserverFailureGuard.ask("trace", real::trace, CallSpan.NONE);
            return found == CallSpan.NONE ? found : new OfTrace(found);
        }
    }

    private record OfTrace(CallSpan real) implements CallSpan {

        @Override
        public TraceContext mark() {
            return ObserverFailureGuard.ask("mark", real::mark, null);
        }

        @Override
        public void enter() {
            ObserverFailureGuard.tell("enter", real::enter);
        }

        @Override
        public void propagate(BiConsumer<String, String> carrier) {
            ObserverFailureGuard.tell("propagate", () -> real.propagate(carrier));
        }

        @Override
        public void name(String name) {
            ObserverFailureGuard.tell("name", () -> real.name(name));
        }

        @Override
        public void attribute(String name, String value) {
            ObserverFailureGuard.tell("attribute", () -> real.attribute(name, value));
        }

        @Override
        public void attribute(String name, long value) {
            ObserverFailureGuard.tell("attribute", () -> real.attribute(name, value));
        }
    }
}
