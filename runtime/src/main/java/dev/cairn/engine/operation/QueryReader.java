package dev.cairn.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceView;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.AnswerExpression;
import dev.cairn.executor.CapturedAnswer;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import io.smallrye.mutiny.Uni;

/**
 * Answers queries of instances from their durable state. It captures the values that a query reads, of the instance in memory or
 * of a replayed journal, and evaluates the query beside the instance. Thread-safe; nothing blocks, and nothing is written.
 */
public final class QueryReader {

    /** The replay includes the work behind the last entry, also if tasks have entries: the instance has done it. */
    private static final boolean WITH_TAIL = false;

    private final NodeContext context;
    private final InstanceRegistry instances;
    private final AnswerEvaluator evaluator;
    private final InstanceCallerLimiter limiter = new InstanceCallerLimiter();

    public QueryReader(NodeContext context, InstanceRegistry instances, AnswerEvaluator evaluator) {
        this.context = context;
        this.instances = instances;
        this.evaluator = evaluator;
    }

    /** As {@link dev.cairn.api.InstanceHandle#query(String, Object)}, with an argument in canonical form. */
    public Uni<JsonNode> ask(String id, String name, JsonNode argument) {
        Question question = new Question(id, name, argument);
        InstanceActorReference instance = instances.live(id);
        // Without a lease another node may have gone on with it.
        if (instance == null || context.keepsState() && !context.lease().held()) {
            return stored(question);
        }
        InstanceView view = instance.view();
        InstalledProgram installed = context.programs().exactly(view.workflow(), view.version());
        if (installed == null) {
            return stored(question);
        }
        AnswerExpression query = query(question, installed);
        Uni<CapturedAnswer> capture = evaluator.patient(() -> CommandRejections.silent(id),
                impatience -> read(question, instance, query));
        return capture.chain(captured -> evaluator.evaluate(view.workflow(), captured, question::failed))
                .onFailure(InstanceUnloadedException.class).recoverWithUni(() -> stored(question));
    }

    /** A reader stays with the instance until its turn, also if the caller has gone. */
    private Uni<CapturedAnswer> read(Question question, InstanceActorReference instance, AnswerExpression query) {
        return Uni.createFrom().deferred(() -> {
            int bytes = JsonPayload.textBytes(question.argument, Integer.MAX_VALUE, ValueDepthLimits.MAX_DEPTH);
            limiter.enter(question.id, bytes);
            Promise<CapturedAnswer> read = instance.read(state -> capture(question, query, state));
            read.listen((captured, failure) -> limiter.leave(question.id, bytes));
            return read.uni();
        });
    }

    private static AnswerExpression query(Question question, InstalledProgram installed) {
        AnswerExpression query = installed.queries().get(question.name);
        if (query == null) {
            throw CommandRejections.unknownQuery(question.id, question.name, installed.program().id(),
                    installed.queries().keySet());
        }
        return query;
    }

    private CapturedAnswer capture(Question question, AnswerExpression query, InstanceState state) {
        return query.capture(state, question.argument, context.time().millis());
    }

    private Uni<JsonNode> stored(Question question) {
        String id = question.id;
        if (InstanceIdGenerator.isBesideInstances(id)) {
            return Uni.createFrom().failure(CommandRejections.unknown(id));
        }
        if (!context.keepsState()) {
            boolean known = instances.isLive(id) || instances.ended(id) != null || instances.isParked(id);
            return Uni.createFrom().failure(known ? CommandRejections.noJournal(id) : CommandRejections.unknown(id));
        }
        return evaluator.stored(id, () -> {},
                (stored, installed, slot) -> evaluator.evaluate(replayed(question, stored, installed, slot),
                        slot, question::failed));
    }

    private CapturedAnswer replayed(Question question, StoredInstance stored, InstalledProgram installed,
            PureWorkScheduler.Slot slot) {
        String id = question.id;
        AnswerExpression query = query(question, installed);
        JournalDecoder journal = context.journal().decoder(stored);
        if (stored.row().isQueued() && journal.read(0).event() instanceof Started started) {
            // A replay would show tasks that have not begun.
            return capture(question, query, ProgramExecutor.begin(id, installed.linked(), started));
        }
        InstanceReplay replay = InstanceReplay.of(id, installed.linked(), journal, ReplayPacing.toShow(context, slot),
                WITH_TAIL, InstanceReplay.Watcher.NONE);
        return capture(question, query, replay.state());
    }

    private record Question(String id, String name, JsonNode argument) {

        CairnException failed(String why, Throwable cause) {
            return CommandRejections.queryFailed(id, name, why, cause);
        }
    }
}
