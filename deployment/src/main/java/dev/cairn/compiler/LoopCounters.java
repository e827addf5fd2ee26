package dev.cairn.compiler;

import java.util.Arrays;

import dev.cairn.program.EffectIdEncoding;
import dev.cairn.program.EffectIdTemplate;

/**
 * The number registers that tell one coming round from another: turns, attempts, laps. Immutable.
 *
 * @param registers outermost first
 */
record LoopCounters(int[] registers) {

    static final LoopCounters NONE = new LoopCounters(new int[0]);

    LoopCounters with(int register) {
        int[] more = Arrays.copyOf(registers, registers.length + 1);
        more[registers.length] = register;
        return new LoopCounters(more);
    }

    EffectIdTemplate effect(String reference) {
        return new EffectIdTemplate(EffectIdEncoding.encode(reference), registers);
    }
}
