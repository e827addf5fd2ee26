package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A {@code reduce} made at random gives the same whether its update is done in place or on copies. {@code -Dcairn.seed=N} runs one seed,
 * {@code -Dcairn.seeds=N} the first N.
 */
@Tag("properties")
class ReduceInPlacePropertyTest {

    private static final int SEEDS = Integer.getInteger("cairn.seeds", 150);
    private static final int LOOPS_PER_SEED = 40;

    @Test
    void updatesInPlaceGiveWhatCopiesGive() {
        Long only = Long.getLong("cairn.seed");
        long first = only == null ? 1 : only;
        int loops = 0;
        int values = 0;
        for (long seed = first; seed < first + (only == null ? SEEDS : 1); seed++) {
            Random random = new Random(seed);
            for (int i = 0; i < LOOPS_PER_SEED; i++) {
                RandomReduce loop = new RandomReduce(random);
                String expected = outcome(loop.copying());
                assertThat(outcome(loop.plain())).as("seed %d: %s", seed, loop.plain()).isEqualTo(expected);
                loops++;
                values += expected.contains("Exception") ? 0 : 1;
            }
        }
        assertThat(values).as("loops of %d that end with a value", loops).isGreaterThan(loops / 2);
    }

    /** The results as text, or the class of what the program fails with; a value inside itself overflows the stack. */
    private static String outcome(String program) {
        try {
            return Evaluation.all(program, "null").toString();
        } catch (RuntimeException | StackOverflowError e) {
            return e.getClass().getName();
        }
    }
}
