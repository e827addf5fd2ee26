package dev.cairn.engine;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.CallOutcome;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.program.Program;

/** As a meter filter of the application that throws. */
final class ThrowingObserver implements EngineObserver {

    @Override
    public ProgramInstancesObserver program(Program program) {
        return new ProgramInstancesObserver() {
            @Override
            public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
                return new OfInstance();
            }
        };
    }

    @Override
    public void leaseBegan(long term) {
        throw mistake();
    }

    @Override
    public void groupCommitted(int writes, long nanos, boolean failed) {
        throw mistake();
    }

    private static IllegalStateException mistake() {
        return new IllegalStateException("a meter filter throws");
    }

    private static final class OfInstance implements InstanceObserver {

        @Override
        public void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {
            throw mistake();
        }

        @Override
        public void retried(RetryDecisionNotice note) {
            throw mistake();
        }

        @Override
        public CallObserver callBegins(int operation, String effectId) {
            return new CallObserver() {
                @Override
                public void ended(CallOutcome outcome, WorkflowError failure) {
                    throw mistake();
                }
            };
        }

        @Override
        public void left() {
            throw mistake();
        }
    }
}
