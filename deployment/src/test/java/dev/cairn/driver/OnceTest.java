package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class OnceTest {

    @Test
    void whoGaveUpLeavesNothingBehindWhenOthersWait() {
        Once<String> once = new Once<>();
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
        Once<String> once = new Once<>();
        assertThatThrownBy(() -> once.fail(null)).isInstanceOf(NullPointerException.class);
        assertThat(once.settled()).isFalse();
    }
}
