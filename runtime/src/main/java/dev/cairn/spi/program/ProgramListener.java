package dev.cairn.spi.program;

import dev.cairn.api.WorkflowException;

/** Hears a program. Called by one thread at a time, which it may block. */
public interface ProgramListener {

    /** The program has written to its standard output. */
    void output(byte[] bytes);

    /**
     * The program has ended by itself; nothing follows. Not called after {@link RunningProgram#end} or once the application stops.
     *
     * @param code its exit code
     * @param said its standard error
     */
    void ended(int code, String said);

    /** The program could not be started, maybe since too many wait, or was killed since it wrote too much; nothing follows. */
    void failed(WorkflowException failure);
}
