package dev.cairn.engine.operation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import dev.cairn.api.CairnException;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.instance.PendingEventDelivery;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.JournalEvent.Received;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Brings events to instances of which the id is known. An instance takes an event once, regardless of the task that takes it:
 * its journal tells. Of two identical events at the same time, the second waits for the outcome of the first. Thread-safe.
 */
final class DirectEventSender {

    private final NodeContext context;
    /** By instance and event. */
    private final ConcurrentMap<String, Promise<Void>> underWay = new ConcurrentHashMap<>();
    private final InspectionLimiter gate;

    /** @param gate bounds how many journals are searched at a time */
    DirectEventSender(NodeContext context, InspectionLimiter gate) {
        this.context = context;
        this.gate = gate;
    }

    /**
     * Offers an event to an instance in memory.
     *
     * @return completes when the journal has it; fails with {@link CairnException} if the instance does not listen for it, with
     *         {@link InstanceUnloadedException} if it has left the memory, with {@code OVERLOADED} if too many events wait to be looked for, or as
     *         the store does
     */
    Promise<Void> send(InstanceActorReference instance, OperatorCommand command) {
        String key = instance.id() + ' ' + CloudEventJsonInspector.key(command.event().tree());
        Promise<Void> done = new Promise<>();
        Promise<Void> before = underWay.putIfAbsent(key, done);
        if (before != null) {
            return before;
        }
        done.listen((nothing, failure) -> underWay.remove(key, done));
        has(instance.id(), command.event()).subscribe().with(has -> {
            if (has) {
                done.complete(null);
            } else {
                offer(instance, command, done);
            }
        }, done::fail);
        return done;
    }

    private void offer(InstanceActorReference instance, OperatorCommand command, Promise<Void> done) {
        PendingEventDelivery offer = new PendingEventDelivery(command.event(), command.origin());
        offer.done().listen((nothing, failure) -> {
            if (offer.wasTaken() && !offer.uncertain()) {
                // Also if that ended the instance, which has left the memory since.
                done.complete(null);
            } else if (failure != null) {
                done.fail(failure);
            } else if (offer.wasKnown()) {
                done.complete(null);
            } else {
                CairnException refusal = CommandRejections.notListening(instance.id(), command.event(),
                        instance.view().status());
                unlessTaken(instance.id(), command.event(), refusal, done);
            }
        });
        instance.offer(offer);
    }

    /** Refuses an event, unless the journal of the instance has it: it may have been published meanwhile, or sent by another node. */
    void unlessTaken(String id, JsonPayload event, CairnException refusal, Promise<Void> done) {
        has(id, event).subscribe().with(has -> {
            if (has) {
                done.complete(null);
            } else {
                done.fail(refusal);
            }
        }, done::fail);
    }

    private Uni<Boolean> has(String id, JsonPayload event) {
        if (!context.keepsState()) {
            return Uni.createFrom().item(false);
        }
        Uni<Boolean> look = Uni.createFrom().deferred(() -> context.journal().load(id)).emitOn(context.threads()::worker)
                .map(stored -> stored.isPresent() && has(stored.get(), CloudEventJsonInspector.key(event.tree())));
        return gate.admit(look).onFailure(EngineFailureTranslator::isUnreadable)
                .transform(damage -> CommandRejections.unreadable(id, damage));
    }

    private boolean has(StoredInstance stored, String key) {
        JournalDecoder journal = context.journal().decoder(stored);
        for (int position = journal.size() - 1; position > 0; position--) {
            if (journal.read(position).event() instanceof Received received
                    && CloudEventJsonInspector.key(received.event().tree()).equals(key)) {
                return true;
            }
        }
        return false;
    }
}
