package dev.cairn.engine.instance;

import java.util.Collection;
import java.util.Locale;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.audit.StructuredLogWriter;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.engine.replay.EngineStoppedException;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonPayload;

/** Reasons why an instance does not execute a command. */
public final class CommandRejections {

    private CommandRejections() {}

    public static CairnException unknown(String id) {
        return new CairnException(Reason.UNKNOWN_INSTANCE, "CAIRN-0414: No instance has the id " + StructuredLogWriter.brief(id)
                + ", or its retention has ended.", null);
    }

    public static CairnException keyReused(String id) {
        return new CairnException(Reason.KEY_REUSED,
                "CAIRN-0465: Cannot start an instance: the idempotency key was used with another"
                        + " input before [instance=" + id + "]. Nothing was started. Use another key, or the same input.",
                null);
    }

    public static CairnException ended(String id, OperatorCommandKind command, InstanceStatus status) {
        return new CairnException(Reason.WRONG_PHASE, "CAIRN-0441: Cannot " + word(command) + " instance " + id + ": it is "
                + status.phase() + ", and has to be pending, running, waiting or suspended.", null);
    }

    public static CairnException notFaulted(String id, InstanceStatus status) {
        return new CairnException(Reason.WRONG_PHASE, "CAIRN-0442: Cannot retry instance " + id + ": it is " + status.phase()
                + ", and has to be faulted.", null);
    }

    public static CairnException parked(String id) {
        return new CairnException(Reason.WRONG_PHASE, "CAIRN-0443: Cannot suspend instance " + id
                + ": it stands still because it cannot go on. Resume it when the cause is gone, or cancel it.", null);
    }

    public static CairnException queued(String id) {
        return new CairnException(Reason.WRONG_PHASE, "CAIRN-0491: Cannot suspend instance " + id
                + ": it waits until others of its workflow have ended, and has begun no task. Cancel it, or suspend it once it runs.",
                null);
    }

    public static CairnException notConfirmed(String id, OperatorCommandKind command) {
        return new CairnException(Reason.NOT_CONFIRMED,
                "CAIRN-0444: Command not confirmed [instance=" + id + ", command=" + word(command)
                        + "]: it was not durable in time. Read the status of the instance, or repeat the command.",
                null);
    }

    /** An event is not kept for a task that may listen for it later. */
    public static CairnException notListening(String id, JsonPayload event, InstanceStatus status) {
        return new CairnException(Reason.NOT_LISTENING, "CAIRN-0751: Cannot send an event to instance " + id + " ["
                + EventMessageText.of(event.tree()) + ", phase=" + status.phase()
                + "]: no task of it listens for such an event now. Send it again when one does"
                + (status == InstanceStatus.SUSPENDED ? "; a suspended instance has to be resumed first." : "."), null);
    }

    /** Its timers stand still while an instance is suspended. */
    static CairnException noTimer(String id, String timer, InstanceStatus status) {
        return new CairnException(Reason.NO_TIMER, "CAIRN-0785: Cannot fire a timer of instance " + id + " [timer="
                + StructuredLogWriter.brief(timer)
                + ", phase=" + status.phase() + "]: the instance does not wait for it now. "
                + (status == InstanceStatus.SUSPENDED ? "Resume the instance first."
                        : "Look at what the instance waits for: a timer is named by its effect."),
                null);
    }

    /** The refusal of an act that an instance does once, because of its phase. */
    public static CairnException notNow(String id, OperatorCommand command, InstanceStatus status) {
        if (status.ended()) {
            return ended(id, command.kind(), status);
        }
        return command.kind() == OperatorCommandKind.SEND ? notListening(id, command.event(), status)
                : noTimer(id, command.timer(), status);
    }

    public static CairnException unavailable(String id, Throwable failure) {
        return new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0445: Cannot reach instance " + id + ": the store failed: "
                + ExceptionMessageFormatter.of(failure) + ". Look at the instance, or ask again.", failure);
    }

    /** The store does not answer. */
    public static CairnException silent(String id) {
        return unavailable(id, new StoreException("it did not answer in time", false, null));
    }

    public static CairnException noJournal(String id) {
        return new CairnException(Reason.NO_JOURNAL, "CAIRN-0446: Cannot read the journal of instance " + id
                + ": the store keeps no journal. Use a store that keeps state.", null);
    }

    /** @param names the queries of the workflow */
    public static CairnException unknownQuery(String id, String query, String workflow, Collection<String> names) {
        return new CairnException(Reason.UNKNOWN_QUERY, "CAIRN-0493: Cannot query instance " + id + " [query="
                + StructuredLogWriter.brief(query) + "]: the workflow " + workflow + " has no such query. "
                + (names.isEmpty() ? "It has none; name them in document.metadata.cairn.queries."
                        : "It has: " + String.join(", ", names) + "."),
                null);
    }

    /** @param why a sentence without its full stop */
    public static CairnException queryFailed(String id, String query, String why, Throwable cause) {
        return new CairnException(Reason.EXPRESSION_FAILED, "CAIRN-0494: Cannot answer the query of instance " + id + " [query="
                + StructuredLogWriter.brief(query) + "]: " + StructuredLogWriter.brief(why)
                + ". The instance goes on as if nobody had asked; change the argument, or the definition.",
                cause);
    }

    /** @param why a sentence without its full stop */
    public static CairnException notAnswered(String id, JsonPayload event, String why) {
        return new CairnException(Reason.NOT_ANSWERED, "CAIRN-0495: No answer to an update of instance " + id + event(event)
                + ": " + why + ". The event was taken; the history of the instance shows what followed.", null);
    }

    /** @param why a sentence without its full stop */
    public static CairnException replyFailed(String id, JsonPayload event, String why, Throwable cause) {
        return new CairnException(Reason.EXPRESSION_FAILED, "CAIRN-0496: Cannot answer an update of instance " + id
                + event(event) + ": " + StructuredLogWriter.brief(why)
                + ". The event was taken, and the instance goes on; mend the reply in the definition.",
                cause);
    }

    /** An update has the key of another one. */
    public static CairnException updateKeyReused(String id, JsonPayload event) {
        return new CairnException(Reason.KEY_REUSED, "CAIRN-0498: Cannot send an update to instance " + id + event(event)
                + ": it took an update with this key that has another type or other data. The instance did not take this one."
                + " Use another key.", null);
    }

    public static CairnException tooManyCallers(String id, int waiting) {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0499: Cannot wait for instance " + id + ": " + waiting
                + " callers of this node wait for it already. Nothing was sent. Try again later.", null);
    }

    /** @param bytes size of the values of the callers that wait */
    public static CairnException tooManyCallersOfNode(String id, int waiting, long bytes) {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0816: Cannot wait for instance " + id + ": " + waiting
                + " callers of this node wait for instances already, with " + bytes
                + " bytes of events or arguments. Nothing was sent. Try again later, or on another node.", null);
    }

    private static String event(JsonPayload event) {
        return " [type=" + StructuredLogWriter.brief(event.tree().path("type").asText()) + ", id="
                + StructuredLogWriter.brief(event.tree().path("id").asText()) + "]";
    }

    public static CairnException notReached(String id, String task, int run) {
        return new CairnException(Reason.UNKNOWN_TASK, "CAIRN-0447: Cannot fork instance " + id + ": it has not begun the task "
                + StructuredLogWriter.brief(task) + (run == 0 ? "" : " for the " + run + ". time")
                + ", or its definition has no such task.", null);
    }

    /** The application is stopping. */
    public static CairnException stopped(String id) {
        return new CairnException(Reason.STOPPING, "CAIRN-0481: Cannot replay instance " + id
                + ": the application is stopping. Ask another node, or this one when it has started again.", null);
    }

    public static CairnException changed(String id, Throwable cause) {
        return new CairnException(Reason.INSTANCE_SUSPENDED,
                "CAIRN-0448: Cannot replay instance " + id + ": " + ExceptionMessageFormatter.of(cause)
                        + ". Its definition was changed; install the version that it began with.",
                cause);
    }

    /** An entry is damaged, or something that is needed to read it is missing. */
    public static CairnException unreadable(String id, Throwable cause) {
        return new CairnException(Reason.INSTANCE_SUSPENDED,
                "CAIRN-0457: Cannot read what instance " + id + " did: " + ExceptionMessageFormatter.of(cause)
                        + ". Nothing was changed.",
                cause);
    }

    /** The refusal that says why a journal could not be replayed or read; other failures as they are. */
    public static Throwable ofReplay(String id, Throwable failure) {
        if (failure instanceof JournalMismatchException) {
            return changed(id, failure);
        }
        if (EngineFailureTranslator.isUnreadable(failure)) {
            return unreadable(id, failure);
        }
        return failure instanceof EngineStoppedException ? stopped(id) : failure;
    }

    /** Of an instance that has not ended: who waits for its end must not take it for ended. */
    public static CairnException notDoneThere(String id, OperatorCommandKind command, InstanceRow row) {
        return new CairnException(Reason.INSTANCE_SUSPENDED, "CAIRN-0450: Command not executed [instance=" + id
                + ", command=" + word(command) + ", phase=" + row.phase().phase() + ", node=" + row.owner()
                + "]: the instance is parked on that node, or received another command meanwhile. The log of the node has the"
                + " cause; repeat the command when it is gone.", null);
    }

    public static CairnException notInMemory(String id, OperatorCommandKind command, InstanceView known) {
        return known == null ? unknown(id) : ended(id, command, known.status());
    }

    private static String word(OperatorCommandKind command) {
        return command == OperatorCommandKind.SEND ? "send an event to"
                : command == OperatorCommandKind.FIRE ? "fire a timer of" : command.name().toLowerCase(Locale.ROOT);
    }
}
