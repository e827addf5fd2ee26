package dev.cairn.engine.operation;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.OperatorCommand;

/** Executes the commands that other nodes send to this one, on instances in its memory and at rest. Thread-safe. */
interface IncomingCommandExecutor {

    /** Executes a command from another node, if the instance is here or at rest. */
    Promise<Void> commandHere(String id, OperatorCommand command);

    /** Refuses an operation that the phase of the instance does not allow, unless its journal shows that it was executed. */
    void unlessDone(String id, OperatorCommand command, InstanceStatus phase, Promise<Void> done);
}
