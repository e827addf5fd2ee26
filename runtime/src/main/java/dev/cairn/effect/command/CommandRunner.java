package dev.cairn.effect.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.cairn.api.WorkflowException;

/** Runs one command: knows its command line, and the work before and after it. Methods block at most on files. */
interface CommandRunner {

    /** The executable that is started. */
    String executable();

    /**
     * Removes what an earlier attempt at the same effect has left. A failure is that of the command; a
     * {@link WorkflowException} is its error as it stands.
     */
    CompletableFuture<Void> prepare();

    /** The command line. */
    List<String> line(CommandInput input, CommandLauncher files) throws IOException;

    /** The whole environment of the process that is started. */
    Map<String, String> environment(CommandInput input);

    /**
     * Takes notice of the end of the process.
     *
     * @param killed true if this application has killed it
     * @return completes when nothing is left that the end of the process does not end; never fails
     */
    CompletableFuture<Void> ended(boolean killed, int code);

    /**
     * The error of the runner itself in a process that was not killed, or null if the code is that of the command.
     *
     * @param said the last text of its standard error
     */
    WorkflowException fault(int code, String said);
}
