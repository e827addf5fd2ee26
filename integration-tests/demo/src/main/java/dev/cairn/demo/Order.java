package dev.cairn.demo;

import java.math.BigDecimal;
import java.util.List;

/**
 * The order of a customer.
 *
 * @param orderId chosen by the customer's system
 * @param customerId the paying customer
 * @param items at least one
 * @param amount the sum of all items; null until it is computed
 */
public record Order(String orderId, String customerId, List<Item> items, BigDecimal amount) {

    /**
     * A line of an order.
     *
     * @param sku the article
     * @param quantity number of pieces, at least 1
     * @param price of one
     */
    public record Item(String sku, int quantity, BigDecimal price) {}
}
