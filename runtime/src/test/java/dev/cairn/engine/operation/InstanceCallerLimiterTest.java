package dev.cairn.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;

class InstanceCallerLimiterTest {

    private static final int MIB = 1 << 20;

    private final InstanceCallerLimiter limiter = new InstanceCallerLimiter();

    private void refused(String id, int bytes, String... parts) {
        assertThatThrownBy(() -> limiter.enter(id, bytes)).hasMessageContainingAll(parts).isInstanceOfSatisfying(
                CairnException.class, refusal -> assertThat(refusal.reason()).isEqualTo(Reason.OVERLOADED));
    }

    @Test
    void callersOfANodeAreBoundedWhateverInstancesTheyWaitFor() {
        for (int i = 0; i < InstanceCallerLimiter.MAX_NODE_CALLERS; i++) {
            limiter.enter("i" + i % 20, 100);
        }
        refused("other", 100, "CAIRN-0816", "10000 callers", "1000000 bytes");
        limiter.leave("i0", 100);
        limiter.enter("other", 100);
        refused("i1", 100, "CAIRN-0816");
    }

    @Test
    void theirValuesAreBoundedInBytes() {
        limiter.enter("large", 100 * MIB);
        refused("a", 1, "CAIRN-0816", "1 callers");
        limiter.leave("large", 100 * MIB);
        limiter.enter("a", 40 * MIB);
        limiter.enter("b", 20 * MIB);
        refused("c", 5 * MIB, "2 callers", Integer.toString(60 * MIB));
        limiter.enter("c", 4 * MIB);
    }

    @Test
    void aRefusedCallerCountsNowhere() {
        for (int i = 0; i < InstanceCallerLimiter.MAX_CALLERS; i++) {
            limiter.enter("a", 1);
        }
        for (int i = 0; i < InstanceCallerLimiter.MAX_NODE_CALLERS; i++) {
            refused("a", MIB, "CAIRN-0499", "1000 callers");
        }
        limiter.enter("b", 60 * MIB);
    }
}
