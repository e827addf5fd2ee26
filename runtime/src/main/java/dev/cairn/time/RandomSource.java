package dev.cairn.time;

import java.util.concurrent.ThreadLocalRandom;

/** Random choices. */
public interface RandomSource {

    /** A number from {@code least} to {@code most}, both included. */
    long between(long least, long most);

    /** 64 random bits. */
    long bits();

    /** The machine's. Not for secrets. */
    static RandomSource system() {
        return new RandomSource() {
            @Override
            public long between(long least, long most) {
                return least >= most ? least : ThreadLocalRandom.current().nextLong(least, most + 1);
            }

            @Override
            public long bits() {
                return ThreadLocalRandom.current().nextLong();
            }
        };
    }
}
