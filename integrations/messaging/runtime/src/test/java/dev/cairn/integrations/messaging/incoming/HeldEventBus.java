package dev.cairn.integrations.messaging.incoming;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.cairn.api.EventBus;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Completes each publication at once, fails it, or holds it back. For one thread. */
final class HeldEventBus implements EventBus {

    private final List<UniEmitter<? super PublishResult>> held = new ArrayList<>();
    private final List<String> published = new ArrayList<>();
    private Supplier<Throwable> failure = () -> null;
    private boolean holding;

    /** From now on publications do not complete. */
    void hold() {
        holding = true;
    }

    /** From now on publications complete at once. Completes those that were held back. */
    void release() {
        holding = false;
        List<UniEmitter<? super PublishResult>> released = List.copyOf(held);
        held.clear();
        released.forEach(emitter -> emitter.complete(PublishResult.takenBy(1)));
    }

    /** From now on publications fail; with null they no longer do. */
    void failWith(Throwable given) {
        failure = () -> given;
    }

    /** From now on publishing throws. */
    void throwInstead(RuntimeException given) {
        failure = () -> {
            throw given;
        };
    }

    /** Ids of the events, an event once an attempt. */
    List<String> published() {
        return published;
    }

    @Override
    public Uni<PublishResult> publish(CloudEvent event) {
        published.add(event.getId());
        Throwable given = failure.get();
        if (given != null) {
            return Uni.createFrom().failure(given);
        }
        return holding ? Uni.createFrom().emitter(held::add) : Uni.createFrom().item(PublishResult.takenBy(1));
    }

    @Override
    public Cancellable onEmitted(Function<CloudEvent, Uni<Void>> consumer) {
        throw new UnsupportedOperationException("A channel receiver never calls onEmitted");
    }

    @Override
    public Multi<CloudEvent> emitted() {
        throw new UnsupportedOperationException("A channel receiver never calls emitted");
    }

    @Override
    public Multi<CloudEvent> lifecycle() {
        throw new UnsupportedOperationException("A channel receiver never calls lifecycle");
    }

    @Override
    public Multi<CloudEvent> taskLifecycle() {
        throw new UnsupportedOperationException("A channel receiver never calls taskLifecycle");
    }
}
