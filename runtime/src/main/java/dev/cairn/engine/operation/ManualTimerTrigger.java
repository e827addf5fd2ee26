package dev.cairn.engine.operation;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.executor.JournalEvent.Fired;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * Fires timers of instances before they are due. A timer fires once, for any number of requests: the journal of its instance
 * tells. Thread-safe.
 */
final class ManualTimerTrigger {

    private final NodeContext context;
    private final InspectionLimiter gate;

    /** @param gate bounds how many journals are searched at a time */
    ManualTimerTrigger(NodeContext context, InspectionLimiter gate) {
        this.context = context;
        this.gate = gate;
    }

    /**
     * Has a timer of an instance in memory fire.
     *
     * @return completes when the journal has it; fails with {@link CairnException} if the instance does not wait for it, with
     *         {@link InstanceUnloadedException} if it has left the memory, with {@code OVERLOADED} if too many journals are being searched, or as the
     *         store does
     */
    Promise<Void> fire(InstanceActorReference instance, OperatorCommand command) {
        Promise<Void> done = new Promise<>();
        instance.obey(command).listen((nothing, failure) -> {
            if (failure instanceof CairnException refusal && refusal.reason() == Reason.NO_TIMER) {
                unlessFired(instance.id(), command.timer(), refusal, done);
            } else {
                done.settle(nothing, failure);
            }
        });
        return done;
    }

    /** Refuses to have a timer fire, unless the journal has that it did: it may have been due, or another node may have been asked. */
    void unlessFired(String id, String timer, CairnException refusal, Promise<Void> done) {
        hasFired(id, timer).subscribe().with(hasFired -> {
            if (hasFired) {
                done.complete(null);
            } else {
                done.fail(refusal);
            }
        }, done::fail);
    }

    private Uni<Boolean> hasFired(String id, String timer) {
        if (!context.keepsState()) {
            return Uni.createFrom().item(false);
        }
        Uni<Boolean> look = Uni.createFrom().deferred(() -> context.journal().load(id)).emitOn(context.threads()::worker)
                .map(stored -> stored.isPresent() && hasFired(stored.get(), timer));
        return gate.admit(look).onFailure(EngineFailureTranslator::isUnreadable)
                .transform(damage -> CommandRejections.unreadable(id, damage));
    }

    private boolean hasFired(StoredInstance stored, String timer) {
        JournalDecoder journal = context.journal().decoder(stored);
        for (int position = journal.size() - 1; position > 0; position--) {
            if (journal.read(position).event() instanceof Fired fired && fired.effect().equals(timer)) {
                return true;
            }
        }
        return false;
    }
}
