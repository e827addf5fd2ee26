package dev.cairn.engine.operation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jboss.logging.Logger;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.engine.recovery.HandOverMessage;
import dev.cairn.engine.recovery.IncompatibleInstanceHandOver;
import dev.cairn.executor.JournalEvent;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/** Exchanges commands between nodes, as messages in the store. */
final class NodeCommandMessenger {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int PAGE = 128;
    private static final long LOOK_MILLIS = 200;
    /** Time for an instance that goes on to write that it is no longer parked. */
    private static final long UNPARK_MILLIS = 1_000;

    private final NodeContext context;
    private final InstanceStore store;
    private final IncomingCommandExecutor executor;
    private final IncompatibleInstanceHandOver incompatible;
    private final InstanceIdGenerator ids;
    /** True while messages are read or removed. */
    private final AtomicBoolean reading = new AtomicBoolean();
    /** Messages that have been read and not been removed, by their ids. */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    /** The handled messages among them. */
    private final Queue<InstanceMessage> handled = new ConcurrentLinkedQueue<>();

    NodeCommandMessenger(NodeContext context, InstanceStore store, IncomingCommandExecutor executor,
            IncompatibleInstanceHandOver incompatible) {
        this.context = context;
        this.store = store;
        this.executor = executor;
        this.incompatible = incompatible;
        this.ids = new InstanceIdGenerator(context.time(), context.random());
    }

    /** Leaves a command for the node that owns an instance, and waits until that node has dealt with it. */
    void post(String instanceId, OperatorCommand command, Promise<Void> done) {
        String messageId = ids.next();
        byte[] body;
        try {
            body = CommandMessageCodec.encode(readable(command), messageId, context.options().journal().seal());
        } catch (RuntimeException ofCodec) {
            done.fail(ofCodec);
            return;
        }
        InstanceMessage message = new InstanceMessage(instanceId, messageId, body);
        Uni.createFrom().deferred(() -> store.post(message)).subscribe()
                .with(posted -> look(message, command, done, false), done::fail);
    }

    /** Nodes of earlier versions know commands without an origin. */
    private OperatorCommand readable(OperatorCommand command) {
        return context.journal().annotates() ? command : command.withoutOrigin();
    }

    /**
     * The state of the instance after the message is gone tells the outcome.
     *
     * @param gone true if the message was gone before this reads the state
     */
    private void look(InstanceMessage message, OperatorCommand command, Promise<Void> done, boolean gone) {
        if (done.settled() || context.stopped()) {
            return;
        }
        String id = message.instanceId();
        OperatorCommandKind kind = command.kind();
        Uni.createFrom().deferred(() -> store.row(id)).subscribe().with(found -> {
            InstanceRow row = found.orElse(null);
            if (row == null) {
                done.fail(CommandRejections.unknown(id));
            } else if (kind.isDoneIn(row.status())) {
                takeBack(message, done);
            } else if (row.status().ended() && !kind.isOnce()) {
                done.fail(CommandRejections.ended(id, kind, row.status()));
            } else if (!gone) {
                lookForMessage(message, command, done);
            } else if (kind.isOnce()) {
                executor.unlessDone(id, command, row.phase(), done);
            } else if (kind == OperatorCommandKind.RESUME && row.isParked()) {
                context.timers().after(UNPARK_MILLIS, () -> lookIfStillParked(row, done));
            } else if (kind == OperatorCommandKind.RESUME && row.phase() != InstanceStatus.SUSPENDED) {
                done.complete(null);
            } else if (kind == OperatorCommandKind.COMPENSATE) {
                lookIntoJournal(row, done);
            } else {
                done.fail(CommandRejections.notDoneThere(id, kind, row));
            }
        }, done::fail);
    }

    /** The owner removes the message when the instance goes on, and that is in its row with the next write. */
    private void lookIfStillParked(InstanceRow parked, Promise<Void> done) {
        String id = parked.id();
        Uni.createFrom().deferred(() -> store.row(id)).subscribe().with(found -> {
            InstanceRow row = found.orElse(parked);
            if (row.status().ended()) {
                done.fail(CommandRejections.ended(id, OperatorCommandKind.RESUME, row.status()));
            } else if (row.phase() == InstanceStatus.SUSPENDED) {
                done.fail(CommandRejections.notDoneThere(id, OperatorCommandKind.RESUME, row));
            } else {
                done.complete(null);
            }
        }, done::fail);
    }

    /**
     * The command was executed for another caller. After the acknowledgement, that caller may give the opposite command, which
     * this one must not override.
     */
    private void takeBack(InstanceMessage message, Promise<Void> done) {
        Uni.createFrom().deferred(() -> store.handled(List.of(message))).subscribe().with(removed -> done.complete(null),
                done::fail);
    }

    /** Compensating instances have no phase of their own. */
    private void lookIntoJournal(InstanceRow row, Promise<Void> done) {
        Uni.createFrom().deferred(() -> context.journal().load(row.id())).emitOn(context.threads()::worker)
                .map(stored -> stored.isPresent() && isCancelling(context.journal().decoder(stored.get())))
                .subscribe().with(cancelling -> {
                    if (cancelling) {
                        done.complete(null);
                    } else {
                        done.fail(CommandRejections.notDoneThere(row.id(), OperatorCommandKind.COMPENSATE, row));
                    }
                }, done::fail);
    }

    private static boolean isCancelling(JournalDecoder journal) {
        for (int position = journal.size() - 1; position >= 0; position--) {
            if (journal.read(position).event() instanceof JournalEvent.Cancelling) {
                return true;
            }
        }
        return false;
    }

    /** A message goes with its instance when another node takes that over, so the owner does not matter. */
    private void lookForMessage(InstanceMessage message, OperatorCommand command, Promise<Void> done) {
        Uni.createFrom().deferred(() -> store.isPosted(message)).subscribe().with(isPosted -> {
            if (isPosted) {
                context.timers().after(LOOK_MILLIS, () -> look(message, command, done, false));
            } else {
                look(message, command, done, true);
            }
        }, done::fail);
    }

    /** Executes commands of other nodes. Called after each heartbeat, and when something was done. */
    void hear() {
        if (!reading.compareAndSet(false, true)) {
            return;
        }
        List<InstanceMessage> batch = new ArrayList<>();
        for (InstanceMessage next = handled.poll(); next != null; next = handled.poll()) {
            batch.add(next);
        }
        if (batch.isEmpty()) {
            read();
        } else {
            Uni.createFrom().deferred(() -> store.handled(batch)).subscribe().with(removed -> {
                batch.forEach(message -> underWay.remove(message.id()));
                read();
            }, failure -> notRemoved(batch, failure));
        }
    }

    private void notRemoved(List<InstanceMessage> batch, Throwable failure) {
        LOG.warnf("CAIRN-0438: Cannot remove handled messages: %s. %s", ExceptionMessageFormatter.of(failure),
                EngineFailureTranslator.next(failure));
        handled.addAll(batch);
        reading.set(false);
    }

    /** Never while some are being removed: a message that is read meanwhile would be handled again afterwards. */
    private void read() {
        if (context.stopped()) {
            heard();
            return;
        }
        // Messages that are being handled may come first, and must not hide the others.
        int limit = PAGE + underWay.size();
        Uni.createFrom().deferred(() -> store.messages(context.nodeId(), limit)).subscribe().with(messages -> {
            messages.forEach(this::obey);
            heard();
        }, failure -> {
            LOG.errorf("CAIRN-0449: Cannot read messages of other nodes: %s. %s", ExceptionMessageFormatter.of(failure),
                    EngineFailureTranslator.next(failure));
            reading.set(false);
        });
    }

    private void heard() {
        reading.set(false);
        if (!handled.isEmpty()) {
            hear();
        }
    }

    private void obey(InstanceMessage message) {
        if (!underWay.add(message.id())) {
            return;
        }
        HandOverMessage handOver = HandOverMessage.of(new String(message.body(), StandardCharsets.UTF_8));
        OperatorCommand command = handOver == null ? command(message) : null;
        if (command == null && handOver == null) {
            handled.add(message);
            return;
        }
        Promise<Void> done = handOver != null ? incompatible.take(message.instanceId(), handOver)
                : executor.commandHere(message.instanceId(), command);
        done.listen((nothing, failure) -> {
            // A message is handled even if its command was refused for good. A command for an instance that another node owns
            // by now is left to that node. A command that found no room is read again.
            if (failure == null || failure instanceof CairnException refused && refused.reason() != Reason.OVERLOADED) {
                handled.add(message);
                hear();
            } else {
                underWay.remove(message.id());
            }
        });
    }

    /** Null if it is dropped: its sender is told that it was not executed. */
    private OperatorCommand command(InstanceMessage message) {
        String why = "this version of the application knows no such command. Ask again when all nodes run the same version.";
        try {
            OperatorCommand command = CommandMessageCodec.decode(message.body(), message.id(),
                    context.options().journal().seal());
            if (command != null) {
                return command;
            }
        } catch (RuntimeException unreadable) {
            why = "it cannot be read: " + ExceptionMessageFormatter.of(unreadable)
                    + ". Ask again when all nodes have the same payload codecs.";
        }
        LOG.errorf("CAIRN-0437: Dropped a message for an instance [instance=%s, message=%s]: %s", message.instanceId(),
                message.id(), why);
        return null;
    }
}
