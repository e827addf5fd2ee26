package dev.cairn.engine.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class PromiseTest {

    @Test
    void whoGaveUpLeavesNothingBehindWhenOthersWait() {
        Promise<String> once = new Promise<>();
        for (int i = 0; i < 1_000; i++) {
            once.listen((value, failure) -> {}).run();
        }
        assertThat(once.waitedFor()).isFalse();
        assertThat(once.waiters()).isLessThanOrEqualTo(1);
        List<String> told = new ArrayList<>();
        once.listen((value, failure) -> told.add(value));
        once.complete("done");
        assertThat(told).containsExactly("done");
    }

    @Test
    void aFailureThatIsMissingIsNotTakenForAValue() {
        Promise<String> once = new Promise<>();
        assertThatThrownBy(() -> once.fail(null)).isInstanceOf(NullPointerException.class);
        assertThat(once.settled()).isFalse();
    }
}
