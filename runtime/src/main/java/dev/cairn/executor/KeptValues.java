package dev.cairn.executor;

import dev.cairn.value.HeapBytes;

/** The values that an instance keeps between two operations. */
public final class KeptValues {

    private KeptValues() {}

    /** Approximate size of the heap that they take in bytes; at most {@code maxBytes}. For the thread that uses the state. */
    public static long heapBytes(InstanceState state, long maxBytes) {
        HeapBytes held = HeapBytes.ofShared(maxBytes).add(state.input()).add(state.value()).add(state.context())
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
