package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.ObservedEffect;

/** Life 1 stands still from second 10 to 14. */
@Tag("any-jdk")
class LateCallsTest {

    private final CrashRunObservations ledger = new CrashRunObservations();
    private final LateCalls late = new LateCalls(ledger);

    LateCallsTest() {
        late.stopped(new LateCalls.Stop(1, micros(10), micros(14)));
    }

    @Test
    void aCallThatAnotherNodeHasMadeMeanwhileIsLate() {
        seen("reserve", 1, 9);
        seen("charge", 2, 13);
        seen("ship", 2, 13.5);
        ObservedEffect charge = seen("charge", 1, 14.1);

        assertThat(late.all()).containsExactly(charge);
    }

    @Test
    void aCallThatAnotherNodeMakesSoonIsLate() {
        ObservedEffect charge = seen("charge", 1, 14.1);
        seen("charge", 2, 14.2);

        assertThat(late.all()).containsExactly(charge);
    }

    @Test
    void aCallThatWasToBeRepeatedWhenTheNodeWasStoppedIsLate() {
        seen("charge", 3, 6);
        seen("charge", 2, 13);
        ObservedEffect charge = seen("charge", 1, 14.1);

        assertThat(late.all()).containsExactly(charge);
    }

    @Test
    void aCallThatWasFinishedWhenTheNodeWasStoppedIsNotLate() {
        seen("charge", 2, 8);
        seen("ship", 2, 9);
        seen("charge", 1, 14.1);

        assertThat(late.all()).isEmpty();
    }

    @Test
    void aCallAfterTheOneThatTheNodeHadBegunIsNotLate() {
        seen("charge", 1, 9);
        seen("charge", 2, 13);
        seen("ship", 2, 13.5);
        seen("ship", 1, 14.1);

        assertThat(late.all()).isEmpty();
    }

    @Test
    void aCallThatTheNodeHadMadeIsNotLate() {
        seen("charge", 1, 9);
        seen("charge", 2, 13);
        seen("charge", 1, 14.1);

        assertThat(late.all()).isEmpty();
    }

    @Test
    void aCallThatTheNodeMakesTwiceIsNotLate() {
        seen("charge", 2, 13);
        seen("charge", 1, 14.1);
        seen("charge", 1, 14.2);

        assertThat(late.all()).isEmpty();
    }

    @Test
    void aCallOfAnotherNodeIsNotLate() {
        seen("charge", 2, 13);
        seen("charge", 3, 14.1);

        assertThat(late.all()).isEmpty();
    }

    @Test
    void aCallThatNobodyElseMakesIsNotLate() {
        seen("charge", 1, 14.1);

        assertThat(late.all()).isEmpty();
    }

    @Test
    void aCallLongAfterTheNodeWentOnIsNotLate() {
        seen("charge", 2, 13);
        seen("charge", 1, 16.1);

        assertThat(late.all()).isEmpty();
    }

    private ObservedEffect seen(String key, int life, double atSeconds) {
        ObservedEffect sighting = new ObservedEffect("s-1", key, key, life, micros(atSeconds));
        ledger.seen(sighting);
        return sighting;
    }

    private static long micros(double seconds) {
        return Math.round(seconds * 1_000_000);
    }
}
