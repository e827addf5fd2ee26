package dev.cairn.bench.store;

import java.time.Duration;

/**
 * Processor time used until now: unlike times of a clock, it depends little on other load of the machine.
 *
 * @param serverNanos by the processes that this one started
 * @param clientNanos by this one
 */
public record CpuTime(long serverNanos, long clientNanos) {

    /** Until now. */
    public static CpuTime now() {
        return new CpuTime(ProcessHandle.current().descendants().mapToLong(CpuTime::nanos).sum(),
                nanos(ProcessHandle.current()));
    }

    /** The use since an earlier reading. */
    public CpuTime since(CpuTime before) {
        return new CpuTime(serverNanos - before.serverNanos, clientNanos - before.clientNanos);
    }

    private static long nanos(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }
}
