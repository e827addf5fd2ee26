package dev.cairn.quarkus.faulttolerance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

/** A bulkhead lets some calls begin, lets some wait, and refuses the others. */
class HostBulkheadTest {

    private final List<String> begun = new ArrayList<>();
    private final HostBulkhead bulkhead = new HostBulkhead(2, 2);

    @Test
    void callsBeyondThePermitsBeginInTheirOrderWhenOthersEnd() {
        assertThat(List.of(enter("a"), enter("b"), enter("c"), enter("d"))).containsOnly(true);
        assertThat(begun).containsExactly("a", "b");

        bulkhead.release();
        assertThat(begun).containsExactly("a", "b", "c");
        bulkhead.release();
        assertThat(begun).containsExactly("a", "b", "c", "d");
    }

    @Test
    void aCallBeyondTheQueueIsRefusedUntilAnotherBegins() {
        List.of("a", "b", "c", "d").forEach(this::enter);
        assertThat(enter("e")).isFalse();

        bulkhead.release();

        assertThat(enter("f")).isTrue();
        assertThat(begun).containsExactly("a", "b", "c");
    }

    @Test
    void aWithdrawnCallLeavesItsPlaceInTheQueueToAnother() {
        List.of("a", "b", "c").forEach(this::enter);
        Runnable impatient = () -> begun.add("impatient");
        assertThat(bulkhead.enter(impatient)).isTrue();

        assertThat(bulkhead.withdraw(impatient)).isTrue();

        assertThat(bulkhead.withdraw(impatient)).isFalse();
        assertThat(enter("d")).isTrue();
        bulkhead.release();
        bulkhead.release();
        assertThat(begun).containsExactly("a", "b", "c", "d");
    }

    @Test
    void isIdleWhenEachPermitHasBeenGivenBack() {
        assertThat(bulkhead.isIdle()).isTrue();
        List.of("a", "b", "c").forEach(this::enter);
        bulkhead.release();
        bulkhead.release();
        assertThat(bulkhead.isIdle()).isFalse();

        bulkhead.release();

        assertThat(bulkhead.isIdle()).isTrue();
    }

    @Test
    void callsThatEndAsTheyBeginDoNotBeginEachOtherOnOneStack() {
        int many = 100_000;
        HostBulkhead narrow = new HostBulkhead(1, many);
        AtomicInteger ended = new AtomicInteger();
        narrow.enter(() -> {});
        for (int i = 0; i < many; i++) {
            narrow.enter(() -> {
                ended.incrementAndGet();
                narrow.release();
            });
        }

        narrow.release();

        assertThat(ended).hasValue(many);
        assertThat(narrow.isIdle()).isTrue();
    }

    private boolean enter(String call) {
        return bulkhead.enter(() -> begun.add(call));
    }
}
