package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CompensatedBy;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.RetryOnError;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowTask;
import io.quarkus.test.junit.QuarkusTest;

/** The methods of a bean are the tasks of a workflow; what they did is undone in reverse order when a later one fails. */
@QuarkusTest
class TaskMethodsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    record Booking(String traveller, int count) {}

    @ApplicationScoped
    @Workflow(name = "trip")
    static class Trip {

        static final List<String> SEEN = new CopyOnWriteArrayList<>();
        static final AtomicInteger ATTEMPTS = new AtomicInteger();
        static final CountDownLatch CALLING = new CountDownLatch(1);
        static final CountDownLatch NEVER = new CountDownLatch(1);
        static volatile Set<String> failing = Set.of();

        @WorkflowTask(order = 1)
        @CompensatedBy("cancelFlight")
        Booking flight(String traveller) {
            return booked("flight", new Booking(traveller, 1));
        }

        @WorkflowTask(order = 2)
        @CompensatedBy("cancelHotel")
        Booking hotel(Booking before) {
            return booked("hotel", new Booking(before.traveller(), before.count() + 1));
        }

        @WorkflowTask(order = 3)
        @RetryOnError(attempts = 2, delay = "PT0.001S")
        Booking car(Booking before) throws InterruptedException {
            ATTEMPTS.incrementAndGet();
            if (before.traveller().equals("Patient")) {
                CALLING.countDown();
                NEVER.await();
            }
            return booked("car", new Booking(before.traveller(), before.count() + 1));
        }

        private Booking booked(String what, Booking booking) {
            SEEN.add(what);
            if (failing.contains(what)) {
                throw new IllegalStateException("no " + what);
            }
            return booking;
        }

        void cancelFlight(Booking booking) {
            SEEN.add("cancel flight " + booking.count());
        }

        void cancelHotel(Booking booking) {
            booked("cancel hotel " + booking.count(), booking);
        }
    }

    @BeforeEach
    void forget() {
        Trip.SEEN.clear();
        Trip.ATTEMPTS.set(0);
        Trip.failing = Set.of();
    }

    @Test
    void areCalledInTheirOrder() {
        Booking booking = cairn.start("trip", "Ann").chain(instance -> instance.result(Booking.class)).await().atMost(LIMIT);

        assertThat(booking).isEqualTo(new Booking("Ann", 3));
        assertThat(Trip.SEEN).containsExactly("flight", "hotel", "car");
    }

    @Test
    void areUndoneInReverseOrder() {
        Trip.failing = Set.of("car");

        assertThat(failure()).isEqualTo("IllegalStateException: no car");
        assertThat(Trip.ATTEMPTS).hasValue(3);
        assertThat(Trip.SEEN).containsExactly("flight", "hotel", "car", "car", "car", "cancel hotel 2", "cancel flight 1");
    }

    @Test
    void areNotUndoneIfTheyFailThemselves() {
        Trip.failing = Set.of("hotel");

        assertThat(failure()).isEqualTo("IllegalStateException: no hotel");
        assertThat(Trip.SEEN).containsExactly("flight", "hotel", "cancel flight 1");
    }

    @Test
    void areUndoneThoughUndoingALaterOneFailed() {
        Trip.failing = Set.of("car", "cancel hotel 2");

        assertThat(failure()).isEqualTo("IllegalStateException: no cancel hotel 2");
        assertThat(Trip.SEEN).endsWith("cancel hotel 2", "cancel flight 1");
    }

    @Test
    void areUndoneWhenTheInstanceIsCancelledAndThatIsAskedFor() throws InterruptedException {
        InstanceHandle trip = cairn.start("trip", "Patient").await().atMost(LIMIT);
        assertThat(Trip.CALLING.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        trip.cancelAndCompensate().await().atMost(LIMIT);

        assertThatExceptionOfType(CairnException.class).isThrownBy(() -> trip.result().await().atMost(LIMIT))
                .satisfies(ended -> assertThat(ended.reason()).isEqualTo(Reason.INSTANCE_CANCELLED));
        assertThat(Trip.SEEN).containsExactly("flight", "hotel", "cancel hotel 2", "cancel flight 1");
    }

    private String failure() {
        String[] detail = new String[1];
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> cairn.start("trip", "Ann").chain(instance -> instance.result()).await().atMost(LIMIT))
                .satisfies(failed -> detail[0] = failed.error().detail());
        return detail[0];
    }
}
