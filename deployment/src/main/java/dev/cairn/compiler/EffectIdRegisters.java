package dev.cairn.compiler;

import java.util.Arrays;

import dev.cairn.program.EffectIdPercentCodec;
import dev.cairn.program.EffectIdTemplate;

/**
 * The number registers that distinguish iterations and attempts in the ids of effects. Immutable.
 *
 * @param registers outermost first
 */
record EffectIdRegisters(int[] registers) {

    static final EffectIdRegisters NONE = new EffectIdRegisters(new int[0]);

    EffectIdRegisters with(int register) {
        int[] more = Arrays.copyOf(registers, registers.length + 1);
        more[registers.length] = register;
        return new EffectIdRegisters(more);
    }

    EffectIdTemplate effect(String reference) {
        return new EffectIdTemplate(EffectIdPercentCodec.encode(reference), registers);
    }
}
