package dev.cairn.engine.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class CoalescingRunnerTest {

    private final List<String> done = new ArrayList<>();
    private CoalescingRunner rounds;

    @Test
    void whatIsAskedForInsideOfARoundIsDoneAfterIt() {
        rounds = new CoalescingRunner(() -> {
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
        rounds = new CoalescingRunner(() -> {
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
