package dev.cairn.driver;

import dev.cairn.api.InstanceView;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;

/**
 * The rows of an instance in memory.
 *
 * @param origin as it was when the instance came into memory: what of a row never changes is taken from there
 */
record Rows(Engine engine, Program program, InstanceRow origin) {

    /**
     * The row to be written next.
     *
     * @param wakeAtMillis when the instance is to be looked at, or {@link InstanceRow#NEVER}
     * @param leaving true if the instance belongs to nobody from then on; one that has ended never does
     */
    InstanceRow next(InstanceStatus status, long wakeAtMillis, boolean leaving, long now) {
        boolean ended = status.ended();
        return new InstanceRow(origin.id(), program.workflow(), program.version(), status, origin.createdAtMillis(), now,
                wakeAtMillis, leaving || ended ? null : engine.nodeId(),
                ended ? engine.options().keepUntilMillis(program, status, now) : InstanceRow.NEVER, origin.keys());
    }

    /** What applications see. */
    InstanceView view(InstanceStatus status, long updatedAtMillis, Ended ended) {
        InstanceRow row = new InstanceRow(origin.id(), origin.workflow(), origin.version(), status, origin.createdAtMillis(),
                updatedAtMillis, InstanceRow.NEVER, null, InstanceRow.NEVER, origin.keys());
        return Views.of(row, status.ended() ? ended : null);
    }
}
