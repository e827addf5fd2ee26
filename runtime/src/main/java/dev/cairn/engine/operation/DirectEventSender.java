package dev.cairn.engine.operation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

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
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Brings events to instances of which the id is known. An instance takes an event once, regardless of the task that takes it:
 * its journal tells. Of two identical events at the same time, the second waits for the outcome of the first. Thread-safe.
 */
final class DirectEventSender {

    private final NodeContext context;
    /** By instance and event. */
    private final ConcurrentMap<String, Delivery> underWay = new ConcurrentHashMap<>();
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
        Delivery delivery = new Delivery(command.event(), done);
        Delivery before = underWay.putIfAbsent(key, delivery);
        if (before != null) {
            return isAnotherUpdate(before.event, command.event())
                    ? Promise.failed(CommandRejections.updateKeyReused(instance.id(), command.event()))
                    : before.done;
        }
        instance.searchBegins();
        done.listen((nothing, failure) -> {
            underWay.remove(key, delivery);
            instance.searchEnds();
        });
        find(instance.id(), command.event()).subscribe().with(searched -> {
            if (searched.found() != null) {
                known(instance.id(), searched.found(), command.event(), done);
            } else {
                offer(instance, command, searched.entries(), done);
            }
        }, done::fail);
        return done;
    }

    /** @param searched number of entries of the journal that were searched for the event */
    private void offer(InstanceActorReference instance, OperatorCommand command, long searched, Promise<Void> done) {
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
                if (offer.leftAt() == searched) {
                    done.fail(refusal);
                } else {
                    unlessTaken(instance.id(), command.event(), refusal, done);
                }
            }
        });
        instance.offer(offer);
    }

    /** Refuses an event, unless the journal of the instance has it: it may have been published meanwhile, or sent by another node. */
    void unlessTaken(String id, JsonPayload event, CairnException refusal, Promise<Void> done) {
        find(id, event).subscribe().with(searched -> {
            if (searched.found() != null) {
                known(id, searched.found(), event, done);
            } else {
                done.fail(refusal);
            }
        }, done::fail);
    }

    /** The instance has an event with the same source and id. */
    private static void known(String id, JsonPayload taken, JsonPayload sent, Promise<Void> done) {
        if (isAnotherUpdate(taken, sent)) {
            done.fail(CommandRejections.updateKeyReused(id, sent));
        } else {
            done.complete(null);
        }
    }

    /** The key of an update is its id: the answer to another update would mislead its caller. */
    private static boolean isAnotherUpdate(JsonPayload taken, JsonPayload sent) {
        JsonNode event = sent.tree();
        return event.path("source").asText().equals(CloudEventJsonInspector.UPDATE_SOURCE)
                && !(event.path("type").equals(taken.tree().path("type"))
                        && JqValues.equal(data(event), data(taken.tree())));
    }

    private static JsonNode data(JsonNode event) {
        JsonNode data = event.get(CloudEventJsonInspector.DATA);
        return data == null ? NullNode.getInstance() : data;
    }

    private Uni<Searched> find(String id, JsonPayload event) {
        if (!context.keepsState()) {
            return Uni.createFrom().item(Searched.NOTHING);
        }
        Uni<Searched> look = Uni.createFrom().deferred(() -> context.journal().load(id)).emitOn(context.threads()::worker)
                .map(stored -> stored.map(found -> find(found, CloudEventJsonInspector.key(event.tree())))
                        .orElse(Searched.NOTHING));
        return gate.admit(look).onFailure(EngineFailureTranslator::isUnreadable)
                .transform(damage -> CommandRejections.unreadable(id, damage));
    }

    private Searched find(StoredInstance stored, String key) {
        JournalDecoder journal = context.journal().decoder(stored);
        for (int position = journal.size() - 1; position > 0; position--) {
            if (journal.read(position).event() instanceof Received received
                    && CloudEventJsonInspector.key(received.event().tree()).equals(key)) {
                return new Searched(received.event(), journal.size());
            }
        }
        return new Searched(null, journal.size());
    }

    /**
     * A journal that was searched for an event.
     *
     * @param found the event with the same source and id that the journal has, or null
     * @param entries number of entries of the journal
     */
    private record Searched(JsonPayload found, long entries) {

        /** No journal. */
        private static final Searched NOTHING = new Searched(null, -1);
    }

    /** An event that is being sent. */
    private record Delivery(JsonPayload event, Promise<Void> done) {}
}
