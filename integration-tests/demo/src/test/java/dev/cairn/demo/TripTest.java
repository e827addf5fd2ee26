package dev.cairn.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowException;
import dev.cairn.demo.trip.Booking;
import dev.cairn.demo.trip.TravelAgency;
import io.quarkus.test.junit.QuarkusTest;

/** The example of methods as tasks on the page "Workflows in Java". */
@Tag("any-jdk")
@QuarkusTest
class TripTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    CairnClient cairn;
    @Inject
    TravelAgency agency;

    @Test
    void asksForTheHotelAgain() {
        assertThat(travel("Ada")).isEqualTo(new Booking("Ada", 2, "Grand"));
        assertThat(agency.asked("Ada")).containsExactly("flight for Ada", "hotel for Ada", "hotel for Ada");
    }

    @Test
    void needsNoHotelWithoutANight() {
        assertThat(travel("Dan")).isEqualTo(new Booking("Dan", 0, null));
        assertThat(agency.asked("Dan")).containsExactly("flight for Dan");
    }

    @Test
    void cancelsTheFlightIfThereIsNoHotel() {
        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> travel("Bob"))
                .satisfies(failure -> assertThat(failure.error().status()).isEqualTo(503));
        assertThat(agency.asked("Bob")).containsExactly("flight for Bob", "hotel for Bob", "hotel for Bob", "hotel for Bob",
                "hotel for Bob", "no flight for Bob");
    }

    private Booking travel(String traveller) {
        return cairn.start("trip", traveller).chain(instance -> instance.result(Booking.class)).await().atMost(PATIENCE);
    }
}
