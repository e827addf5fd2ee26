package dev.cairn.integrations.messaging.mapping;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;

/** The limits of the expressions of one message, and the variable that they read. */
final class MappingBudget implements EvaluationHost {

    /** Maximum units of work: a millisecond, approximately. */
    private static final int MAX_UNITS = 100_000;

    /** Approximate maximum size of the values that are gathered. */
    private static final long MAX_BYTES = 4L << 20;

    private final ObjectNode message;
    private long units;
    private long heldBytes;

    MappingBudget(ObjectNode message) {
        this.message = message;
    }

    /** The value of {@code $message}. */
    ObjectNode message() {
        return message;
    }

    @Override
    public long nowMillis() {
        throw new IllegalStateException("The build lets no mapping read the clock");
    }

    @Override
    public void charge(int charged) {
        units += charged;
        if (units > MAX_UNITS) {
            throw new UnreadableMessageException("the expressions of the channel take too much work on it");
        }
    }

    @Override
    public long charged() {
        return units;
    }

    @Override
    public void hold(long sizeBytes) {
        heldBytes += sizeBytes;
        if (heldBytes > MAX_BYTES) {
            throw new UnreadableMessageException("the expressions of the channel take too much memory on it");
        }
    }

    @Override
    public long held() {
        return heldBytes;
    }
}
