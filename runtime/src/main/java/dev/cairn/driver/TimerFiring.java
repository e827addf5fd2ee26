package dev.cairn.driver;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.executor.Happening.Fired;
import dev.cairn.journal.JournalReader;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * Fires timers of instances before they are due. A timer fires once, for any number of requests: the journal of its instance
 * tells. Thread-safe.
 */
final class TimerFiring {

    private final NodeContext context;
    private final InspectionGate gate;

    /** @param gate bounds how many journals are searched at a time */
    TimerFiring(NodeContext context, InspectionGate gate) {
        this.context = context;
        this.gate = gate;
    }

    /**
     * Has a timer of an instance in memory fire.
     *
     * @return completes when the journal has it; fails with {@link CairnException} if the instance does not wait for it, with
     *         {@link MovedException} if it has left the memory, with {@code OVERLOADED} if too many journals are being searched, or as the
     *         store does
     */
    Once<Void> fire(Instance instance, OperatorCommand command) {
        Once<Void> done = new Once<>();
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
    void unlessFired(String id, String timer, CairnException refusal, Once<Void> done) {
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
        return gate.admit(look).onFailure(Failures::isUnreadable).transform(damage -> Refusals.unreadable(id, damage));
    }

    private boolean hasFired(StoredInstance stored, String timer) {
        JournalReader journal = context.journal().reader(stored);
        for (int position = journal.size() - 1; position > 0; position--) {
            if (journal.read(position).happening() instanceof Fired fired && fired.effect().equals(timer)) {
                return true;
            }
        }
        return false;
    }
}
