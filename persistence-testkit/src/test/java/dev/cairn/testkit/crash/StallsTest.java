package dev.cairn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

class StallsTest {

    @Test
    void whatATickIsLateIsKept() throws InterruptedException {
        CrashLedger ledger = new CrashLedger();
        AtomicLong nanos = new AtomicLong();

        try (Stalls measured = new Stalls(ledger, () -> nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(3_050)))) {
            assertThat(measured).isNotNull();
        }

        assertThat(ledger.longestStallMicros()).isEqualTo(3_000_000);
    }
}
