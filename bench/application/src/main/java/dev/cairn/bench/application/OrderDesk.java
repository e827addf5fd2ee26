package dev.cairn.bench.application;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

/** The bean that the tasks of {@link Effects20} call. It does nothing, so the measurement shows the cost of a call. */
@Singleton
public class OrderDesk {

    /** Takes note of an order. */
    public Uni<Order> enter(Order order) {
        return Uni.createFrom().item(order);
    }
}
