package dev.cairn.engine.schedule;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.spi.ExceptionMessageFormatter;

/** Exceptions for refused commands to a schedule. */
final class ScheduleExceptionFactory {

    private ScheduleExceptionFactory() {}

    static CairnException unknown(String workflow, String name) {
        return new CairnException(Reason.UNKNOWN_SCHEDULE, "CAIRN-0805: The workflow has no such schedule [workflow=" + workflow
                + ", schedule=" + name + "]. Look at its name; a deleted schedule has to be created again.", null);
    }

    static CairnException missing(String parameter) {
        return new CairnException(Reason.INVALID_SCHEDULE, "CAIRN-0815: A command to a schedule lacks an argument [parameter="
                + parameter + "]. Nothing was changed: give it.", null);
    }

    static CairnException invalid(String workflow, String name, String why, Throwable cause) {
        return new CairnException(Reason.INVALID_SCHEDULE, "CAIRN-0806: Cannot take a schedule [workflow=" + workflow
                + ", schedule=" + name + "]: " + why + " Nothing was changed.", cause);
    }

    static CairnException noStore() {
        return new CairnException(Reason.NO_JOURNAL,
                "CAIRN-0807: The store keeps nothing, so no schedule can be created, changed or"
                        + " shown at run time. Use a store that keeps state; schedules of definitions run without one.",
                null);
    }

    static CairnException exists(String workflow, String name) {
        return new CairnException(Reason.SCHEDULE_CONFLICT,
                "CAIRN-0808: The workflow has another schedule of this name [workflow="
                        + workflow + ", schedule=" + name + "]. Nothing was changed: replace it, or use another name.",
                null);
    }

    static CairnException ofDefinition(String workflow, String name) {
        return new CairnException(Reason.SCHEDULE_CONFLICT,
                "CAIRN-0809: The definition states this schedule [workflow=" + workflow
                        + ", schedule=" + name + "]. Nothing was changed: pause it, or change the definition.",
                null);
    }

    /** @param why a whole sentence or two */
    static CairnException backfill(String workflow, String name, String why) {
        return new CairnException(Reason.INVALID_SCHEDULE, "CAIRN-0813: Cannot backfill a schedule [workflow=" + workflow
                + ", schedule=" + name + "]: " + why + " Nothing was started.", null);
    }

    /** Of a command that met a failure of the store; refusals and mistakes of the caller as they are. */
    static Throwable ofStore(Throwable failure) {
        if (ScheduleRows.isUnreadable(failure)) {
            return new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0812: The store cannot give a readable schedule: "
                    + ExceptionMessageFormatter.of(failure)
                    + ". Nothing was changed: restore what is missing, or delete the schedule.",
                    failure);
        }
        return failure instanceof CairnException || failure instanceof IllegalArgumentException ? failure
                : new CairnException(Reason.STORE_UNAVAILABLE,
                        "CAIRN-0810: Cannot reach a schedule: " + ExceptionMessageFormatter.of(failure)
                                + ". Look at the schedule, or repeat the command.",
                        failure);
    }
}
