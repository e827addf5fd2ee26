package dev.cairn.engine.audit;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.MissingDefinitionException;
import dev.cairn.engine.port.OverloadException;
import dev.cairn.executor.ErrorTextLimiter;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonPayload;

/** Translates exceptions into workflow errors and messages of Cairn. */
public final class EngineFailureTranslator {

    private EngineFailureTranslator() {}

    /**
     * The error of a call that failed, no longer than it may be: the one thrown on purpose, or a runtime error with the message of the
     * exception.
     */
    public static WorkflowError asError(Throwable failure) {
        return ErrorTextLimiter.bounded(error(failure));
    }

    /** The outcome of a call that failed, with the answer that is the error if there is one. */
    public static JournalEvent.Failed asEvent(String effect, Throwable failure) {
        JsonNode response = unwrapped(failure) instanceof ErrorResponseException answered ? answered.response() : null;
        return new JournalEvent.Failed(effect, asError(failure), response == null ? null : JsonPayload.of(response));
    }

    private static WorkflowError error(Throwable failure) {
        Throwable cause = unwrapped(failure);
        if (cause instanceof WorkflowException workflow && workflow.error() != null) {
            return workflow.error();
        }
        String message = ExceptionMessageFormatter.message(cause);
        return WorkflowError.of(Standard.RUNTIME, "The call failed",
                cause.getClass().getSimpleName() + (message == null ? "" : ": " + message), null);
    }

    /** True if a store says that trying again is of no use. */
    public static boolean isPermanent(Throwable failure) {
        return unwrapped(failure) instanceof StoreException store && store.permanent();
    }

    /** True if a store is well, but will not take or give this instance. */
    public static boolean concernsInstance(Throwable failure) {
        return unwrapped(failure) instanceof InstanceOperationRefusedException;
    }

    /**
     * True if the message is complete: stored data, or a definition, differ from the expected form. Any other failure is a
     * programming error.
     */
    public static boolean isExplained(Throwable failure) {
        Throwable cause = unwrapped(failure);
        return cause instanceof StoreException || cause instanceof JournalMismatchException
                || cause instanceof MissingDefinitionException
                || isUnreadable(cause);
    }

    /** True if an entry of a journal is damaged, or something that is needed to read it is missing. */
    public static boolean isUnreadable(Throwable failure) {
        return failure instanceof DamagedEntryException || failure instanceof PayloadCodecException;
    }

    /** The next step after a failure of the store, for messages. */
    public static String next(Throwable failure) {
        return isPermanent(failure) ? "Trying again is of no use: mend it, then restart the application."
                : "It is tried again soon.";
    }

    /** The failure of a start. */
    public static CairnException ofStart(String workflow, Throwable failure) {
        Throwable cause = unwrapped(failure);
        if (concernsInstance(cause)) {
            return new CairnException(Reason.INVALID_INPUT, "CAIRN-0420: Cannot start an instance [workflow=" + workflow
                    + "]: the store is well but refuses it: " + ExceptionMessageFormatter.of(cause)
                    + ". Nothing was started, and the same input would be refused again.", cause);
        }
        if (cause instanceof CairnException told) {
            return told;
        }
        if (cause instanceof StoreException) {
            return new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0411: Cannot start an instance [workflow=" + workflow
                    + "]: the store cannot be written: " + ExceptionMessageFormatter.of(cause)
                    + ". Try again later with the same idempotency key.",
                    cause);
        }
        return new CairnException(Reason.INSTANCE_SUSPENDED,
                "CAIRN-0418: Cannot start an instance [workflow=" + workflow + "]: "
                        + ExceptionMessageFormatter.of(cause) + ". This is a mistake of Cairn: please report it.",
                cause);
    }

    /** The failure of a start whose input yields no valid search keys. */
    public static CairnException noKeys(String workflow, IllegalArgumentException noKey) {
        return new CairnException(Reason.INVALID_INPUT, "CAIRN-0419: Cannot start an instance [workflow=" + workflow + "]: "
                + ExceptionMessageFormatter.of(noKey) + ". Nothing was started.", noKey);
    }

    /** The failure of a start for which memory has no room. */
    public static CairnException noRoom(String workflow) {
        return new OverloadException(OverloadException.Limit.MEMORY,
                "CAIRN-0468: Cannot start an instance [workflow=" + workflow
                        + "]: instances in memory take up quarkus.cairn.memory.budget. Nothing was started. Try again later.");
    }

    /** True if a start was refused because there is too much to do. */
    public static boolean isOverload(Throwable failure) {
        return failure instanceof CairnException refused && refused.reason() == Reason.OVERLOADED;
    }

    /** The failure of a start while the application stops. */
    public static CairnException ofStop() {
        return new CairnException(Reason.STOPPING,
                "CAIRN-0412: Cannot start an instance: the application is stopping. Try again on another node, or after the next start.",
                null);
    }

    /** The failure of a search. */
    public static CairnException ofSearch(Throwable failure) {
        return new CairnException(Reason.STORE_UNAVAILABLE,
                "CAIRN-0428: Cannot find instances: the store cannot be read: " + ExceptionMessageFormatter.of(failure)
                        + ". Try again later.",
                failure);
    }

    /** The failure of a bulk command that met a mistake, for the caller that waits for it. */
    public static CairnException ofBulk(String id, Throwable mistake) {
        return new CairnException(Reason.NOT_CONFIRMED,
                "CAIRN-0777: A bulk command asks no more instances [operation=" + id + "]: "
                        + ExceptionMessageFormatter.of(mistake)
                        + ". This is a mistake of Cairn: please report it. To do what is left, begin another one with"
                        + " the same filter.",
                mistake);
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && (cause instanceof CompletionException || cause instanceof ExecutionException
                || cause instanceof InvocationTargetException)) {
            cause = cause.getCause();
        }
        return cause;
    }
}
