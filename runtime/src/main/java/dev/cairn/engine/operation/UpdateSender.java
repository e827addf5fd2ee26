package dev.cairn.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.AwaitedReply;
import dev.cairn.executor.AwaitedReply.Stage;
import dev.cairn.executor.CapturedAnswer;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Sends updates: events that the instance answers. The answer follows from the journal. An instance in memory here tells it when it is
 * durable; the answer of any other is found by replaying its journal, at growing intervals. Thread-safe; nothing blocks.
 */
public final class UpdateSender {

    /** The replay includes the work behind the last entry, also if tasks have entries: the instance has done it. */
    private static final boolean WITH_TAIL = false;

    private static final long FIRST_LOOK_MILLIS = 50;
    private static final long MAX_LOOK_MILLIS = 2_000;

    private final NodeContext context;
    private final InstanceRegistry instances;
    private final CommandRouter commands;
    private final AnswerEvaluator evaluator;
    private final InstanceCallerLimiter limiter = new InstanceCallerLimiter();

    public UpdateSender(NodeContext context, InstanceRegistry instances, CommandRouter commands, AnswerEvaluator evaluator) {
        this.context = context;
        this.instances = instances;
        this.commands = commands;
        this.evaluator = evaluator;
    }

    /** As {@link dev.cairn.api.InstanceHandle#update(String, Object, String)}; the command sends the event. */
    public Uni<JsonNode> update(String id, OperatorCommand command) {
        return Uni.createFrom().emitter(emitter -> {
            try {
                limiter.enter(id);
            } catch (CairnException refused) {
                emitter.fail(refused);
                return;
            }
            Exchange exchange = new Exchange(id, command, emitter);
            emitter.onTermination(() -> {
                limiter.leave(id);
                exchange.end();
            });
            exchange.begin();
        });
    }

    /** One update of one caller. */
    private final class Exchange {
        private final String id;
        private final OperatorCommand command;
        private final JsonPayload event;
        private final String key;
        private final UniEmitter<? super JsonNode> caller;
        private volatile boolean over;
        /** The reply that the instance in memory is asked for, or null. */
        private volatile Attachment attachment;
        private volatile Runnable pendingLook = () -> {};
        private long intervalMillis = FIRST_LOOK_MILLIS;
        /** Entries of the journal that was looked at last. */
        private int entriesSeen;

        Exchange(String id, OperatorCommand command, UniEmitter<? super JsonNode> caller) {
            this.id = id;
            this.command = command;
            this.event = command.event();
            this.key = CloudEventJsonInspector.key(event.tree());
            this.caller = caller;
        }

        /** Asks for the reply before the event is sent: a store that keeps nothing does not know it afterwards. */
        void begin() {
            InstanceActorReference instance = instances.live(id);
            // The instance handles the two in this order, even if they wait for a store that does not answer.
            Promise<Void> asked = instance == null ? Promise.completed(null) : attach(instance);
            commands.command(id, command).subscribe().with(nothing -> asked.listen((any, failure) -> sent()), this::fail);
        }

        private void sent() {
            Attachment now = attachment;
            if (now != null && now.reply.stage() != Stage.UNKNOWN) {
                now.told.listen((reply, failure) -> told(reply));
            } else {
                // The instance took it before, or was brought into memory for it.
                look();
            }
        }

        /** Has the instance tell its reply; completes without an attachment if the instance has left the memory. */
        private Promise<Void> attach(InstanceActorReference instance) {
            Promise<Void> asked = new Promise<>();
            Promise<AwaitedReply> told = new Promise<>();
            Attachment next = new Attachment(instance, new AwaitedReply(key, told::complete), told);
            instance.read(state -> {
                state.awaitReply(next.reply);
                return state;
            }).listen((state, failure) -> {
                attachment = failure == null ? next : null;
                if (over && failure == null) {
                    next.detach();
                }
                asked.complete(null);
            });
            return asked;
        }

        private void attach(InstanceActorReference instance, Runnable then) {
            attach(instance).listen((nothing, failure) -> then.run());
        }

        private void told(AwaitedReply reply) {
            switch (reply.stage()) {
                case REPLIED -> answer(reply.answer());
                case WITHOUT_REPLY -> complete(JsonNodeFactory.instance.nullNode());
                case LEFT -> fail(left());
                default -> {
                    attachment = null;
                    look();
                }
            }
        }

        private void answer(CapturedAnswer captured) {
            if (over) {
                return;
            }
            evaluator.evaluate(attachment.instance.view().workflow(), captured, this::failed).subscribe().with(this::complete,
                    failure -> failUnlessCrowded(failure, () -> answer(captured)));
        }

        /** The instance has the event: what there is no worker for is done later. */
        private void failUnlessCrowded(Throwable failure, Runnable again) {
            if (failure instanceof CairnException refused && refused.reason() == Reason.OVERLOADED) {
                later(again);
            } else {
                fail(failure);
            }
        }

        private CairnException failed(String why, Throwable cause) {
            return CommandRejections.replyFailed(id, event, why, cause);
        }

        private CairnException left() {
            return CommandRejections.notAnswered(id, event, "the task that took it was left before it replied");
        }

        private void look() {
            if (over) {
                return;
            }
            if (context.keepsState()) {
                evaluator.stored(id, this::read).subscribe().with(this::seen,
                        failure -> failUnlessCrowded(failure, this::look));
            } else {
                lookInMemory();
            }
        }

        /** Without a journal, only a task that has not replied yet tells. */
        private void lookInMemory() {
            Attachment now = attachment;
            if (instances.live(id) == null) {
                instances.outcome(id).subscribe().with(ended -> fail(ended(ended)), this::fail);
            } else if (now == null) {
                attach(instances.live(id), this::listenOrRefuse);
            } else {
                listenOrRefuse();
            }
        }

        private void listenOrRefuse() {
            Attachment now = attachment;
            if (now == null) {
                look();
            } else if (now.reply.stage() == Stage.UNKNOWN) {
                fail(CommandRejections.noJournal(id));
            } else {
                now.told.listen((reply, failure) -> told(reply));
            }
        }

        /** Replays the journal; null if it is as it was. */
        private Sight read(StoredInstance stored, InstalledProgram installed, PureWorkScheduler.Slot slot) {
            if (stored.entries().size() == entriesSeen) {
                return null;
            }
            JournalDecoder journal = context.journal().decoder(stored);
            AwaitedReply reply = new AwaitedReply(key, told -> {});
            InstanceReplay replay = InstanceReplay.of(id, installed.linked(), journal, ReplayPacing.toShow(context, slot),
                    WITH_TAIL, new InstanceReplay.Watcher() {
                        @Override
                        public void begins(InstanceState state) {
                            state.awaitReply(reply);
                        }
                    });
            replay.state().checkReply(reply);
            Ended ended = stored.row().status().ended() && journal.last().event() instanceof Ended end ? end : null;
            JsonNode answer = reply.stage() == Stage.REPLIED ? evaluator.evaluate(reply.answer(), slot, this::failed) : null;
            return new Sight(reply.stage(), answer, ended, stored.entries().size());
        }

        private void seen(Sight sight) {
            if (sight == null) {
                goOnWaiting();
                return;
            }
            entriesSeen = sight.entries;
            CairnException parked = instances.standsStill(id);
            if (sight.stage == Stage.REPLIED) {
                complete(sight.answer);
            } else if (sight.stage == Stage.WITHOUT_REPLY) {
                complete(JsonNodeFactory.instance.nullNode());
            } else if (sight.ended != null) {
                fail(ended(sight.ended));
            } else if (sight.stage == Stage.LEFT) {
                fail(left());
            } else if (parked != null) {
                fail(parked);
            } else {
                goOnWaiting();
            }
        }

        private RuntimeException ended(Ended ended) {
            return ended.status() == InstanceStatus.FAULTED ? new WorkflowException(ended.error())
                    : CommandRejections.notAnswered(id, event, "the instance is " + ended.status().phase());
        }

        private void goOnWaiting() {
            InstanceActorReference instance = instances.live(id);
            Attachment now = attachment;
            if (instance == null) {
                later();
            } else if (now == null || now.instance != instance) {
                attach(instance, this::listenOrLookLater);
            } else {
                listenOrLookLater();
            }
        }

        private void listenOrLookLater() {
            Attachment now = attachment;
            if (now == null || now.reply.stage() == Stage.UNKNOWN) {
                // It has replied since the journal was read, or has come further in pure work than a replay goes.
                entriesSeen = 0;
                later();
            } else {
                now.told.listen((reply, failure) -> told(reply));
            }
        }

        private void later() {
            later(this::look);
        }

        private void later(Runnable again) {
            long delay = intervalMillis;
            intervalMillis = Math.min(MAX_LOOK_MILLIS, delay * 3 / 2);
            pendingLook = context.timers().after(delay, again);
        }

        private void complete(JsonNode answer) {
            caller.complete(answer);
        }

        private void fail(Throwable failure) {
            caller.fail(failure);
        }

        /** The caller has its answer, or does not wait any more. The event stays sent. */
        void end() {
            over = true;
            pendingLook.run();
            Attachment now = attachment;
            if (now != null) {
                now.detach();
            }
        }
    }

    /**
     * A reply that an instance in memory is asked for.
     *
     * @param told completes when the instance tells it
     */
    private record Attachment(InstanceActorReference instance, AwaitedReply reply, Promise<AwaitedReply> told) {

        void detach() {
            if (!told.settled()) {
                instance.read(state -> {
                    state.forgetReply(reply);
                    return state;
                });
            }
        }
    }

    /**
     * The reply as a journal has it.
     *
     * @param answer null unless the task has replied
     * @param ended null unless the instance has ended
     * @param entries length of the journal
     */
    private record Sight(Stage stage, JsonNode answer, Ended ended, int entries) {}
}
