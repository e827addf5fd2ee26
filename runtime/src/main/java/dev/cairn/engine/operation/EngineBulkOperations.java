package dev.cairn.engine.operation;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.BulkOperations;
import dev.cairn.api.BulkResult;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;
import io.smallrye.mutiny.Uni;

/** The bulk commands of an engine in the same application, on behalf of an origin. */
public final class EngineBulkOperations implements BulkOperations {

    private static final Set<CommandKind> KINDS = EnumSet.of(CommandKind.SUSPEND, CommandKind.RESUME, CommandKind.CANCEL,
            CommandKind.COMPENSATE, CommandKind.RETRY);

    private final BulkCommandRegistry commands;
    private final RemoteBulkOperationLookup remote;
    private final CommandOrigin origin;

    /** @param origin null for the application */
    public EngineBulkOperations(BulkCommandRegistry commands, RemoteBulkOperationLookup remote, CommandOrigin origin) {
        this.commands = commands;
        this.remote = remote;
        this.origin = origin;
    }

    @Override
    public Uni<BulkOperation> begin(CommandKind kind, InstanceFilter filter) {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException("A bulk command is one of " + KINDS + ", not " + kind);
        }
        Objects.requireNonNull(filter, "filter is required");
        return Uni.createFrom().deferred(() -> commands.begin(kind, filter, origin).begun().uni());
    }

    @Override
    public Uni<BulkOperation> find(String id) {
        Objects.requireNonNull(id, "id is required");
        return Uni.createFrom().deferred(() -> remote.isElsewhere(id) ? remote.find(id) : commands.find(id));
    }

    @Override
    public Uni<List<BulkOperation>> all() {
        return Uni.createFrom().item(commands::all);
    }

    @Override
    public Uni<BulkOperation> stop(String id) {
        Objects.requireNonNull(id, "id is required");
        return Uni.createFrom()
                .deferred(() -> remote.isElsewhere(id) ? remote.stop(id, origin) : commands.stop(id, origin));
    }

    @Override
    public Uni<BulkOperation> outcome(String id) {
        Objects.requireNonNull(id, "id is required");
        return Uni.createFrom().deferred(() -> remote.isElsewhere(id) ? remote.outcome(id) : commands.outcome(id));
    }

    /** Begins an operation and waits for its end; stops it if the subscription is cancelled. */
    public Uni<BulkResult> result(CommandKind kind, InstanceFilter filter) {
        Objects.requireNonNull(filter, "filter is required");
        return Uni.createFrom().deferred(() -> {
            BulkCommandRun run = commands.begin(kind, filter, origin);
            return run.outcome().uni().onCancellation().invoke(run::stop).map(EngineBulkOperations::result);
        });
    }

    private static BulkResult result(BulkOperation operation) {
        if (operation.cause() != null) {
            throw operation.cause();
        }
        return new BulkResult(operation.done(), operation.failed(), operation.failures());
    }
}
