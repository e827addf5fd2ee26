package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;

import dev.cairn.testkit.crash.ContractViolation;
import dev.cairn.testkit.crash.ContractViolation.Kind;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.ObservedEffect;

class UnderWayTest {

    private final CrashRunObservations ledger = new CrashRunObservations();

    private void seen(String start, String label, long atMicros) {
        ledger.seen(new ObservedEffect(start, label, start + label, 1, atMicros));
    }

    @Test
    void asManyAsAllowedAreNone() {
        seen("a", "enter", 1);
        seen("b", "enter", 2);
        seen("a", "leave", 3);
        seen("c", "enter", 4);
        assertThat(UnderWay.moreThan(2, ledger)).isEmpty();
    }

    @Test
    void whoBeginsTooEarlyIsFound() {
        seen("a", "enter", 1);
        seen("b", "enter", 2);
        seen("c", "enter", 3);
        // It was killed before its end was durable.
        seen("a", "enter", 4);
        seen("a", "leave", 5);
        seen("b", "leave", 6);
        assertThat(UnderWay.moreThan(2, ledger)).extracting(ContractViolation::kind, ContractViolation::start)
                .containsExactly(tuple(Kind.TOO_MANY_UNDER_WAY, "c"));
    }

    @Test
    void aLastEffectThatIsRepeatedEndsItTheSecondTime() {
        seen("a", "enter", 1);
        seen("a", "leave", 2);
        seen("b", "enter", 3);
        seen("a", "leave", 4);
        assertThat(UnderWay.moreThan(1, ledger)).extracting(ContractViolation::start).containsExactly("b");
    }
}
