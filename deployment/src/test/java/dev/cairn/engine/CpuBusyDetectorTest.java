package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.concurrent.CpuBusyDetector;
import dev.cairn.testkit.ManualTime;

class CpuBusyDetectorTest {

    private final ManualTime time = new ManualTime(0);
    private final Queue<Runnable> worker = new ArrayDeque<>();
    private double load = 1;
    private boolean failing;
    private final CpuBusyDetector processors = new CpuBusyDetector(time, worker::add, this::load);

    @Test
    void theyAreBusyFromMostOfThemOnUntilTheyAreRelaxed() {
        assertThat(afterAPeriod()).isTrue();
        load = CpuBusyDetector.BUSY - 0.01;
        assertThat(afterAPeriod()).as("less because of what is done about it").isTrue();
        load = CpuBusyDetector.RELAXED - 0.01;
        assertThat(afterAPeriod()).isFalse();
        load = CpuBusyDetector.BUSY - 0.01;
        assertThat(afterAPeriod()).isFalse();
        load = CpuBusyDetector.BUSY;
        assertThat(afterAPeriod()).isTrue();
    }

    @Test
    void theyAreLookedAtOnAWorkerAndOnceAPeriod() {
        processors.getAsBoolean();
        assertThat(worker).isEmpty();
        time.advance(CpuBusyDetector.PERIOD_MILLIS);
        assertThat(processors.getAsBoolean()).isFalse();
        assertThat(processors.getAsBoolean()).isFalse();
        assertThat(worker).hasSize(1);
        time.advance(CpuBusyDetector.PERIOD_MILLIS);
        processors.getAsBoolean();
        assertThat(worker).as("one that has not been looked at yet").hasSize(1);
        worker.remove().run();
        assertThat(processors.getAsBoolean()).isTrue();
        assertThat(worker).as("the time from when it was looked at counts").isEmpty();
    }

    @Test
    void whereTheLoadIsNotKnownTheyAreNotBusy() {
        load = -1;
        assertThat(afterAPeriod()).isFalse();
        load = Double.NaN;
        assertThat(afterAPeriod()).isFalse();
    }

    @Test
    void aLookThatFailsIsNotTheLast() {
        assertThat(afterAPeriod()).isTrue();
        failing = true;
        assertThatThrownBy(this::afterAPeriod).hasMessage("no load");
        failing = false;
        load = 0;
        assertThat(afterAPeriod()).isFalse();
    }

    @Test
    void theLoadOfThisMachineIsKnown() {
        CpuBusyDetector.loadOfMachine().getAsDouble();
        long until = System.nanoTime() + 200_000_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(CpuBusyDetector.loadOfMachine().getAsDouble()).as("one of them was in use").isGreaterThan(0.0)
                .isLessThanOrEqualTo(1.0);
    }

    private double load() {
        if (failing) {
            throw new IllegalStateException("no load");
        }
        return load;
    }

    private boolean afterAPeriod() {
        time.advance(CpuBusyDetector.PERIOD_MILLIS);
        processors.getAsBoolean();
        worker.remove().run();
        return processors.getAsBoolean();
    }
}
