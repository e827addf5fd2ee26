package dev.cairn.engine.event.kept;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Kept events as rows of the store of instances:
 *
 * <ul>
 * <li>The id is {@link InstanceIdGenerator#ofKeptEvent}; no workflow has the name in the column.</li>
 * <li>It was created at 0, so a search for instances that begins at 1 never sees it.</li>
 * <li>It has ended: no node claims it, and the store removes it when its retention ends. Cancelled stands for kept, completed for
 * taken.</li>
 * <li>The time of the last update is that of the arrival.</li>
 * <li>The attributes have the size, and the instance that it is kept for. An event for any instance has a hash of the type, because types can be long.</li>
 * <li>The journal has the event as its only entry.</li>
 * </ul>
 */
final class StoredKeptEvents implements KeptEventStore {

    private static final String COLUMN = "$events";
    private static final String INSTANCE_COLUMN = "$events-of-instances";
    private static final String VERSION = "1";
    private static final String TYPE = "cairn.event.type";
    private static final String INSTANCE = "cairn.event.instance";
    private static final String SIZE = "cairn.event.bytes";
    private static final int PAGE = 1_000;
    /** For this time a repetition of an event that was taken is known. Publishers repeat within minutes. */
    private static final long TAKEN_KNOWN_MILLIS = 600_000;

    private final NodeContext context;
    private final InstanceStore store;
    private final PayloadCodecChain seal;

    StoredKeptEvents(NodeContext context, InstanceStore store) {
        this.context = context;
        this.store = store;
        this.seal = context.options().journal().seal();
    }

    @Override
    public Uni<KeptEventState> put(KeptEvent event, JsonPayload content) {
        return Uni.createFrom().deferred(() -> {
            byte[] sealed = seal.sealForStore(content.text(), new EntryPlace(event.id(), 0));
            return commit(new InstanceWrite(row(event, InstanceStatus.CANCELLED, event.expiresAtMillis()),
                    InstanceWriter.FIRST_EPOCH, 0, List.of(EncodedEntry.of(sealed))));
        }).chain(
                result -> result == CommitResult.COMMITTED ? Uni.createFrom().item(KeptEventState.NEW) : known(event, content));
    }

    private Uni<KeptEventState> known(KeptEvent event, JsonPayload content) {
        return Uni.createFrom().deferred(() -> store.row(event.id())).chain(found -> {
            if (found.isEmpty()) {
                // Removed since.
                return put(event, content);
            }
            if (isOver(found.get())) {
                return commit(change(event, InstanceStatus.CANCELLED, event.expiresAtMillis()))
                        .chain(result -> result == CommitResult.COMMITTED ? Uni.createFrom().item(KeptEventState.NEW)
                                : put(event, content));
            }
            return Uni.createFrom().item(
                    found.get().status() == InstanceStatus.CANCELLED ? KeptEventState.KEPT : KeptEventState.TAKEN);
        });
    }

    private boolean isOver(InstanceRow row) {
        return row.keepUntilMillis() <= context.time().millis();
    }

    @Override
    public Uni<KeptEventPage> find(String type, String cursor) {
        return find(COLUMN, type == null ? Map.of() : Map.of(TYPE, hash(type)), type, cursor);
    }

    @Override
    public Uni<KeptEventPage> findFor(String instanceId, String cursor) {
        return find(INSTANCE_COLUMN, instanceId == null ? Map.of() : Map.of(INSTANCE, instanceId), null, cursor);
    }

    private Uni<KeptEventPage> find(String column, Map<String, String> attributes, String type, String cursor) {
        InstanceQuery query = InstanceQuery.all(PAGE).withWorkflow(column).withCreated(0, 1)
                .withStatuses(Set.of(InstanceStatus.CANCELLED)).withKeys(new SearchKeys(null, attributes)).withCursor(cursor);
        return Uni.createFrom().deferred(() -> store.find(query)).map(page -> new KeptEventPage(
                page.rows().stream().filter(row -> !isOver(row)).map(row -> event(row, type)).toList(), page.next()));
    }

    private static KeptEvent event(InstanceRow row, String type) {
        Map<String, String> attributes = row.keys().attributes();
        return new KeptEvent(row.id(), type, attributes.get(INSTANCE), row.updatedAtMillis(), row.keepUntilMillis(),
                Integer.parseInt(attributes.get(SIZE)));
    }

    @Override
    public Uni<Optional<JsonPayload>> content(KeptEvent event) {
        return Uni.createFrom().deferred(() -> store.load(event.id())).map(stored -> stored
                .filter(found -> found.row().status() == InstanceStatus.CANCELLED && !isOver(found.row())).map(this::content));
    }

    private JsonPayload content(StoredInstance stored) {
        return JsonPayload
                .of(JsonCodec.readWritten(seal.open(stored.entries().get(0), new EntryPlace(stored.row().id(), 0))));
    }

    @Override
    public Uni<Void> taken(KeptEvent event) {
        long untilMillis = Math.min(event.expiresAtMillis(), context.time().millis() + TAKEN_KNOWN_MILLIS);
        return Uni.createFrom().deferred(() -> commit(change(event, InstanceStatus.COMPLETED, untilMillis)))
                .replaceWithVoid();
    }

    private static InstanceWrite change(KeptEvent event, InstanceStatus status, long untilMillis) {
        return new InstanceWrite(row(event, status, untilMillis), InstanceWriter.FIRST_EPOCH, 1, List.of());
    }

    private static InstanceRow row(KeptEvent event, InstanceStatus status, long untilMillis) {
        boolean ofInstance = event.instanceId() != null;
        Map<String, String> attributes = Map.of(SIZE, Integer.toString(event.sizeBytes()), ofInstance ? INSTANCE : TYPE,
                ofInstance ? event.instanceId() : hash(event.type()));
        return new InstanceRow(event.id(), ofInstance ? INSTANCE_COLUMN : COLUMN, VERSION, status, 0, event.arrivedAtMillis(),
                InstanceRow.NEVER, null).withKeepUntil(Math.max(1, untilMillis)).withKeys(new SearchKeys(null, attributes));
    }

    private static String hash(String type) {
        return InstanceIdGenerator.ofKey(COLUMN, type);
    }

    private Uni<CommitResult> commit(InstanceWrite write) {
        return context.journal().commit(write);
    }
}
