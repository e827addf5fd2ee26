package dev.cairn.engine.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class DurabilityWaitQueueTest {

    private final DurabilityWaitQueue backlog = new DurabilityWaitQueue();
    private final List<Integer> dealtWith = new ArrayList<>();

    @Test
    void whatItDealsWithMayCallItWithoutEnd() {
        for (int i = 0; i < 100_000; i++) {
            int number = i;
            backlog.add(() -> {
                backlog.deal(() -> true);
                dealtWith.add(number);
            }, false);
        }
        backlog.deal(() -> true);
        assertThat(dealtWith).hasSize(100_000).isSorted();
    }

    @Test
    void itStopsAtWhatIsToBecomeDurableFirst() {
        boolean[] durable = { true };
        backlog.add(() -> durable[0] = false, false);
        backlog.add(() -> dealtWith.add(1), false);
        backlog.deal(() -> durable[0]);
        assertThat(dealtWith).isEmpty();
        backlog.deal(() -> true);
        assertThat(dealtWith).containsExactly(1);
    }

    @Test
    void anInstanceThatLeavesMeanwhileDealsWithEverything() {
        boolean[] gone = { false };
        backlog.add(() -> {
            gone[0] = true;
            backlog.dealAll();
            backlog.deal(() -> !gone[0]);
        }, false);
        backlog.add(() -> dealtWith.add(1), false);
        backlog.deal(() -> !gone[0]);
        assertThat(dealtWith).containsExactly(1);
    }

    @Test
    void aMistakeOfOneLeavesTheOthers() {
        backlog.add(() -> {
            throw new IllegalStateException("planted");
        }, false);
        backlog.add(() -> dealtWith.add(1), false);
        assertThatThrownBy(() -> backlog.deal(() -> true)).hasMessage("planted");
        assertThat(dealtWith).isEmpty();
        backlog.deal(() -> true);
        assertThat(dealtWith).containsExactly(1);
    }
}
