package dev.cairn.engine.operation;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.executor.AnswerFailureException;
import dev.cairn.executor.CapturedAnswer;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Evaluates answers to callers, cheap ones on the calling thread and others on workers, and reads stored instances for them. The number
 * of journals and expensive evaluations at a time is bounded. Thread-safe; nothing blocks.
 */
public final class AnswerEvaluator {

    private static final long PATIENCE_MILLIS = 15_000;

    private final NodeContext context;
    private final StoredInstanceReader instances;
    private final InspectionLimiter gate = new InspectionLimiter(Runtime.getRuntime().availableProcessors());

    public AnswerEvaluator(NodeContext context) {
        this.context = context;
        this.instances = new StoredInstanceReader(context);
    }

    /** Makes the exception for an answer that cannot be evaluated. */
    interface FailureFactory {

        /**
         * @param why a sentence without its full stop
         * @param cause or null
         */
        CairnException of(String why, Throwable cause);
    }

    /** Evaluates an answer: here if it is cheap, else on a worker. */
    Uni<JsonNode> evaluate(String workflow, CapturedAnswer captured, FailureFactory failures) {
        JsonNode answer;
        try {
            answer = captured.evaluateIfCheap(context.options().work().eventLoopBudget());
        } catch (AnswerFailureException failed) {
            return Uni.createFrom().failure(failures.of(failed.getMessage(), failed));
        }
        return answer != null ? Uni.createFrom().item(answer)
                : gate.admit(context.pureWork().lane(workflow).compute(slot -> evaluate(captured, slot, failures)));
    }

    /** Evaluates an answer on the worker that has a slot. */
    JsonNode evaluate(CapturedAnswer captured, PureWorkScheduler.Slot slot, FailureFactory failures) {
        int budget = context.options().work().workerBudget();
        JsonNode answer;
        try {
            answer = captured.evaluate(budget, slot::giveWay);
        } catch (AnswerFailureException failed) {
            throw failures.of(failed.getMessage(), failed);
        }
        if (answer == null) {
            throw failures.of("the evaluation took more than the " + budget
                    + " steps that one may take (quarkus.cairn.work.worker-budget)", null);
        }
        return answer;
    }

    /**
     * Reads a stored instance, on a worker.
     *
     * @param begins runs before the store is asked
     * @return fails with {@link CairnException}; with {@code OVERLOADED} if too many are being read, with {@code STORE_UNAVAILABLE} if
     *         the store does not answer in time
     */
    <T> Uni<T> stored(String id, Runnable begins, StoredReader<T> reader) {
        AtomicBoolean begun = new AtomicBoolean();
        Runnable beginning = () -> {
            begun.set(true);
            begins.run();
        };
        return patient(() -> begun.get() ? CommandRejections.silent(id) : InspectionLimiter.refusal(),
                impatience -> stored(id, beginning, impatience, reader));
    }

    /**
     * Ends the waiting for a store that does not answer.
     *
     * @param failure says what the caller has waited for
     * @param work ends the limit of time by running its argument, once the store has answered
     */
    <T> Uni<T> patient(Supplier<CairnException> failure, Function<Runnable, Uni<T>> work) {
        return Uni.createFrom().emitter(emitter -> {
            Runnable impatience = context.timers().after(PATIENCE_MILLIS, () -> emitter.fail(failure.get()));
            AtomicReference<Cancellable> running = new AtomicReference<>(() -> {});
            emitter.onTermination(() -> {
                impatience.run();
                running.get().cancel();
            });
            running.set(work.apply(impatience).subscribe().with(emitter::complete, emitter::fail));
        });
    }

    private <T> Uni<T> stored(String id, Runnable beginning, Runnable impatience, StoredReader<T> reader) {
        Uni<StoredInstance> loaded = Uni.createFrom().deferred(() -> {
            beginning.run();
            return instances.load(id);
        }).invoke(any -> impatience.run());
        return gate.admit(instances.read(id, loaded,
                (stored, slot) -> reader.read(stored, instances.installed(stored.row()), slot)));
    }

    /**
     * Reads something of a stored instance.
     *
     * @param <T> the result
     */
    interface StoredReader<T> {

        T read(StoredInstance stored, InstalledProgram installed, PureWorkScheduler.Slot slot);
    }
}
