package dev.cairn.time;

/**
 * An estimate of a server's clock: its last answer, plus the time since then by the monotonic clock of this machine. Nodes that
 * share a server agree on it, independent of their own wall clocks. Until the first answer of the server, the clock is the wall
 * clock of this machine. Thread-safe.
 */
public final class EstimatedServerClock implements TimeSource {

    private final TimeSource local;
    /** Difference to the elapsed time of this machine; null until it is known. */
    private volatile Long offsetMillis;

    /** Gives the time of this machine until the first answer of a server. */
    public EstimatedServerClock(TimeSource local) {
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
     * Takes an answer of the server. The server read its clock at some time between question and answer, so the offset is known
     * no better than that. The clock moves only as far as this interval requires: otherwise jitter of the network would move
     * the time.
     *
     * @param askedMillis elapsed time of this machine when the question was sent
     * @param answeredMillis elapsed time of this machine when the answer came
     * @param serverMillis the server's clock in the answer, milliseconds since the epoch
     */
    public synchronized void heard(long askedMillis, long answeredMillis, long serverMillis) {
        long least = serverMillis - answeredMillis;
        long most = serverMillis - askedMillis;
        long before = offsetMillis == null ? least + (most - least) / 2 : offsetMillis;
        offsetMillis = Math.max(least, Math.min(most, before));
    }
}
