package dev.cairn.demo.trip;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.cairn.api.CompensatedBy;
import dev.cairn.api.RetryOnError;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowTask;

@ApplicationScoped
@Workflow(name = "trip")
public class Trip {

    @Inject
    TravelAgency agency;

    @WorkflowTask(order = 1)
    @CompensatedBy("cancelFlight")
    Booking flight(String traveller) {
        return agency.bookFlight(traveller);
    }

    @WorkflowTask(order = 2, timeout = "PT30S", condition = ".nights > 0")
    @RetryOnError(attempts = 3, delay = "PT0.1S", status = 503)
    Booking hotel(Booking booking) {
        return agency.bookHotel(booking);
    }

    void cancelFlight(Booking booking) {
        agency.cancel(booking);
    }
}
