package dev.cairn.engine.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.operation.AnswerEvaluator.FailureFactory;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.AwaitedReply;
import dev.cairn.executor.AwaitedReply.Stage;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Finds replies in the journals of instances, by replaying them. One replay serves all callers that have asked about an instance when
 * the store is asked for its journal. Callers that ask later share the next replay of the instance, which begins when this one ends.
 * Thread-safe; nothing blocks.
 */
final class ReplyJournalReader {

    /** The replay includes the work behind the last entry, also if tasks have entries: the instance has done it. */
    private static final boolean WITH_TAIL = false;

    private final NodeContext context;
    private final AnswerEvaluator evaluator;
    /** The replays that have not ended, by instance. */
    private final ConcurrentMap<String, SharedReplay> replays = new ConcurrentHashMap<>();

    ReplyJournalReader(NodeContext context, AnswerEvaluator evaluator) {
        this.context = context;
        this.evaluator = evaluator;
    }

    /**
     * Looks for the reply to an event.
     *
     * @param event source and id of the event
     * @param entriesSeen length of the journal that had no reply; the same journal is not replayed again
     * @return the journal is read after this call. Fails as {@link AnswerEvaluator#stored}, or with a failure of {@code failures}
     */
    Uni<ReplySight> read(String id, String event, int entriesSeen, FailureFactory failures) {
        return Uni.createFrom().emitter(emitter -> {
            Caller caller = new Caller(event, entriesSeen, failures, emitter);
            AtomicBoolean first = new AtomicBoolean();
            SharedReplay shared = replays.compute(id, (any, current) -> {
                first.set(current == null);
                SharedReplay joined = current == null ? new SharedReplay(id, new ArrayList<>(1)) : current;
                joined.join(caller);
                return joined;
            });
            if (first.get()) {
                begin(shared);
            }
        });
    }

    private void begin(SharedReplay shared) {
        Runnable begins = () -> replays.computeIfPresent(shared.id, (any, current) -> {
            shared.begun = true;
            return current;
        });
        evaluator.stored(shared.id, begins, (stored, installed, slot) -> {
            replay(stored, installed, slot, shared.callers);
            return true;
        }).subscribe().with(done -> end(shared), failure -> {
            end(shared);
            shared.callers.forEach(caller -> caller.emitter.fail(failure));
        });
    }

    private void end(SharedReplay shared) {
        SharedReplay next = replays.computeIfPresent(shared.id, (any, current) -> shared.next());
        if (next != null) {
            begin(next);
        }
    }

    private void replay(StoredInstance stored, InstalledProgram installed, PureWorkScheduler.Slot slot, List<Caller> callers) {
        int entries = stored.entries().size();
        callers.stream().filter(caller -> caller.entriesSeen == entries)
                .forEach(caller -> caller.emitter.complete(new ReplySight(stored.row(), Stage.OWED, null, null, entries)));
        List<Caller> others = callers.stream().filter(caller -> caller.entriesSeen != entries).toList();
        if (others.isEmpty()) {
            return;
        }
        JournalDecoder journal = context.journal().decoder(stored);
        InstanceReplay replay = InstanceReplay.of(stored.row().id(), installed.linked(), journal,
                ReplayPacing.toShow(context, slot), WITH_TAIL, new InstanceReplay.Watcher() {
                    @Override
                    public void begins(InstanceState state) {
                        others.forEach(caller -> state.awaitReply(caller.reply));
                    }
                });
        Ended ended = stored.row().status().ended() && journal.last().event() instanceof Ended end ? end : null;
        for (Caller caller : others) {
            replay.state().checkReply(caller.reply);
            Stage stage = caller.reply.stage();
            try {
                JsonNode answer = stage == Stage.REPLIED ? evaluator.evaluate(caller.reply.answer(), slot, caller.failures)
                        : null;
                caller.emitter.complete(new ReplySight(stored.row(), stage, answer, ended, entries));
            } catch (RuntimeException failed) {
                caller.emitter.fail(failed);
            }
        }
    }

    /** A replay of one instance. Changes only while its entry of the map is computed. */
    private static final class SharedReplay {
        private final String id;
        /** The callers that it serves; no more join when it has begun. */
        private final List<Caller> callers;
        private final List<Caller> later = new ArrayList<>(0);
        private boolean begun;

        SharedReplay(String id, List<Caller> callers) {
            this.id = id;
            this.callers = callers;
        }

        void join(Caller caller) {
            (begun ? later : callers).add(caller);
        }

        /** The replay for the callers that came too late for this one, or null for none. */
        SharedReplay next() {
            return later.isEmpty() ? null : new SharedReplay(id, later);
        }
    }

    /** A caller that waits for a reply. */
    private record Caller(String event, int entriesSeen, FailureFactory failures, UniEmitter<? super ReplySight> emitter,
            AwaitedReply reply) {

        Caller(String event, int entriesSeen, FailureFactory failures, UniEmitter<? super ReplySight> emitter) {
            this(event, entriesSeen, failures, emitter, new AwaitedReply(event, told -> {}));
        }
    }

    /**
     * The reply as a journal has it.
     *
     * @param row the row with the journal
     * @param answer null unless the task has replied
     * @param ended null unless the instance has ended
     * @param entries length of the journal
     */
    record ReplySight(InstanceRow row, Stage stage, JsonNode answer, Ended ended, int entries) {}
}
