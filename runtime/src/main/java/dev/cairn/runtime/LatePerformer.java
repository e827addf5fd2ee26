package dev.cairn.runtime;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.driver.EffectCall;
import dev.cairn.driver.Performer;
import io.smallrye.mutiny.Uni;

/**
 * Stands in for a performer that cannot exist yet when programs are linked, while the application is initialised.
 */
final class LatePerformer implements Performer {

    private volatile Performer performer;

    /** Gives the performer; before the first call is made. */
    void set(Performer late) {
        this.performer = late;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        return performer.perform(call);
    }
}
