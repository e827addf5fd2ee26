package dev.cairn.engine.observer;

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

/**
 * Observers that notify two others each. The second may make spans. Then the first is notified before a span ends and after a
 * span begins, and within the span if it needs one.
 */
public final class CompositeObservers {

    private CompositeObservers() {}

    record OfEngine(EngineObserver first, EngineObserver second) implements EngineObserver {

        @Override
        public InstanceStore store(InstanceStore store) {
            return second.store(first.store(store));
        }

        @Override
        public ProgramInstancesObserver program(Program program) {
            ProgramInstancesObserver ofFirst = first.program(program);
            ProgramInstancesObserver ofSecond = second.program(program);
            if (ofFirst == ProgramInstancesObserver.NONE || ofSecond == ProgramInstancesObserver.NONE) {
                return ofFirst == ProgramInstancesObserver.NONE ? ofSecond : ofFirst;
            }
            return new OfProgram(ofFirst, ofSecond, first.needsSpan());
        }

        @Override
        public boolean hasSpans() {
            return first.hasSpans() || second.hasSpans();
        }

        @Override
        public boolean needsSpan() {
            return first.needsSpan() || second.needsSpan();
        }

        @Override
        public TraceContext caller() {
            TraceContext caller = first.caller();
            return caller != null ? caller : second.caller();
        }

        @Override
        public TraceContext publisher(JsonNode event) {
            TraceContext publisher = first.publisher(event);
            return publisher != null ? publisher : second.publisher(event);
        }

        @Override
        public void parked(String workflow, String version, String instanceId, WorkflowError reason) {
            first.parked(workflow, version, instanceId, reason);
            second.parked(workflow, version, instanceId, reason);
        }

        @Override
        public void startRefused(StartRefusal reason) {
            first.startRefused(reason);
            second.startRefused(reason);
        }

        @Override
        public void eventOffered(JsonPayload event, boolean taken) {
            first.eventOffered(event, taken);
            second.eventOffered(event, taken);
        }

        @Override
        public void startedByEvent(String workflow, EventStartOutcome outcome) {
            first.startedByEvent(workflow, outcome);
            second.startedByEvent(workflow, outcome);
        }

        @Override
        public void eventPublished(PublishResult.Outcome outcome) {
            first.eventPublished(outcome);
            second.eventPublished(outcome);
        }

        @Override
        public void eventSearchLeftOut() {
            first.eventSearchLeftOut();
            second.eventSearchLeftOut();
        }

        @Override
        public void claimedOrphans(int instances) {
            first.claimedOrphans(instances);
            second.claimedOrphans(instances);
        }

        @Override
        public void takenOver(String instanceId) {
            first.takenOver(instanceId);
            second.takenOver(instanceId);
        }

        @Override
        public void occurrenceStarted(String workflow, long lateMillis) {
            first.occurrenceStarted(workflow, lateMillis);
            second.occurrenceStarted(workflow, lateMillis);
        }

        @Override
        public void scheduleHeld(String workflow) {
            first.scheduleHeld(workflow);
            second.scheduleHeld(workflow);
        }

        @Override
        public void occurrencesDropped(String workflow, OccurrenceLossReason reason, long occurrences) {
            first.occurrencesDropped(workflow, reason, occurrences);
            second.occurrencesDropped(workflow, reason, occurrences);
        }

        @Override
        public void outboundRefused(OutboundRefusal refusal) {
            first.outboundRefused(refusal);
            second.outboundRefused(refusal);
        }

        @Override
        public void callHeldBack(String workflow, CallGuardKind guard) {
            first.callHeldBack(workflow, guard);
            second.callHeldBack(workflow, guard);
        }

        @Override
        public void leaseBegan(long term) {
            first.leaseBegan(term);
            second.leaseBegan(term);
        }

        @Override
        public void groupCommitted(int writes, long nanos, boolean failed) {
            first.groupCommitted(writes, nanos, failed);
            second.groupCommitted(writes, nanos, failed);
        }
    }

    private record OfProgram(ProgramInstancesObserver first, ProgramInstancesObserver second, boolean firstNeedsSpan)
            implements
            ProgramInstancesObserver {

        @Override
        public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
            InstanceObserver ofFirst = first.instance(instanceId, resumed, state);
            InstanceObserver ofSecond = second.instance(instanceId, resumed, state);
            if (ofFirst == InstanceObserver.NONE || ofSecond == InstanceObserver.NONE) {
                return ofFirst == InstanceObserver.NONE ? ofSecond : ofFirst;
            }
            return new OfInstance(ofFirst, ofSecond, firstNeedsSpan);
        }

        @Override
        public void becameAtRest(String instanceId, InstanceStatus before, InstanceStatus now, long ageMillis) {
            first.becameAtRest(instanceId, before, now, ageMillis);
            second.becameAtRest(instanceId, before, now, ageMillis);
        }

        @Override
        public void worksLong() {
            first.worksLong();
            second.worksLong();
        }

        @Override
        public void workBoundReached() {
            first.workBoundReached();
            second.workBoundReached();
        }
    }

    private record OfInstance(InstanceObserver first, InstanceObserver second, boolean firstNeedsSpan)
            implements
            InstanceObserver {

        /** Runs a notification of the first observer. Entering a span on an event loop needs a context of its own. */
        private void inSpan(Runnable telling) {
            if (firstNeedsSpan) {
                second.within(telling);
            } else {
                telling.run();
            }
        }

        @Override
        public void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {
            inSpan(() -> first.became(before, now, ended, ageMillis));
            second.became(before, now, ended, ageMillis);
        }

        @Override
        public void retried(RetryDecisionNotice note) {
            inSpan(() -> first.retried(note));
            second.retried(note);
        }

        @Override
        public CallObserver callBegins(int operation, String effectId) {
            CallObserver ofFirst = first.callBegins(operation, effectId);
            CallObserver ofSecond = second.callBegins(operation, effectId);
            if (ofFirst == CallObserver.NONE || ofSecond == CallObserver.NONE) {
                return ofFirst == CallObserver.NONE ? ofSecond : ofFirst;
            }
            return new OfCall(ofFirst, ofSecond, firstNeedsSpan);
        }

        @Override
        public void timerFired(String effectId, boolean deadline, long lagMillis) {
            second.timerFired(effectId, deadline, lagMillis);
            inSpan(() -> first.timerFired(effectId, deadline, lagMillis));
        }

        @Override
        public void eventTaken(int operation, JsonPayload event) {
            second.eventTaken(operation, event);
            inSpan(() -> first.eventTaken(operation, event));
        }

        @Override
        public void rests(InstanceStatus status) {
            first.rests(status);
            second.rests(status);
        }

        @Override
        public void within(Runnable telling) {
            second.within(telling);
        }

        @Override
        public void left() {
            first.left();
            second.left();
        }
    }

    private record OfCall(CallObserver first, CallObserver second, boolean firstNeedsSpan) implements CallObserver {

        @Override
        public void ended(CallOutcome outcome, WorkflowError failure) {
            if (firstNeedsSpan) {
                second.within(() -> first.ended(outcome, failure));
            } else {
                first.ended(outcome, failure);
            }
            second.ended(outcome, failure);
        }

        @Override
        public void within(Runnable telling) {
            second.within(telling);
        }

        @Override
        public CallSpan trace() {
            CallSpan trace = first.trace();
            return trace != CallSpan.NONE ? trace : second.trace();
        }
    }
}
