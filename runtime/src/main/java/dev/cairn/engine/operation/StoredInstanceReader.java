package dev.cairn.engine.operation;

import java.util.function.BiFunction;

import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * Reads stored instances on workers, with the failures that callers see. Bounds nothing: see {@link InspectionLimiter}. Thread-safe; nothing
 * blocks.
 */
public final class StoredInstanceReader {

    private final NodeContext context;

    public StoredInstanceReader(NodeContext context) {
        this.context = context;
    }

    /** Loads an instance; fails with {@link dev.cairn.api.CairnException} if it does not exist, or the store cannot give it. */
    Uni<StoredInstance> load(String id) {
        return Uni.createFrom().deferred(() -> context.journal().load(id))
                .onFailure().transform(failure -> CommandRejections.unavailable(id, failure))
                .map(stored -> stored.orElseThrow(() -> CommandRejections.unknown(id)));
    }

    /** Loads an instance, and reads something of it on a worker. */
    public <T> Uni<T> read(String id, BiFunction<StoredInstance, PureWorkScheduler.Slot, T> reader) {
        return read(id, load(id), reader);
    }

    /** Reads something of an instance that is being {@linkplain #load loaded}. */
    <T> Uni<T> read(String id, Uni<StoredInstance> loaded, BiFunction<StoredInstance, PureWorkScheduler.Slot, T> reader) {
        return loaded.chain(stored -> context.pureWork().lane(stored.row().workflow())
                .compute(slot -> reader.apply(stored, slot)))
                .onFailure().transform(failure -> CommandRejections.ofReplay(id, failure));
    }

    /**
     * The program of an instance.
     *
     * @throws dev.cairn.api.CairnException if the application does not have it
     */
    InstalledProgram installed(InstanceRow row) {
        InstalledProgram installed = context.programs().exactly(row.workflow(), row.version());
        if (installed == null) {
            throw CommandRejections.changed(row.id(), new IllegalStateException("there is no workflow " + row.workflow() + ":"
                    + row.version() + " any more"));
        }
        return installed;
    }
}
