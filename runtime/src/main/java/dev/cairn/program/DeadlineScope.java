package dev.cairn.program;

/**
 * Operations that must be done by a time.
 *
 * @param from first operation of the scope
 * @param to first operation after it
 * @param register number register that holds the time, milliseconds since the epoch
 * @param raiseAt the operation at which the timeout is an error: its guards handle it, those inside the scope do not
 */
public record DeadlineScope(int from, int to, int register, int raiseAt) {}
