package dev.cairn.executor;

import java.util.List;

import dev.cairn.program.ErrorGuard;
import dev.cairn.program.Program;

/** The guards around each operation of a program. */
final class ErrorGuardTable {

    private final List<ErrorGuard> guards;
    /** By operation; null for an operation without a guard. */
    private final ErrorGuard[] innermost;

    ErrorGuardTable(Program program) {
        this.guards = program.guards();
        this.innermost = new ErrorGuard[program.operations().size()];
        for (int operation = 0; operation < innermost.length; operation++) {
            innermost[operation] = first(operation, false);
        }
    }

    /** The guards of a program are in the order from the inside to the outside. */
    private ErrorGuard first(int operation, boolean compensates) {
        for (ErrorGuard guard : guards) {
            if (guard.from() <= operation && operation < guard.to() && (guard.compensates() || !compensates)) {
                return guard;
            }
        }
        return null;
    }

    /** The innermost guard of an operation, or null. */
    ErrorGuard innermost(int operation) {
        return innermost[operation];
    }

    /** The innermost guard around an operation that has compensation, or null. */
    ErrorGuard compensation(int operation) {
        return first(operation, true);
    }

    /** The guard whose compensation an operation belongs to, or null; of several the outermost. */
    ErrorGuard undoneBy(int operation) {
        ErrorGuard outermost = null;
        for (ErrorGuard guard : guards) {
            // A handler that lies in another begins further on.
            if (guard.isUndoneBy(operation) && (outermost == null || guard.handler() < outermost.handler())) {
                outermost = guard;
            }
        }
        return outermost;
    }
}
