package dev.cairn.bench.application;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.common.annotation.NonBlocking;

/** The work of {@link Order100}, written by hand and without any engine: the ceiling of all measurements. */
@Path("/bench/baseline")
public class Baseline {

    private static final int TASKS = 100;
    private static final String[] STATUSES = statuses();

    private static String[] statuses() {
        String[] statuses = new String[TASKS];
        for (int number = 1; number <= TASKS; number++) {
            statuses[number - 1] = OrderTasks.status(number, TASKS);
        }
        return statuses;
    }

    /** Gives an order a hundred statuses, one after another. */
    @POST
    @NonBlocking
    public Order order(Order request) {
        Order order = request;
        for (String status : STATUSES) {
            order = order.withStatus(status);
        }
        return order;
    }
}
