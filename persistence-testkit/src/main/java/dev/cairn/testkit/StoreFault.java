package dev.cairn.testkit;

/**
 * A fault in a {@link FaultyStore}.
 *
 * @param call number of the failing call of the store, from 1; 0 for never
 * @param moment before or after the store has executed the call
 * @param effect effect on the caller
 */
public record StoreFault(int call, Moment moment, Effect effect) {

    /** Nothing goes wrong. */
    public static final StoreFault NONE = new StoreFault(0, Moment.BEFORE, Effect.FAILURE);

    /** When, seen from the store. */
    public enum Moment {
        /** The store hears nothing of the call. */
        BEFORE,
        /** The store has done it, and its reply is lost. */
        AFTER
    }

    /** The effect that the caller sees. */
    public enum Effect {
        /** The call fails; the next one is served. */
        FAILURE,
        /** Nothing: it is dead. No call is answered any more, and none reaches the store. */
        CRASH
    }

    /** The caller dies at a call. */
    public static StoreFault crash(int call, Moment moment) {
        return new StoreFault(call, moment, Effect.CRASH);
    }

    /** A call fails. */
    public static StoreFault failure(int call, Moment moment) {
        return new StoreFault(call, moment, Effect.FAILURE);
    }

    @Override
    public String toString() {
        return call == 0 ? "no fault" : effect.name().toLowerCase() + " " + moment.name().toLowerCase() + " call " + call;
    }
}
