package dev.cairn.program;

import java.util.Arrays;

/**
 * The identity of an effect of a program: the reference of its task, and the counters of everything around it that can repeat:
 * turns of loops, attempts of tries, laps of backward jumps.
 *
 * @param reference JSON pointer of the task as {@link EffectIdPercentCodec}; followed by {@code #} and a word if the task has more than one effect
 * @param counters number registers, outermost first; not to be changed
 */
public record EffectIdTemplate(String reference, int[] counters) {

    /**
     * The identity at this moment: stable over replays, unique in the instance. {@code /do/1/pay@0.2}, {@code /do/0/ask}, or
     * {@code /do/0/ask!1} after an operator had the faulted instance tried again.
     *
     * @param numbers the number registers
     * @param retries number of times that the instance was tried again
     * @param ascii false for an instance whose journal has names of tasks as they are
     */
    public String at(long[] numbers, int retries, boolean ascii) {
        String reference = ascii ? this.reference : EffectIdPercentCodec.decode(this.reference);
        if (counters.length == 0 && retries == 0) {
            return reference;
        }
        StringBuilder text = new StringBuilder(reference.length() + 4 * counters.length).append(reference);
        char separator = '@';
        for (int counter : counters) {
            text.append(separator).append(numbers[counter]);
            separator = '.';
        }
        return retries == 0 ? text.toString() : text.append('!').append(retries).toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EffectIdTemplate id && reference.equals(id.reference) && Arrays.equals(counters, id.counters);
    }

    @Override
    public int hashCode() {
        return 31 * reference.hashCode() + Arrays.hashCode(counters);
    }

    @Override
    public String toString() {
        return reference + Arrays.toString(counters);
    }
}
