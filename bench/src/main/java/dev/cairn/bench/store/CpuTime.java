package dev.cairn.bench.store;

import java.time.Duration;

/**
 * Time of processors that was used until now: unlike times of a clock, that hardly depends on what else the machine does.
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

    /** What was used since an earlier reading. */
    public CpuTime since(CpuTime before) {
        return new CpuTime(serverNanos - before.serverNanos, clientNanos - before.clientNanos);
    }

    private static long nanos(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }
}
