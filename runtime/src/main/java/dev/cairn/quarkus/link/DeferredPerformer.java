package dev.cairn.quarkus.link;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import io.smallrye.mutiny.Uni;

/**
 * Stands in for a performer that cannot exist yet when programs are linked, while the application is initialised.
 */
public final class DeferredPerformer implements EffectPerformer {

    private volatile EffectPerformer performer;

    /** Gives the performer; before the first call is made. */
    public void set(EffectPerformer late) {
        this.performer = late;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        return performer.perform(call);
    }
}
