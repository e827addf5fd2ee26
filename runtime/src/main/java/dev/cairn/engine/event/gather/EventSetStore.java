package dev.cairn.engine.event.gather;

import java.util.List;
import java.util.Optional;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/** Stores the rows of sets of events, and of the events that were in one. Thread-safe; nothing blocks. Results fail as the store does. */
interface EventSetStore {

    /** The rows of the sets with a key, which include each that was durable before the call. */
    Uni<List<InstanceRow>> find(String key);

    /** The sets with these ids that exist. */
    Uni<List<StoredInstance>> load(List<String> ids);

    /** A row alone. */
    Uni<Optional<InstanceRow>> row(String id);

    /** Writes a row, as a store of instances does. */
    Uni<CommitResult> commit(InstanceWrite write);

    /** Number of sets that have not ended; stops counting at a maximum. */
    Uni<Integer> count(int max);

    /** Removes some rows whose retention has ended long ago. */
    Uni<Integer> removeEnded();
}
