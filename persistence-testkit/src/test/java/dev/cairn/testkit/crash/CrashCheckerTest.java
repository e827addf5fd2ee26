package dev.cairn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.testkit.crash.ContractViolation.Kind;

/** Ledgers made by hand: one of an application that kept its word, and for each rule one of an application that did not. */
class CrashCheckerTest {

    private static final Scenario SCENARIO = new Scenario("shop", "/shop", JsonNodeFactory.instance.objectNode(), List.of(
            ExpectedEffect.once("reserve"),
            ExpectedEffect.attempts("charge", 2),
            ExpectedEffect.afterWait("ship", Duration.ofSeconds(10))));

    private final CrashRunObservations ledger = new CrashRunObservations();

    @BeforeEach
    void threeLivesAndOneStart() {
        life(0, 1);
        disturbed(1, 19);
        life(20, 21);
        disturbed(2, 39);
        life(40, 41);
        ledger.expect(SCENARIO, IntNode.valueOf(7));
        ledger.acknowledged(new CrashRunObservations.Start("s-1", SCENARIO, "/instances/1"));
    }

    @Test
    void nothingIsWrongWithoutACrash() {
        seen("reserve", "r", 1, 2);
        seen("charge", "c1", 1, 3);
        seen("charge", "c2", 1, 4);
        seen("ship", "s", 1, 14.5);
        ended(15, 7);

        assertFound();
    }

    @Test
    void theEffectInFlightMayBeRepeatedOnceALifeWithItsKey() {
        seen("reserve", "r", 1, 2);
        seen("reserve", "r", 2, 21);
        seen("charge", "c1", 2, 22);
        seen("charge", "c2", 2, 23);
        seen("charge", "c2", 3, 41);
        seen("ship", "s", 3, 51.5);
        ended(53, 7);

        assertFound();
    }

    @Test
    void aWaitThatEndsWhileTheApplicationIsDownGoesOnAtOnce() {
        seenUpToCharge();
        seen("ship", "s", 2, 22);
        ended(23, 7);

        assertFound();
    }

    @Test
    void anAcknowledgedStartThatDidNotEndIsLost() {
        seen("reserve", "r", 1, 2);

        assertFound(Kind.LOST_START);
    }

    @Test
    void anInstanceThatEndedOtherwiseIsWrong() {
        seenUpToCharge();
        seen("ship", "s", 1, 14.5);
        ended(15, 8);

        assertFound(Kind.WRONG_RESULT);
    }

    @Test
    void anInstanceThatFaultedIsWrong() {
        seenUpToCharge();
        seen("ship", "s", 1, 14.5);
        ledger.ended("s-1", new CrashRunObservations.End(15_000_000, null, "{\"status\": \"faulted\"}"));

        assertFound(Kind.WRONG_RESULT);
    }

    @Test
    void anEffectAfterWhichAnotherWasSeenIsFinished() {
        seen("reserve", "r", 1, 2);
        seen("charge", "c1", 1, 3);
        seen("reserve", "r", 2, 21);
        seen("charge", "c1", 2, 22);
        seen("charge", "c2", 2, 23);
        seen("ship", "s", 2, 33.5);
        ended(35, 7);

        assertFound(Kind.FINISHED_EFFECT_REPEATED, Kind.FINISHED_EFFECT_REPEATED);
    }

    @Test
    void anEffectIsFinishedWhenTheEndWasAcknowledged() {
        seenUpToCharge();
        seen("ship", "s", 1, 14.5);
        ended(15, 7);
        seen("ship", "s", 2, 22);

        assertFound(Kind.FINISHED_EFFECT_REPEATED);
    }

    @Test
    void nothingIsRepeatedWithoutACrash() {
        seen("reserve", "r", 1, 2);
        seenUpToCharge();
        seen("ship", "s", 1, 14.5);
        ended(15, 7);

        assertFound(Kind.REPEATED_WITHOUT_CRASH);
    }

    @Test
    void twoLivingLivesDoNotHaveTheSameEffect() {
        life(40, 41);
        seen("reserve", "r", 3, 42);
        seen("reserve", "r", 4, 42.1);
        seen("reserve", "r", 3, 42.2);

        assertFound(Kind.REPEATED_WITHOUT_CRASH, Kind.REPEATED_WITHOUT_CRASH, Kind.LOST_START);
    }

    @Test
    void aLifeThatIsDisturbedLaterDoesNotShareAnEffectBefore() {
        seen("reserve", "r", 2, 38);
        seen("reserve", "r", 3, 38.9);

        assertFound(Kind.REPEATED_WITHOUT_CRASH, Kind.LOST_START);
    }

    @Test
    void whatALifeHadSentBeforeItWasKilledMayBeSeenAfterIt() {
        seen("reserve", "r", 2, 39.5);
        seen("reserve", "r", 3, 42);

        assertFound(Kind.LOST_START);
    }

    @Test
    void aLifeThatGoesOnHasNoExcuseForWhatItSendsThen() {
        seen("reserve", "r", 2, 39.6);
        seen("reserve", "r", 3, 42);

        assertFound(Kind.REPEATED_WITHOUT_CRASH, Kind.LOST_START);
    }

    @Test
    void whatIsSeenAfterAStallMayHaveBeenSentBeforeIt() {
        stalled(39.1, 40.1);
        seen("reserve", "r", 2, 40.5);
        seen("reserve", "r", 3, 42);

        assertFound(Kind.LOST_START);
    }

    @Test
    void aRepetitionWithAnotherKeyIsOneAttemptTooMany() {
        seen("reserve", "r", 1, 2);
        seen("reserve", "other", 2, 21);
        seen("charge", "c1", 2, 22);
        seen("charge", "c2", 2, 23);
        seen("ship", "s", 2, 33.5);
        ended(35, 7);

        assertFound(Kind.TOO_MANY_ATTEMPTS);
    }

    @Test
    void anEndWithoutAllEffectsIsTooEarly() {
        seen("reserve", "r", 1, 2);
        seen("charge", "c1", 1, 3);
        seen("ship", "s", 1, 14.5);
        ended(15, 7);

        assertFound(Kind.MISSING_EFFECT);
    }

    @Test
    void anEffectThatNobodyExpectsIsFound() {
        seenUpToCharge();
        seen("refund", "x", 1, 5);
        seen("ship", "s", 1, 14.5);
        ended(15, 7);

        assertFound(Kind.UNKNOWN_EFFECT);
    }

    @Test
    void effectsHaveTheirOrder() {
        seen("charge", "c1", 1, 1.5);
        seen("charge", "c2", 1, 1.6);
        seen("reserve", "r", 1, 2);
        seen("ship", "s", 1, 14.5);
        ended(15, 7);

        assertFound(Kind.OUT_OF_ORDER);
    }

    @Test
    void aWaitIsNotShorterThanItIs() {
        seenUpToCharge();
        seen("ship", "s", 1, 13.4);
        ended(15, 7);

        assertFound(Kind.WAITED_TOO_SHORT);
    }

    @Test
    void aWaitThatEndsWhileAServerIsMissingGoesOnOnceItIsTriedAgain() {
        seenUpToCharge();
        ledger.lacked(new CrashRunObservations.Outage(12_000_000, 16_000_000));
        seen("ship", "s", 1, 25);
        ended(26, 7);

        assertFound();
    }

    @Test
    void anOutageIsNoExcuseForEver() {
        seenUpToCharge();
        ledger.lacked(new CrashRunObservations.Outage(12_000_000, 16_000_000));
        seen("ship", "s", 1, 36);
        ended(37, 7);

        assertFound(Kind.WAITED_TOO_LONG);
    }

    @Test
    void aWaitMayTakeAFailoverLonger() {
        seenUpToCharge();
        seen("ship", "s", 1, 20.9);
        ended(21, 7);

        assertThat(CrashChecker.check(ledger, Duration.ofSeconds(3))).isEmpty();
        assertThat(CrashChecker.check(ledger, Duration.ofSeconds(2))).extracting(ContractViolation::kind)
                .containsExactly(Kind.WAITED_TOO_LONG);
    }

    @Test
    void anEffectThatIsExcusedDoesNotCount() {
        seenUpToCharge();
        ObservedEffect again = new ObservedEffect("s-1", "charge", "c2", 1, micros(4.5));
        ledger.seen(again);
        seen("ship", "s", 1, 14.5);
        ended(15, 7);

        assertFound(Kind.REPEATED_WITHOUT_CRASH);
        ledger.excused(again);
        assertFound();
    }

    @Test
    void aWaitDoesNotStartAgainAfterARestart() {
        seenUpToCharge();
        seen("ship", "s", 2, 31.5);
        ended(32, 7);

        assertFound(Kind.WAITED_TOO_LONG);
    }

    @Test
    void asMuchAsTheMachineStoodStillIsNotTheApplicationsFault() {
        seenUpToCharge();
        stalled(13, 16);
        stalled(17, 18);
        seen("ship", "s", 1, 20.9);
        ended(21, 7);

        assertFound();
    }

    @Test
    void aStallIsNoExcuseForMoreThanItTook() {
        seenUpToCharge();
        stalled(13, 16);
        seen("ship", "s", 1, 20.1);
        ended(22, 7);

        assertFound(Kind.WAITED_TOO_LONG);
    }

    @Test
    void aStallAtAnotherTimeIsNoExcuse() {
        seenUpToCharge();
        stalled(10, 14);
        stalled(18.2, 30);
        seen("ship", "s", 1, 18.1);
        ended(31, 7);

        assertFound(Kind.WAITED_TOO_LONG);
    }

    @Test
    void whatWasWrongAtOnceStaysWrong() {
        seenUpToCharge();
        seen("ship", "s", 1, 14.5);
        ended(15, 7);
        ledger.violated(new ContractViolation(Kind.UNEXPECTED_ANSWER, "s-2", "500"));

        assertFound(Kind.UNEXPECTED_ANSWER);
    }

    private void seenUpToCharge() {
        seen("reserve", "r", 1, 2.5);
        seen("charge", "c1", 1, 3);
        seen("charge", "c2", 1, 4);
    }

    private void life(double startedSeconds, double readySeconds) {
        ledger.lifeStarted(micros(startedSeconds));
        ledger.lifeReady(micros(readySeconds));
    }

    private void disturbed(int life, double atSeconds) {
        ledger.disturbed(new CrashRunObservations.Disturbance(life, micros(atSeconds), micros(atSeconds)));
    }

    private void stalled(double fromSeconds, double untilSeconds) {
        ledger.stalled(new CrashRunObservations.Stall(micros(fromSeconds), micros(untilSeconds)));
    }

    private void seen(String label, String key, int life, double atSeconds) {
        ledger.seen(new ObservedEffect("s-1", label, key, life, micros(atSeconds)));
    }

    private void ended(double atSeconds, int output) {
        ledger.ended("s-1", new CrashRunObservations.End(micros(atSeconds), IntNode.valueOf(output), "completed"));
    }

    private void assertFound(Kind... kinds) {
        assertThat(CrashChecker.check(ledger)).extracting(ContractViolation::kind).containsExactlyInAnyOrder(kinds);
    }

    private static long micros(double seconds) {
        return Math.round(seconds * 1_000_000);
    }
}
