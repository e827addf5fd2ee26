package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;

import org.junit.jupiter.api.Test;

import dev.cairn.testkit.ManualTime;

class ProcessorsTest {

    private final ManualTime time = new ManualTime(0);
    private final Queue<Runnable> worker = new ArrayDeque<>();
    private double load = 1;
    private final Processors processors = new Processors(time, worker::add, () -> load);

    @Test
    void theyAreBusyFromMostOfThemOnUntilTheyAreRelaxed() {
        assertThat(afterAPeriod()).isTrue();
        load = Processors.BUSY - 0.01;
        assertThat(afterAPeriod()).as("less because of what is done about it").isTrue();
        load = Processors.RELAXED - 0.01;
        assertThat(afterAPeriod()).isFalse();
        load = Processors.BUSY - 0.01;
        assertThat(afterAPeriod()).isFalse();
        load = Processors.BUSY;
        assertThat(afterAPeriod()).isTrue();
    }

    @Test
    void theyAreLookedAtOnAWorkerAndOnceAPeriod() {
        processors.getAsBoolean();
        assertThat(worker).isEmpty();
        time.advance(Processors.PERIOD_MILLIS);
        assertThat(processors.getAsBoolean()).isFalse();
        assertThat(processors.getAsBoolean()).isFalse();
        assertThat(worker).hasSize(1);
        worker.remove().run();
        assertThat(processors.getAsBoolean()).isTrue();
        assertThat(worker).isEmpty();
    }

    @Test
    void whereTheLoadIsNotKnownTheyAreNotBusy() {
        load = -1;
        assertThat(afterAPeriod()).isFalse();
        load = Double.NaN;
        assertThat(afterAPeriod()).isFalse();
    }

    @Test
    void theLoadOfThisMachineIsKnown() {
        Processors.loadOfMachine().getAsDouble();
        assertThat(Processors.loadOfMachine().getAsDouble()).isBetween(0.0, 1.0);
    }

    private boolean afterAPeriod() {
        time.advance(Processors.PERIOD_MILLIS);
        processors.getAsBoolean();
        worker.remove().run();
        return processors.getAsBoolean();
    }
}
