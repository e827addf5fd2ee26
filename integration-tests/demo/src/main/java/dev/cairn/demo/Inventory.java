package dev.cairn.demo;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.logging.Logger;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;

/** The warehouse. A plain method that may block: Cairn calls it on a worker thread. */
@ApplicationScoped
public class Inventory {

    static final String OUT_OF_STOCK = "https://shop.example/errors/out-of-stock";

    private static final Logger LOG = Logger.getLogger(Inventory.class);

    private final Map<String, Reservation> reservations = new ConcurrentHashMap<>();

    /** Puts the items of an order aside; the same order again gives the same reservation. */
    public Reservation reserve(Order order) {
        for (Order.Item item : order.items()) {
            if (item.sku().startsWith("X-")) {
                throw new WorkflowException(new WorkflowError(OUT_OF_STOCK, 409, "Out of stock",
                        item.sku() + " is not available", null));
            }
        }
        LOG.infof("Reserving the items of %s", order.orderId());
        return reservations.computeIfAbsent(order.orderId(), id -> new Reservation("r-" + id, "north"));
    }

    /**
     * Items that were put aside.
     *
     * @param reservationId names them
     * @param warehouse their location
     */
    public record Reservation(String reservationId, String warehouse) {}
}
