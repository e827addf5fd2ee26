package dev.cairn.persistence.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.operators.AbstractUni;
import io.smallrye.mutiny.subscription.UniSubscriber;

class CallThrottleTest {

    private final List<CompletableFuture<String>> underWay = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final List<String> failed = new CopyOnWriteArrayList<>();

    private void submit(CallThrottle throttle) {
        throttle.submit(() -> {
            CompletableFuture<String> answer = new CompletableFuture<>();
            underWay.add(answer);
            return Uni.createFrom().completionStage(answer);
        }).subscribe().with(done::add, failure -> failed.add(failure.getMessage()));
    }

    @Test
    void callsBeyondWhatMayBeUnderWayWaitAndMoreAreRefused() {
        CallThrottle throttle = new CallThrottle(2, 1);
        for (int i = 0; i < 4; i++) {
            submit(throttle);
        }
        assertThat(underWay).hasSize(2);
        assertThat(failed).singleElement().asString().startsWith("CAIRN-0532");

        underWay.get(1).complete("second");
        assertThat(done).containsExactly("second");
        assertThat(underWay).hasSize(3);
        submit(throttle);
        assertThat(underWay).hasSize(3);
        assertThat(failed).hasSize(1);
    }

    @Test
    void aCallThatCannotBeginLeavesItsPlaceToOthers() {
        CallThrottle throttle = new CallThrottle(1, 10);
        submit(throttle);
        throttle.submit(() -> new AbstractUni<String>() {
            @Override
            public void subscribe(UniSubscriber<? super String> subscriber) {
                throw new OutOfMemoryError("planted");
            }
        }).subscribe().with(done::add, failure -> failed.add(failure.getMessage()));
        submit(throttle);
        underWay.get(0).complete("first");
        assertThat(failed).containsExactly("planted");
        assertThat(underWay).hasSize(2);
        underWay.get(1).complete("third");
        assertThat(done).containsExactly("first", "third");
    }

    @Test
    void callsThatFailAtOnceLeaveRoomForManyMore() {
        CallThrottle throttle = new CallThrottle(1, 5_000);
        submit(throttle);
        for (int i = 0; i < 5_000; i++) {
            throttle.submit(() -> {
                throw new IllegalStateException("at once");
            }).subscribe().with(item -> done.add("never"), failure -> failed.add(failure.getMessage()));
        }
        assertThat(failed).isEmpty();

        underWay.get(0).complete("first");

        assertThat(done).containsExactly("first");
        assertThat(failed).hasSize(5_000).containsOnly("at once");
    }

    @Test
    void closingWaitsForWhatIsUnderWayAndRefusesTheRest() {
        CallThrottle throttle = new CallThrottle(1, 10);
        submit(throttle);
        submit(throttle);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> throttle.close(Duration.ofMillis(1)));
        while (failed.isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(closing).isNotDone();
        assertThat(failed).singleElement().asString().startsWith("CAIRN-0533");

        underWay.get(0).complete("first");
        closing.join();
        submit(throttle);

        assertThat(underWay).hasSize(1);
        assertThat(failed).hasSize(2);
    }
}
