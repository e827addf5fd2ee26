package dev.cairn.demo;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.logging.Logger;

import dev.cairn.api.CallContext;

/** Hands parcels over. */
@ApplicationScoped
public class Shipping {

    private static final Logger LOG = Logger.getLogger(Shipping.class);

    /** Ships an order; the tracking number follows from the idempotency key, so a repetition gives the same. */
    public Shipment ship(Order order, CallContext call) {
        String tracking = "t-" + Integer.toHexString(call.idempotencyKey().hashCode());
        LOG.infof("Shipping %s as %s", order.orderId(), tracking);
        return new Shipment(tracking);
    }

    /**
     * A parcel on its way.
     *
     * @param tracking number of the parcel
     */
    public record Shipment(String tracking) {}
}
