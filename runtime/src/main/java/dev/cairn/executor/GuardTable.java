package dev.cairn.executor;

import java.util.List;

import dev.cairn.program.Guard;
import dev.cairn.program.Program;

/** The guards around each operation of a program. */
final class GuardTable {

    private final List<Guard> guards;
    /** By operation; null for an operation without a guard. */
    private final Guard[] innermost;

    GuardTable(Program program) {
        this.guards = program.guards();
        this.innermost = new Guard[program.operations().size()];
        for (int operation = 0; operation < innermost.length; operation++) {
            innermost[operation] = first(operation, false);
        }
    }

    /** The guards of a program are in the order from the inside to the outside. */
    private Guard first(int operation, boolean compensates) {
        for (Guard guard : guards) {
            if (guard.from() <= operation && operation < guard.to() && (guard.compensates() || !compensates)) {
                return guard;
            }
        }
        return null;
    }

    /** The innermost guard of an operation, or null. */
    Guard innermost(int operation) {
        return innermost[operation];
    }

    /** The innermost guard around an operation that has compensation, or null. */
    Guard compensation(int operation) {
        return first(operation, true);
    }

    /** The guard whose compensation an operation belongs to, or null; of several the outermost. */
    Guard undoneBy(int operation) {
        Guard outermost = null;
        for (Guard guard : guards) {
            // A handler that lies in another begins further on.
            if (guard.isUndoneBy(operation) && (outermost == null || guard.handler() < outermost.handler())) {
                outermost = guard;
            }
        }
        return outermost;
    }
}
