package dev.cairn.demo;

import java.math.BigDecimal;
import java.util.List;

/**
 * What a customer wants.
 *
 * @param orderId chosen by the customer's system
 * @param customerId who pays
 * @param items at least one
 * @param amount the sum of all items; null as long as nobody has computed it
 */
public record Order(String orderId, String customerId, List<Item> items, BigDecimal amount) {

    /**
     * A line of an order.
     *
     * @param sku what
     * @param quantity how many, at least 1
     * @param price of one
     */
    public record Item(String sku, int quantity, BigDecimal price) {}
}
