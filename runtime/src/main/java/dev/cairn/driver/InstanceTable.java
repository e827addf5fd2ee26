package dev.cairn.driver;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceView;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.Happening.Started;
import dev.cairn.journal.EntryCodec;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.Payload;
import io.smallrye.mutiny.Uni;

/** Finds instances: in memory, parked, ended, or in the store. */
final class InstanceTable {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final InstanceStore store;
    private final EndedInstances endedInstances;
    private final ConcurrentMap<String, Instance> live = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, InstanceView> parked = new ConcurrentHashMap<>();
    /** Outcomes that somebody waits for, of instances that are not in memory. */
    private final ConcurrentMap<String, Once<Ended>> awaited = new ConcurrentHashMap<>();

    InstanceTable(InstanceStore store, EndedInstances endedInstances) {
        this.store = store;
        this.endedInstances = endedInstances;
    }

    /** Adds an instance unless its id is in memory already: then that instance is returned, else null. */
    Instance add(Instance instance) {
        Instance present = live.putIfAbsent(instance.id(), instance);
        // First into memory, then the look at who waits; whoever begins to wait does the two the other way round.
        Once<Ended> waiting = present == null ? awaited.remove(instance.id()) : null;
        if (waiting != null) {
            instance.outcome().listen((value, failure) -> settle(waiting, value, failure));
        }
        return present;
    }

    /** Takes an instance out of memory; those who wait for its outcome go on waiting. */
    void remove(Instance instance) {
        if (instance.outcome().awaited()) {
            awaited.put(instance.id(), instance.outcome());
        }
        live.remove(instance.id(), instance);
    }

    boolean isLive(String id) {
        return live.containsKey(id);
    }

    Stream<Instance> live() {
        return live.values().stream();
    }

    void remember(InstanceView view) {
        endedInstances.add(view);
    }

    /** An ended instance that a store keeps no trace of, or null. */
    InstanceView ended(String id) {
        return endedInstances.get(id);
    }

    /** Notes why an instance stands still, and tells those who wait for it. */
    void park(InstanceView view, Throwable cause) {
        LOG.errorf(cause,
                "CAIRN-0423: Parked instance [workflow=%s, version=%s, instance=%s]: %s. It is tried again at the next"
                        + " start of the application.",
                view.workflow(), view.version(), view.id(), cause.getMessage());
        WorkflowError error = WorkflowError.of(Standard.RUNTIME, "The instance cannot go on", cause.getMessage(), null);
        parked.put(view.id(), new InstanceView(view.id(), view.workflow(), view.version(), InstanceStatus.SUSPENDED,
                view.createdAt(), view.updatedAt(), null, error));
        CairnException failure = standsStill(view.id(), error);
        Instance instance = live.get(view.id());
        if (instance != null) {
            instance.outcome().fail(failure);
        }
        Once<Ended> waiting = awaited.remove(view.id());
        if (waiting != null) {
            waiting.fail(failure);
        }
    }

    Uni<Ended> outcome(String id) {
        Instance instance = live.get(id);
        if (instance != null) {
            return instance.outcome().uni();
        }
        InstanceView known = known(id);
        if (known != null) {
            return ended(known);
        }
        if (!store.capabilities().keepsState()) {
            return Uni.createFrom().failure(unknown(id));
        }
        // Registered before the store is asked: an instance that ends in between is found there, or by the instance itself.
        Once<Ended> outcome = awaited.computeIfAbsent(id, any -> new Once<>());
        return store.load(id).chain(stored -> {
            if (stored.isEmpty()) {
                awaited.remove(id, outcome);
                return Uni.createFrom().failure(unknown(id));
            }
            Ended end = end(stored.get());
            if (end != null) {
                awaited.remove(id, outcome);
                outcome.complete(end);
            }
            Instance loaded = live.get(id);
            if (loaded != null && loaded.outcome() != outcome) {
                loaded.outcome().listen((value, failure) -> settle(outcome, value, failure));
            }
            InstanceView stopped = parked.get(id);
            return stopped == null ? outcome.uni() : ended(stopped);
        });
    }

    Uni<InstanceView> view(String id) {
        Instance instance = live.get(id);
        if (instance != null) {
            return Uni.createFrom().item(instance.view());
        }
        InstanceView known = known(id);
        if (known != null) {
            return Uni.createFrom().item(known);
        }
        return store.load(id).onItem().transform(stored -> stored.map(InstanceTable::view)
                .orElseThrow(() -> unknown(id)));
    }

    /** The raw input an instance was started with; empty if nothing keeps it. */
    Uni<Optional<JsonNode>> input(String id) {
        Instance instance = live.get(id);
        if (instance != null) {
            return Uni.createFrom().item(Optional.of(instance.input()));
        }
        if (!store.capabilities().keepsState()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return store.load(id).map(stored -> stored
                .map(found -> ((Started) EntryCodec.decode(found.entries().get(0)).happening()).input().tree()));
    }

    private InstanceView known(String id) {
        InstanceView stopped = parked.get(id);
        return stopped == null ? endedInstances.get(id) : stopped;
    }

    private static Uni<Ended> ended(InstanceView view) {
        if (view.status() == InstanceStatus.SUSPENDED) {
            return Uni.createFrom().failure(standsStill(view.id(), view.error()));
        }
        return Uni.createFrom().item(new Ended(view.status(),
                view.output() == null ? null : Payload.of(view.output()), view.error()));
    }

    private static void settle(Once<Ended> outcome, Ended value, Throwable failure) {
        if (failure == null) {
            outcome.complete(value);
        } else {
            outcome.fail(failure);
        }
    }

    private static InstanceView view(StoredInstance stored) {
        InstanceRow row = stored.row();
        Optional<Ended> end = Optional.ofNullable(end(stored));
        return new InstanceView(row.id(), row.workflow(), row.version(), row.status(),
                Instant.ofEpochMilli(row.createdAtMillis()),
                Instant.ofEpochMilli(row.updatedAtMillis()),
                end.map(Ended::output).map(Payload::tree).orElse(null), end.map(Ended::error).orElse(null));
    }

    /** The end of a stored instance, or null if it has not ended. */
    private static Ended end(StoredInstance stored) {
        if (!stored.row().status().ended() || stored.entries().isEmpty()) {
            return null;
        }
        return (Ended) EntryCodec.decode(stored.entries().get(stored.entries().size() - 1)).happening();
    }

    private static CairnException unknown(String id) {
        return new CairnException(Reason.UNKNOWN_INSTANCE, "CAIRN-0414: There is no instance " + id
                + ", or its retention has ended.", null);
    }

    private static CairnException standsStill(String id, WorkflowError error) {
        return new CairnException(Reason.INSTANCE_SUSPENDED,
                "CAIRN-0415: The instance " + id + " cannot go on: " + error.detail()
                        + ". It is tried again at the next start of the application.",
                null);
    }
}
