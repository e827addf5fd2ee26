package dev.cairn.time;

/**
 * The clock of a server, told from here: what the server said last, and how long that is ago by the clock of this machine that nobody
 * sets. Nodes that share a server agree on it, however their own wall clocks differ. Until the server has said something it is the
 * wall clock of this machine. Safe for any thread.
 */
public final class SharedClock implements TimeSource {

    private final TimeSource local;
    /** What to add to the elapsed time of this machine; null until it is known. */
    private volatile Long offsetMillis;

    /** Tells the time of this machine until a server has been heard. */
    public SharedClock(TimeSource local) {
        this.local = local;
    }

    @Override
    public long millis() {
        Long offset = offsetMillis;
        return offset == null ? local.millis() : local.elapsedMillis() + offset;
    }

    @Override
    public long elapsedMillis() {
        return local.elapsedMillis();
    }

    @Override
    public long elapsedNanos() {
        return local.elapsedNanos();
    }

    /**
     * Takes what the server said. It read its clock at some time between question and answer, so the offset is known no better than
     * that: it is moved no further than this knowledge asks for, and the time told here does not tremble with the network.
     *
     * @param askedMillis elapsed time of this machine when the question was sent
     * @param answeredMillis elapsed time of this machine when the answer came
     * @param serverMillis what the clock of the server said, milliseconds since the epoch
     */
    public synchronized void heard(long askedMillis, long answeredMillis, long serverMillis) {
        long least = serverMillis - answeredMillis;
        long most = serverMillis - askedMillis;
        long before = offsetMillis == null ? least + (most - least) / 2 : offsetMillis;
        offsetMillis = Math.max(least, Math.min(most, before));
    }
}
