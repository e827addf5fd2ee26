package dev.cairn.demo.trip;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;

/** Books, and remembers what it was asked. */
@ApplicationScoped
public class TravelAgency {

    private static final String BUSY = "https://agency.example/errors/busy";

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Set<String> turnedDown = new CopyOnWriteArraySet<>();

    Booking bookFlight(String traveller) {
        asked.add("flight for " + traveller);
        return new Booking(traveller, traveller.equals("Dan") ? 0 : 2, null);
    }

    /** The first request of each traveller is turned down, and each of Bob's. */
    Booking bookHotel(Booking booking) {
        asked.add("hotel for " + booking.traveller());
        if (turnedDown.add(booking.traveller()) || booking.traveller().equals("Bob")) {
            throw new WorkflowException(new WorkflowError(BUSY, 503, "Busy", "Ask again", null));
        }
        return new Booking(booking.traveller(), booking.nights(), "Grand");
    }

    void cancel(Booking booking) {
        asked.add("no flight for " + booking.traveller());
    }

    /** All that was asked for a traveller, in order. */
    public List<String> asked(String traveller) {
        return asked.stream().filter(what -> what.endsWith(traveller)).toList();
    }
}
