package dev.cairn.engine.event.kept;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** Kept events in memory, for a store that keeps nothing. The quota bounds them. */
final class MemoryKeptEvents implements KeptEventStore {

    /** Ids of taken events that are remembered; the oldest is forgotten first. */
    private static final int MAX_TAKEN = 10_000;

    private final TimeSource time;
    /** In the order of their arrival. Guarded by this. */
    private final Map<String, Content> contents = new LinkedHashMap<>();
    /** By id, the time until which a taken event is known. Guarded by this. */
    private final Map<String, Long> taken = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_TAKEN;
        }
    };

    MemoryKeptEvents(TimeSource time) {
        this.time = time;
    }

    @Override
    public synchronized Uni<KeptEventState> put(KeptEvent event, JsonPayload content) {
        removeExpired();
        if (taken.containsKey(event.id())) {
            return Uni.createFrom().item(KeptEventState.TAKEN);
        }
        Content before = contents.putIfAbsent(event.id(), new Content(event, content));
        return Uni.createFrom().item(before == null ? KeptEventState.NEW : KeptEventState.KEPT);
    }

    @Override
    public synchronized Uni<KeptEventPage> find(String type, String cursor) {
        return find(event -> event.instanceId() == null && (type == null || event.type().equals(type)));
    }

    @Override
    public synchronized Uni<KeptEventPage> findFor(String instanceId, String cursor) {
        return find(event -> event.instanceId() != null && (instanceId == null || event.instanceId().equals(instanceId)));
    }

    private Uni<KeptEventPage> find(Predicate<KeptEvent> criteria) {
        removeExpired();
        return Uni.createFrom()
                .item(new KeptEventPage(contents.values().stream().map(Content::event).filter(criteria).toList(), null));
    }

    @Override
    public synchronized Uni<Optional<JsonPayload>> content(KeptEvent event) {
        removeExpired();
        return Uni.createFrom().item(Optional.ofNullable(contents.get(event.id())).map(Content::content));
    }

    @Override
    public synchronized Uni<Void> taken(KeptEvent event) {
        if (contents.remove(event.id()) != null) {
            taken.put(event.id(), event.expiresAtMillis());
        }
        return Uni.createFrom().voidItem();
    }

    private void removeExpired() {
        long now = time.millis();
        contents.values().removeIf(content -> content.event.expiresAtMillis() <= now);
        taken.values().removeIf(expiresAtMillis -> expiresAtMillis <= now);
    }

    private record Content(KeptEvent event, JsonPayload content) {}
}
