package dev.cairn.integrations.grpc.call;

import java.util.function.BooleanSupplier;

/**
 * Limits of the answer to a call.
 *
 * @param maxBytes maximum size of all messages
 * @param maxMessages maximum number of messages
 * @param stopping true once the application stops
 */
record AnswerLimits(int maxBytes, int maxMessages, BooleanSupplier stopping) {

    boolean isStopping() {
        return stopping.getAsBoolean();
    }
}
