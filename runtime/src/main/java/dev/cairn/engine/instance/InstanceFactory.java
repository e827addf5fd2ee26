package dev.cairn.engine.instance;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.spi.InstanceRow;

/** Makes the objects that run instances: of a new instance, or of one whose journal was replayed. Thread-safe. */
public final class InstanceFactory {

    private final InstanceDependencies dependencies;
    private final InstanceExitHandler supervisor;

    public InstanceFactory(InstanceDependencies dependencies, InstanceExitHandler supervisor) {
        this.dependencies = dependencies;
        this.supervisor = supervisor;
    }

    /** The node of the instances. */
    public NodeContext context() {
        return dependencies.context();
    }

    /** Is told of changes of the instances. */
    public LifecycleNotifier lifecycle() {
        return dependencies.lifecycle();
    }

    /** A new instance: nothing has happened yet but its start. */
    public InstanceActorReference create(String id, InstalledProgram program, JournalEvent.Started start,
            StartMetadata details) {
        NodeContext context = dependencies.context();
        InstanceState state = program.begin(id, start, context.keepsTasks(program), details.trace());
        InstanceRow row = new InstanceRow(id, start.workflow(), start.version(), InstanceStatus.PENDING, start.atMillis(),
                start.atMillis(), InstanceRow.NEVER, context.nodeId()).withKeys(details.keys());
        InstanceActorReference instance = new InstanceActorReference(dependencies, supervisor, program, state, row,
                new WritePosition(context.journal().encoder(), InstanceWriter.FIRST_EPOCH, 0, 0));
        instance.recordStart(start, details.origin());
        return instance;
    }

    /**
     * An instance as its journal tells it.
     *
     * @param epoch of the claim
     * @param term in which term of the lease it was claimed
     */
    public InstanceActorReference restore(InstanceRow row, InstalledProgram program, InstanceReplay replay, long epoch,
            long term) {
        InstanceActorReference instance = new InstanceActorReference(dependencies, supervisor, program, replay.state(), row,
                new WritePosition(replay.encoder(), epoch, replay.entries(), term));
        instance.restore(replay);
        return instance;
    }
}
