package dev.cairn.testkit.crash;

/**
 * A violation of the durability contract.
 *
 * @param kind its kind
 * @param start the start whose instance it concerns
 * @param detail the facts
 */
public record ContractViolation(Kind kind, String start, String detail) {

    /** The kinds of violations. */
    public enum Kind {
        /** An acknowledged start is gone, or did not end in time. */
        LOST_START,
        /** The application gave an answer that a crash does not explain. */
        UNEXPECTED_ANSWER,
        /** An instance ended otherwise than an undisturbed one. */
        WRONG_RESULT,
        /** An effect happened again although its outcome must have been durable. */
        FINISHED_EFFECT_REPEATED,
        /** An effect happened again although nothing had disturbed the life that had it. */
        REPEATED_WITHOUT_CRASH,
        /** More attempts than the scenario has: a repetition with another key, or a second instance of one start. */
        TOO_MANY_ATTEMPTS,
        /** An instance ended without having had this effect, or all its attempts. */
        MISSING_EFFECT,
        /** An effect that the scenario does not have. */
        UNKNOWN_EFFECT,
        /** An effect happened before an earlier one of its scenario. */
        OUT_OF_ORDER,
        /** An effect did not wait for its time. */
        WAITED_TOO_SHORT,
        /** A restart made a wait longer. */
        WAITED_TOO_LONG,
        /** More instances of a workflow were under way at a time than its limit allows. */
        TOO_MANY_UNDER_WAY
    }

    @Override
    public String toString() {
        return kind + " [start=" + start + "]: " + detail;
    }
}
