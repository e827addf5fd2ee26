package dev.cairn.link;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.link.LinkedEventTrigger.CostlyFilterException;

/** Bounds the evaluation of expressions that see an event and nothing else. Used by one thread at a time. */
final class EventFilterScope implements EvaluationHost {

    private final long maxBytes;
    private int remainingUnits;
    private long heldBytes;

    /**
     * @param units work that the expressions may do together
     * @param maxBytes approximate maximum size of the values that are gathered meanwhile
     */
    EventFilterScope(int units, long maxBytes) {
        this.remainingUnits = units;
        this.maxBytes = maxBytes;
    }

    @Override
    public long nowMillis() {
        throw new IllegalStateException("An expression that sees an event and nothing else does not read the clock");
    }

    @Override
    public void charge(int units) {
        remainingUnits -= units;
        if (remainingUnits < 0) {
            throw new CostlyFilterException();
        }
    }

    @Override
    public long charged() {
        return -remainingUnits;
    }

    @Override
    public void hold(long sizeBytes) {
        heldBytes += sizeBytes;
        if (heldBytes > maxBytes) {
            throw new CostlyFilterException();
        }
    }

    @Override
    public long held() {
        return heldBytes;
    }
}
