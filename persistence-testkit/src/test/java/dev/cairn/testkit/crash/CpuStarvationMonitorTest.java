package dev.cairn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

class CpuStarvationMonitorTest {

    private final CrashRunObservations ledger = new CrashRunObservations();

    @Test
    void whatATickIsLateIsKeptWithItsTime() throws InterruptedException {
        measure(3_050_000);

        assertThat(ledger.stalls()).first().isEqualTo(new CrashRunObservations.Stall(3_100_000, 6_100_000));
    }

    @Test
    void aTickThatIsALittleLateIsNoStall() throws InterruptedException {
        measure(150_000);

        assertThat(ledger.stalls()).isEmpty();
    }

    /** With a clock that is later by this each time it is read. */
    private void measure(long stepMicros) throws InterruptedException {
        AtomicLong micros = new AtomicLong();
        try (CpuStarvationMonitor measured = new CpuStarvationMonitor(ledger, () -> micros.addAndGet(stepMicros))) {
            assertThat(measured).isNotNull();
        }
    }
}
