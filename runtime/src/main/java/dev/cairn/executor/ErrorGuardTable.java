package dev.cairn.executor;

import java.util.List;

import dev.cairn.program.ErrorGuardRange;
import dev.cairn.program.Program;

/** The guards around each operation of a program. */
final class ErrorGuardTable {

    private final List<ErrorGuardRange> guards;
    /** By operation; null for an operation without a guard. */
    private final ErrorGuardRange[] innermost;

    ErrorGuardTable(Program program) {
        this.guards = program.guards();
        this.innermost = new ErrorGuardRange[program.operations().size()];
        for (int operation = 0; operation < innermost.length; operation++) {
            innermost[operation] = first(operation, false);
        }
    }

    /** The guards of a program are in the order from the inside to the outside. */
    private ErrorGuardRange first(int operation, boolean compensates) {
        for (ErrorGuardRange guard : guards) {
            if (guard.from() <= operation && operation < guard.to() && (guard.compensates() || !compensates)) {
                return guard;
            }
        }
        return null;
    }

    /** The innermost guard of an operation, or null. */
    ErrorGuardRange innermost(int operation) {
        return innermost[operation];
    }

    /** The innermost guard around an operation that has compensation, or null. */
    ErrorGuardRange compensation(int operation) {
        return first(operation, true);
    }

    /** The guard whose compensation an operation belongs to, or null; of several the outermost. */
    ErrorGuardRange undoneBy(int operation) {
        ErrorGuardRange outermost = null;
        for (ErrorGuardRange guard : guards) {
            // A handler that lies in another begins further on.
            if (guard.isUndoneBy(operation) && (outermost == null || guard.handler() < outermost.handler())) {
                outermost = guard;
            }
        }
        return outermost;
    }
}
