package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.recovery.HandOverTracker;
import dev.cairn.engine.recovery.InstanceHandOverMessenger;

/** An event waits for the hand-over that is under way, whichever thread ends an earlier one. */
class HandOverTrackerTest {

    private final EngineFixture fixture = new EngineFixture().workflow("do: [{a: {set: {n: 1}}}]").start();
    private final HandOverTracker watch = new HandOverTracker(fixture.engine.context(),
            new InstanceHandOverMessenger(fixture.engine.context(), fixture.session));
    private final List<String> done = new ArrayList<>();

    /**
     * A thread parks an instance. Another node joins, so a second thread claims the instance again and cannot run it either. Only then does
     * the first thread come to the end of its hand-over.
     */
    @Test
    void theEndOfAnEarlierHandOverDoesNotEndALaterOne() {
        watch.begin("a", 1);
        watch.begin("a", 2);
        watch.end("a", 1);
        watch.whenEnded(() -> done.add("published"));
        assertThat(done).as("the instance is between two nodes").isEmpty();
        watch.end("a", 2);
        assertThat(done).containsExactly("published");
    }

    @Test
    void anInstanceThatComesBackHasArrivedWhereItWent() {
        watch.begin("a", 1);
        watch.given("a", 1, "other", "message");
        watch.begin("a", 3);
        watch.end("a", 3);
        watch.whenEnded(() -> done.add("published"));
        assertThat(done).containsExactly("published");
    }

    @Test
    void nothingIsWaitedForIfNothingIsHandedOver() {
        watch.whenEnded(() -> done.add("published"));
        assertThat(done).containsExactly("published");
    }
}
