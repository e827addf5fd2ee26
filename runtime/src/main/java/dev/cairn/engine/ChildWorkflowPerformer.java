package dev.cairn.engine;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.operation.CommandRouter;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.engine.start.InstanceStarter;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceRow;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Runs workflows that instances call: each as an instance of its own, whose id follows from the effect that wants it. So a
 * resumed parent finds the child that it began, on any node and even if it has ended.
 */
final class ChildWorkflowPerformer implements EffectPerformer {

    private static final long AGAIN_MILLIS = 500;

    private final NodeContext context;
    private final InstanceStarter starter;
    private final InstanceRegistry instances;
    private final CommandRouter operations;

    ChildWorkflowPerformer(NodeContext context, InstanceStarter starter, InstanceRegistry instances, CommandRouter operations) {
        this.context = context;
        this.starter = starter;
        this.instances = instances;
        this.operations = operations;
    }

    /** The child goes on by itself: stopping need not wait for its end. */
    @Override
    public boolean keepsItself() {
        return true;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        return Uni.createFrom().emitter(emitter -> new Run(call, emitter).begin());
    }

    /** Cancels a child that its parent waits for. A child that has ended, or was never begun, needs nothing. */
    @Override
    public Uni<Void> giveUp(EffectCall call, boolean compensate) {
        if (!isAwaited(call)) {
            return Uni.createFrom().voidItem();
        }
        OperatorCommandKind command = compensate ? OperatorCommandKind.COMPENSATE : OperatorCommandKind.CANCEL;
        return operations.command(id(call), new OperatorCommand(command, null))
                .onFailure(ChildWorkflowPerformer::isOver).recoverWithNull();
    }

    private static boolean isOver(Throwable failure) {
        return failure instanceof CairnException refused
                && (refused.reason() == Reason.WRONG_PHASE || refused.reason() == Reason.UNKNOWN_INSTANCE);
    }

    private static boolean isAwaited(EffectCall call) {
        return call.arguments().path("await").booleanValue();
    }

    private static String id(EffectCall call) {
        return InstanceIdGenerator.ofChild(call.idempotencyKey());
    }

    private static WorkflowException failure(Standard kind, String title, String detail) {
        return new WorkflowException(WorkflowError.of(kind, title, detail, null));
    }

    /** One child, until it has begun or ended. */
    private final class Run {
        private final EffectCall call;
        private final UniEmitter<? super JsonNode> emitter;
        private final String workflow;
        private volatile boolean over;
        /** Apart from the next: a child that is in memory is waited for before this one is known. */
        private volatile Cancellable beginning;
        private volatile Cancellable waiting;

        Run(EffectCall call, UniEmitter<? super JsonNode> emitter) {
            this.call = call;
            this.emitter = emitter;
            this.workflow = call.arguments().get("workflow").textValue();
        }

        void begin() {
            emitter.onTermination(this::end);
            start();
        }

        private void end() {
            over = true;
            cancel(beginning);
            cancel(waiting);
        }

        private void endIfOver() {
            if (over) {
                end();
            }
        }

        private static void cancel(Cancellable begun) {
            if (begun != null) {
                begun.cancel();
            }
        }

        private void start() {
            if (!over) {
                beginning = begun().subscribe().with(this::started, this::notStarted);
                endIfOver();
            }
        }

        private Uni<DurableStartResult> begun() {
            String id = id(call);
            InstalledProgram program;
            try {
                program = program();
            } catch (WorkflowException refusal) {
                // The build or the settings that began the existing child accepted it.
                return starter.earlier(workflow, id).onItem().ifNull().failWith(refusal);
            }
            call.trace().attribute("cairn.child", id);
            return starter.start(program, JsonPayload.of(call.arguments().get("input")), id,
                    StartMetadata.of(keys(program)).withTrace(call.trace().mark()), new CallerWaitLimit()).uni();
        }

        private InstalledProgram program() {
            int most = context.options().run().maxDepth();
            if (InstanceIdGenerator.depth(call.instanceId()) >= most) {
                throw failure(Standard.RUNTIME, "Too deep", "CAIRN-0460: Workflows run each other more than " + most
                        + " deep. Let the recursion end earlier, or raise quarkus.cairn.run.max-depth.");
            }
            try {
                return context.programs().find(workflow, call.arguments().path("version").textValue());
            } catch (CairnException unknown) {
                throw failure(Standard.CONFIGURATION, "No such workflow", unknown.getMessage());
            }
        }

        private SearchKeys keys(InstalledProgram program) {
            boolean room = program.program().header().instances().attributes().size() < SearchKeys.MAX_ATTRIBUTES;
            return room ? new SearchKeys(null, Map.of(InstanceRow.PARENT_ATTRIBUTE, call.instanceId())) : SearchKeys.NONE;
        }

        private void started(DurableStartResult start) {
            if (!isAwaited(call)) {
                emitter.complete(NullNode.getInstance());
            } else if (!over) {
                waiting = instances.outcome(start).subscribe().with(this::ended, this::notKnown);
                endIfOver();
            }
        }

        private void notStarted(Throwable failure) {
            Reason reason = reason(failure);
            if (reason == Reason.INVALID_INPUT) {
                emitter.fail(failure(Standard.VALIDATION, "Invalid input", failure.getMessage()));
            } else if (reason == Reason.STORE_UNAVAILABLE || reason == Reason.OVERLOADED) {
                again();
            } else if (reason != Reason.STOPPING) {
                // While the application stops nothing is answered: its next life asks again.
                emitter.fail(failure);
            }
        }

        private void ended(Ended ended) {
            if (ended.status() == InstanceStatus.COMPLETED) {
                emitter.complete(ended.output().tree());
            } else if (ended.status() == InstanceStatus.FAULTED) {
                WorkflowError error = ended.error();
                // The error's instance reference points into the child. In the parent it is the task that ran the child.
                emitter.fail(new WorkflowException(
                        new WorkflowError(error.type(), error.status(), error.title(), error.detail(), null)));
            } else {
                emitter.fail(failure(Standard.RUNTIME, "Cancelled", "CAIRN-0461: The child workflow " + workflow
                        + " was cancelled."));
            }
        }

        /** A parked child, or one whose state is unavailable now, may end later. A removed child cannot. */
        private void notKnown(Throwable failure) {
            if (reason(failure) == Reason.UNKNOWN_INSTANCE) {
                emitter.fail(failure);
            } else {
                again();
            }
        }

        private void again() {
            context.timers().after(AGAIN_MILLIS, () -> context.threads().worker(this::start));
        }

        private static Reason reason(Throwable failure) {
            return failure instanceof CairnException refused ? refused.reason() : null;
        }
    }
}
