package dev.cairn.bench.application;

import java.math.BigDecimal;

/**
 * An order on its way.
 *
 * @param orderId names it
 * @param amount what it costs
 * @param customerId whose it is
 * @param status where it is; null in a request
 */
public record Order(String orderId, BigDecimal amount, String customerId, String status) {

    /** This order, somewhere else. */
    Order withStatus(String newStatus) {
        return new Order(orderId, amount, customerId, newStatus);
    }
}
