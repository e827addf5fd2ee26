package dev.cairn.time;

/** The wall clock. */
@FunctionalInterface
public interface TimeSource {

    /** Milliseconds since 1970-01-01T00:00Z. May jump in either direction. */
    long millis();

    /** The clock of the machine. */
    static TimeSource system() {
        return System::currentTimeMillis;
    }
}
