package dev.cairn.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jboss.logging.Logger;

import dev.cairn.api.CairnException;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.InstanceIds;
import io.smallrye.mutiny.Uni;

/** What nodes ask of each other's instances, by way of the store. */
final class Messages {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int PAGE = 128;
    private static final long LOOK_MILLIS = 200;

    private final Engine engine;
    private final InstanceStore store;
    private final Operations operations;
    private final InstanceIds ids;
    private final AtomicBoolean hearing = new AtomicBoolean();

    Messages(Engine engine, InstanceStore store, Operations operations) {
        this.engine = engine;
        this.store = store;
        this.operations = operations;
        this.ids = new InstanceIds(engine.time(), engine.chance());
    }

    /** Leaves a command for the node that runs an instance, and waits until the store shows that it is done. */
    void post(String instanceId, Command command, Once<Void> done) {
        byte[] body = command.name().getBytes(StandardCharsets.UTF_8);
        Uni.createFrom().deferred(() -> store.post(new InstanceMessage(instanceId, ids.next(), body))).subscribe()
                .with(posted -> look(instanceId, command, done), done::fail);
    }

    private void look(String instanceId, Command command, Once<Void> done) {
        if (done.settled() || engine.stopping()) {
            return;
        }
        Uni.createFrom().deferred(() -> store.row(instanceId)).subscribe().with(found -> {
            InstanceRow row = found.orElse(null);
            if (row == null) {
                done.fail(Refusals.unknown(instanceId));
            } else if (Operations.isSo(row.status(), command)) {
                done.complete(null);
            } else if (row.status().ended()) {
                done.fail(Refusals.ended(instanceId, command, row.status()));
            } else if (command == Command.RESUME && row.status() != InstanceStatus.SUSPENDED) {
                done.complete(null);
            } else {
                engine.timers().after(LOOK_MILLIS, () -> look(instanceId, command, done));
            }
        }, done::fail);
    }

    /** Does what others ask for. Called after each heartbeat; one round at a time. */
    void hear() {
        if (!engine.stopping() && hearing.compareAndSet(false, true)) {
            Uni.createFrom().deferred(() -> store.messages(engine.nodeId(), PAGE)).subscribe()
                    .with(this::obey, failure -> {
                        LOG.errorf("CAIRN-0449: Cannot read what other nodes ask for: %s. %s", failure.getMessage(),
                                Failures.next(failure));
                        hearing.set(false);
                    });
        }
    }

    private void obey(List<InstanceMessage> messages) {
        if (messages.isEmpty()) {
            hearing.set(false);
            return;
        }
        Round round = new Round(messages.size());
        for (InstanceMessage message : messages) {
            Command command = Command.named(new String(message.body(), StandardCharsets.UTF_8));
            if (command == null) {
                LOG.errorf("CAIRN-0437: Dropped a message for an instance [instance=%s, message=%s]: this version of the"
                        + " application knows no such command. Ask again when all nodes run the same version.",
                        message.instanceId(), message.id());
                round.settled(message, null);
            } else {
                operations.commandHere(message.instanceId(), command)
                        .listen((nothing, failure) -> round.settled(message, failure));
            }
        }
    }

    /** Messages that are being dealt with. */
    private final class Round {
        private final List<InstanceMessage> handled = new ArrayList<>();
        private int left;

        Round(int size) {
            this.left = size;
        }

        void settled(InstanceMessage message, Throwable failure) {
            synchronized (this) {
                // What was refused for good is dealt with as well; what another node runs by now is for that node to hear.
                if (failure == null || failure instanceof CairnException) {
                    handled.add(message);
                }
                if (--left > 0) {
                    return;
                }
            }
            if (handled.isEmpty()) {
                hearing.set(false);
            } else {
                Uni.createFrom().deferred(() -> store.handled(handled)).subscribe()
                        .with(done -> hearing.set(false), this::notRemoved);
            }
        }

        /** They come again with a later heartbeat; to do what they ask for twice is to do it once. */
        private void notRemoved(Throwable failure) {
            LOG.warnf("CAIRN-0438: Cannot remove messages that were dealt with: %s. %s", failure.getMessage(),
                    Failures.next(failure));
            hearing.set(false);
        }
    }
}
