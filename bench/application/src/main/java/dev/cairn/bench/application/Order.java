package dev.cairn.bench.application;

import java.math.BigDecimal;

/**
 * An order on its way.
 *
 * @param orderId names it
 * @param amount its price
 * @param customerId its customer
 * @param status its status; null in a request
 */
public record Order(String orderId, BigDecimal amount, String customerId, String status) {

    /** This order, somewhere else. */
    Order withStatus(String newStatus) {
        return new Order(orderId, amount, customerId, newStatus);
    }
}
