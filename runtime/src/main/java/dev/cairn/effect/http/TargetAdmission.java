package dev.cairn.effect.http;

import java.util.function.Consumer;

import dev.cairn.spi.outbound.OutboundRoute;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** Admits the target of a request, for which its host may be looked up: that ends with the request. Cancelled from any thread. */
final class TargetAdmission {

    private volatile Cancellable lookup;
    private volatile boolean cancelled;

    /** Asks once; afterwards nothing is heard of a cancelled admission. */
    void ask(Uni<OutboundRoute> admission, Consumer<OutboundRoute> admitted, Consumer<Throwable> refused) {
        lookup = admission.subscribe().with(admitted, refused);
        if (cancelled) {
            lookup.cancel();
        }
    }

    void cancel() {
        cancelled = true;
        Cancellable asked = lookup;
        if (asked != null) {
            asked.cancel();
        }
    }
}
