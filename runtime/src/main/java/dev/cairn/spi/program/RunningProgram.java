package dev.cairn.spi.program;

/** A program that was started. Thread-safe. Never blocks. */
public interface RunningProgram {

    /** Writes to its standard input, in the order of the calls. Has no effect if the program has ended. */
    void write(byte[] bytes);

    /** Closes its standard input. If it does not end soon, it is killed with all processes that it has started. */
    void end();
}
