package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class RoundsTest {

    private final List<String> done = new ArrayList<>();
    private Rounds rounds;

    @Test
    void whatIsAskedForInsideOfARoundIsDoneAfterIt() {
        rounds = new Rounds(() -> {
            done.add("begins");
            if (done.size() == 1) {
                rounds.ask();
            }
            done.add("ends");
        });
        rounds.ask();
        assertThat(done).containsExactly("begins", "ends", "begins", "ends");
    }

    @Test
    void aRoundThatThrowsEndsNoOther() {
        rounds = new Rounds(() -> {
            done.add("begins");
            if (done.size() == 1) {
                rounds.ask();
                throw new OutOfMemoryError("planted");
            }
        });
        rounds.ask();
        assertThat(done).hasSize(2);
        rounds.ask();
        assertThat(done).hasSize(3);
    }
}
