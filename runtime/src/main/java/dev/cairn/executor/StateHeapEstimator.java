package dev.cairn.executor;

import dev.cairn.value.HeapSizeEstimator;

/** Estimates the heap that the values of an instance take between two operations. */
public final class StateHeapEstimator {

    private StateHeapEstimator() {}

    /** Approximate size of the heap that they take in bytes; at most {@code maxBytes}. For the thread that uses the state. */
    public static long heapBytes(InstanceState state, long maxBytes) {
        HeapSizeEstimator held = HeapSizeEstimator.ofShared(maxBytes).add(state.input()).add(state.value()).add(state.context())
                .add(state.leafInput());
        int registers = state.program().program().valueRegisters();
        for (int i = 0; i < registers; i++) {
            held.add(state.register(i));
        }
        if (state.branches() != null) {
            state.branches().addTo(held);
        }
        return held.bytes();
    }
}
