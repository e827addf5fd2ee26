package dev.cairn.testkit.crash;

import java.time.Duration;

/**
 * An effect of an instance of a scenario, in its position among the others.
 *
 * @param label names it; unique in its scenario
 * @param attempts number of attempts that it takes, each with an idempotency key of its own; at least 1
 * @param after time that the instance waits between the previous effect and this one; zero for none. To be told from a wait
 *        that starts again after a restart it must be longer than {@link CrashChecker#SLACK}
 */
public record ExpectedEffect(String label, int attempts, Duration after) {

    /** One attempt, no wait. */
    public static ExpectedEffect once(String label) {
        return new ExpectedEffect(label, 1, Duration.ZERO);
    }

    /** Several attempts, all but the last of which fail. */
    public static ExpectedEffect attempts(String label, int attempts) {
        return new ExpectedEffect(label, attempts, Duration.ZERO);
    }

    /** One attempt after a wait. */
    public static ExpectedEffect afterWait(String label, Duration wait) {
        return new ExpectedEffect(label, 1, wait);
    }
}
