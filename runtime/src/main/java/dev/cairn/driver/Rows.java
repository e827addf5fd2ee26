package dev.cairn.driver;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.Step;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;

/**
 * The rows of an instance in memory.
 *
 * @param origin as it was when the instance came into memory: what of a row never changes is taken from there
 */
record Rows(Engine engine, Program program, InstanceRow origin) {

    /**
     * The row to be written next.
     *
     * @param ended how it ended, or null
     * @param leaving true if the instance belongs to nobody from then on; one that has ended never does
     */
    InstanceRow next(Step step, Ended ended, boolean leaving, long now) {
        if (ended != null) {
            return row(ended.status(), InstanceRow.NEVER, null, engine.options().keepUntilMillis(program, ended.status(), now),
                    now);
        }
        // In the store who listens is running: events find it in the memory of its owner, or of who takes it over.
        InstanceStatus status = Inbox.isListening(step) ? InstanceStatus.RUNNING : Steps.status(step);
        return row(status, Steps.wakeAtMillis(step), leaving ? null : engine.nodeId(), InstanceRow.NEVER, now);
    }

    private InstanceRow row(InstanceStatus status, long wakeAtMillis, String owner, long keepUntilMillis, long now) {
        return new InstanceRow(origin.id(), program.workflow(), program.version(), status, origin.createdAtMillis(), now,
                wakeAtMillis, owner, keepUntilMillis, origin.keys());
    }

    /** What applications see. */
    InstanceView view(InstanceStatus status, long updatedAtMillis, Ended ended) {
        InstanceRow row = new InstanceRow(origin.id(), origin.workflow(), origin.version(), status, origin.createdAtMillis(),
                updatedAtMillis, InstanceRow.NEVER, null, InstanceRow.NEVER, origin.keys());
        return Views.of(row, status.ended() ? ended : null);
    }
}
