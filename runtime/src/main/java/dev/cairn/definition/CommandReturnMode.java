package dev.cairn.definition;

/** Selects the part of a command's result that becomes the output of its task. */
public enum CommandReturnMode {
    /** Its standard output, as text. */
    STDOUT,
    /** Its standard error, as text. */
    STDERR,
    /** The code it ended with, also if that is not 0. */
    CODE,
    /** An object with {@code code}, {@code stdout} and {@code stderr}, also if the code is not 0. */
    ALL,
    /** Null. */
    NONE
}
