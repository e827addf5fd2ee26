package dev.cairn.driver;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.RetryNote;
import dev.cairn.executor.State;
import dev.cairn.program.Program;

/** As a meter filter of the application that throws. */
final class ThrowingObserver implements EngineObserver {

    @Override
    public ProgramObserver program(Program program) {
        return new ProgramObserver() {
            @Override
            public InstanceObserver instance(String instanceId, boolean resumed, State state) {
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
        public void retried(RetryNote note) {
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
