package dev.cairn.value;

/** Receives the amount of work that is done, and may throw to end it. */
public interface WorkMeter {

    /** For work that is small because of where its values come from. */
    WorkMeter UNLIMITED = units -> {};

    /**
     * Reports work. An exception that this throws ends the work and reaches the caller.
     *
     * @param units at least 1
     */
    void charge(int units);
}
