package dev.cairn.definition;

/** What a command gives as the output of its task. */
public enum CommandResult {
    /** What it wrote to its standard output, as text. */
    STDOUT,
    /** What it wrote to its standard error, as text. */
    STDERR,
    /** The code it ended with, also if that is not 0. */
    CODE,
    /** An object with {@code code}, {@code stdout} and {@code stderr}, also if the code is not 0. */
    ALL,
    /** Null. */
    NONE
}
