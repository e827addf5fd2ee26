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

    /** The one of an operation cleans up, and a caller that begins it again must find nothing left. */
    @Test
    void listenersAreToldInTheOrderInWhichTheyCame() {
        Promise<String> once = new Promise<>();
        List<String> told = new ArrayList<>();
        once.listen((value, failure) -> told.add("first " + value));
        once.listen((value, failure) -> told.add("second " + value)).run();
        once.listen((value, failure) -> told.add("third " + value));
        once.complete("v");
        once.listen((value, failure) -> told.add("late " + value));
        assertThat(told).containsExactly("first v", "third v", "late v");
    }

    @Test
    void aFailureThatIsMissingIsNotTakenForAValue() {
        Promise<String> once = new Promise<>();
        assertThatThrownBy(() -> once.fail(null)).isInstanceOf(NullPointerException.class);
        assertThat(once.settled()).isFalse();
    }
}
