package dev.cairn.engine.operation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.operation.ReplyJournalReader.ReplySight;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.AwaitedReply;
import dev.cairn.executor.AwaitedReply.Stage;
import dev.cairn.executor.CapturedAnswer;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Sends updates: events that the instance answers. The answer follows from the journal. An instance in memory here tells it when it is
 * durable. For any other, the row is read at growing intervals, and the journal replayed when it has changed; callers who wait for the
 * same instance share both. Thread-safe; nothing blocks.
 */
public final class UpdateSender {

    private static final long FIRST_LOOK_MILLIS = 50;
    private static final long MAX_LOOK_MILLIS = 2_000;

    /**
     * A write in the same millisecond as another one may leave the row as it was: a row is relied on that this node has known for so long.
     * The time in the row does not tell that: the clock of another machine wrote it.
     */
    private static final long MIN_ROW_AGE_MILLIS = 1_000;

    private final NodeContext context;
    private final InstanceRegistry instances;
    private final CommandRouter commands;
    private final AnswerEvaluator evaluator;
    private final ReplyJournalReader journals;
    private final SharedRowReader rows;
    private final InstanceCallerLimiter limiter = new InstanceCallerLimiter();
    private final Set<Exchange> waiting = ConcurrentHashMap.newKeySet();

    public UpdateSender(NodeContext context, InstanceStore store, InstanceRegistry instances, CommandRouter commands,
            AnswerEvaluator evaluator) {
        this.context = context;
        this.instances = instances;
        this.commands = commands;
        this.evaluator = evaluator;
        this.journals = new ReplyJournalReader(context, evaluator);
        this.rows = new SharedRowReader(context, store, evaluator);
    }

    /** As {@link dev.cairn.api.InstanceHandle#update(String, Object, String)}; the command sends the event. */
    public Uni<JsonNode> update(String id, OperatorCommand command) {
        return Uni.createFrom().emitter(emitter -> {
            int bytes = command.event().textBytes(Integer.MAX_VALUE);
            try {
                limiter.enter(id, bytes);
            } catch (CairnException refused) {
                emitter.fail(refused);
                return;
            }
            Exchange exchange = new Exchange(id, command, emitter);
            waiting.add(exchange);
            emitter.onTermination(() -> {
                limiter.leave(id, bytes);
                waiting.remove(exchange);
                exchange.end();
            });
            if (context.stopped()) {
                exchange.stop();
            } else {
                exchange.begin();
            }
        });
    }

    /** The engine has stopped: callers without an answer by now get none from this node. */
    public void stop() {
        waiting.forEach(Exchange::stop);
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
        /** The journal that was read last: its row, its length, and whether its row was old enough when it was asked for. */
        private InstanceRow rowSeen;
        private int entriesSeen;
        private boolean rowWasOld;
        /** The time since which this node has known the row, by the clock that only goes forward. */
        private long rowKnownSinceMillis;

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
            InstanceActorReference instance = instances.live(id);
            Attachment now = attachment;
            if (now != null && !now.repeated && now.reply.stage() != Stage.UNKNOWN) {
                now.told.listen((reply, failure) -> told(reply));
            } else if (now == null && instance != null) {
                // It was brought into memory for the event. The journal that is read then has all that it did before.
                attach(instance, this::look);
            } else {
                // The instance took it before: a task may have replied already, and another one may still owe a reply.
                look();
            }
        }

        /** Has the instance tell its reply; completes without an attachment if the instance has left the memory. */
        private Promise<Void> attach(InstanceActorReference instance) {
            Promise<Void> asked = new Promise<>();
            Promise<AwaitedReply> told = new Promise<>();
            AwaitedReply reply = new AwaitedReply(key, told::complete);
            instance.read(state -> {
                state.awaitReply(reply);
                return new Attachment(instance, reply, reply.stage() != Stage.UNKNOWN, told);
            }).listen((next, failure) -> {
                attachment = next;
                if (over && next != null) {
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
            if (!context.keepsState()) {
                lookInMemory();
            } else {
                replay();
            }
        }

        private void replay() {
            long askedAtMillis = context.time().elapsedMillis();
            journals.read(id, key, entriesSeen, this::failed).subscribe().with(sight -> seen(sight, askedAtMillis),
                    failure -> failUnlessCrowded(failure, this::look));
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

        private void seen(ReplySight sight, long askedAtMillis) {
            if (!sight.row().equals(rowSeen)) {
                rowSeen = sight.row();
                rowKnownSinceMillis = context.time().elapsedMillis();
            }
            rowWasOld = askedAtMillis - rowKnownSinceMillis >= MIN_ROW_AGE_MILLIS;
            entriesSeen = sight.entries();
            CairnException parked = instances.standsStill(id);
            if (sight.stage() == Stage.REPLIED) {
                complete(sight.answer());
            } else if (sight.stage() == Stage.WITHOUT_REPLY) {
                complete(JsonNodeFactory.instance.nullNode());
            } else if (sight.ended() != null) {
                fail(ended(sight.ended()));
            } else if (sight.stage() == Stage.LEFT) {
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

        /** The journal has no reply yet. */
        private void goOnWaiting() {
            InstanceActorReference instance = instances.live(id);
            Attachment now = attachment;
            if (instance == null) {
                poll();
            } else if (now == null || now.instance != instance) {
                attach(instance, this::lookAgain);
            } else if (now.reply.stage() == Stage.UNKNOWN) {
                // It has replied since the journal was read.
                poll();
            } else {
                now.told.listen((reply, failure) -> told(reply));
            }
        }

        /** A task may have replied between the look at the journal and the attachment. */
        private void lookAgain() {
            if (attachment == null) {
                poll();
            } else {
                look();
            }
        }

        /** Replays the journal again when the row has changed. Each write that appends an entry sets the time of the last update. */
        private void poll() {
            if (over) {
                return;
            }
            pendingLook = rows.read(id, nextIntervalMillis()).subscribe().with(row -> {
                if (rowWasOld && rowSeen.equals(row.orElse(null))) {
                    goOnWaiting();
                } else {
                    look();
                }
            }, failure -> failUnlessCrowded(failure, this::poll))::cancel;
        }

        private void later(Runnable again) {
            pendingLook = context.timers().after(nextIntervalMillis(), again);
        }

        private long nextIntervalMillis() {
            long interval = intervalMillis;
            intervalMillis = Math.min(MAX_LOOK_MILLIS, interval * 3 / 2);
            return interval;
        }

        private void complete(JsonNode answer) {
            caller.complete(answer);
        }

        private void fail(Throwable failure) {
            caller.fail(failure);
        }

        /** Another node, or the next life of this one, has the answer. */
        void stop() {
            fail(CommandRejections.stopped(id));
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
     * @param repeated true if a task owed the reply before it was asked for: another task may have given the answer
     * @param told completes when the instance tells it
     */
    private record Attachment(InstanceActorReference instance, AwaitedReply reply, boolean repeated,
            Promise<AwaitedReply> told) {

        void detach() {
            if (!told.settled()) {
                instance.read(state -> {
                    state.forgetReply(reply);
                    return state;
                });
            }
        }
    }
}
