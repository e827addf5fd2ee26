package dev.cairn.monitoring;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.api.WorkflowFunction;

/** Charges all cards but one. */
@ApplicationScoped
public class Cashier {

    @WorkflowFunction
    String charge(String card) {
        if (card.equals("refused")) {
            throw new IllegalArgumentException("The card is refused");
        }
        return "charged";
    }
}
