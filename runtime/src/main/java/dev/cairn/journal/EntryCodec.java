package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

import dev.cairn.api.CommandOrigin;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Cancelling;
import dev.cairn.executor.JournalEvent.ClockRead;
import dev.cairn.executor.JournalEvent.Completed;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Failed;
import dev.cairn.executor.JournalEvent.Fired;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.executor.JournalEvent.Received;
import dev.cairn.executor.JournalEvent.Resumed;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.JournalEvent.Scheduled;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.JournalEvent.TimedOut;
import dev.cairn.executor.TraceContext;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.value.JsonPayload;

/**
 * Entries as bytes. The format is documented in "Journal format" of the docs; it names no class.
 *
 * <pre>
 * entry     = version (1 byte) kind (1 byte) atMillis (varint) notes body checksum (4 bytes, big endian: CRC-32C of all before it)
 * varint    = unsigned LEB128 of a 64-bit value
 * text      = varint length + 1, or 0 for none; then that many bytes of UTF-8
 * notes     = which (1 byte: 1 origin, 2 trace, 3 both) origin trace; in version 3 only
 * origin    = principal (text) reason (text)
 * trace     = traceId (16 bytes) parent (8 bytes) span (8 bytes) flags (1 byte) state (text)
 * payload   = like text; the bytes are JSON (RFC 8259). From version 2 on references follow
 * reference = at (text) entry (varint) pointer (text)
 * </pre>
 */
final class EntryCodec {

    /** An entry without references, as it always was. */
    static final int PLAIN = 1;

    /** An entry whose payload refers to values of earlier entries. */
    static final int REFERRING = 2;

    /** An entry that says who asked for it or where the instance is in a trace. Its payload may refer to earlier entries as well. */
    static final int ANNOTATED = 3;

    private static final int CHECKSUM_BYTES = 4;
    /** A start of an instance whose effects have names of tasks in them as they are. */
    private static final int STARTED_UNENCODED = 1;
    private static final int COMPLETED = 2;
    private static final int FAILED = 3;
    private static final int SCHEDULED = 4;
    private static final int FIRED = 5;
    private static final int CLOCK_READ = 6;
    private static final int TIMED_OUT = 7;
    private static final int ENDED = 8;
    private static final int SUSPENDED = 9;
    private static final int RESUMED = 10;
    private static final int RETRIED = 11;
    private static final int FORKED = 12;
    private static final int TASK_DONE = 13;
    private static final int RECEIVED = 14;
    private static final int CANCELLING = 15;
    private static final int STARTED = 16;
    /** A failed call with the answer that is the error. */
    private static final int FAILED_RESPONSE = 17;

    private EntryCodec() {}

    /** Encodes an entry whose payload, if it has one, is written whole. */
    static EncodedEntry encode(JournalEntry entry) {
        return encode(entry, List.of());
    }

    /**
     * Encodes an entry.
     *
     * @param entry its payload has {@code null} wherever a reference belongs
     * @param references may be empty
     */
    static EncodedEntry encode(JournalEntry entry, List<ValueReference> references) {
        EntryBinaryWriter out = new EntryBinaryWriter(version(entry, references), references, entry);
        JournalEvent happening = entry.event();
        if (happening instanceof Started started) {
            out.head(started.asciiEffects() ? STARTED : STARTED_UNENCODED, entry.atMillis()).text(started.workflow())
                    .text(started.version()).fixed(started.shape())
                    .varint(started.atMillis()).payload(started.input());
        } else if (happening instanceof Completed completed) {
            out.head(COMPLETED, entry.atMillis()).text(completed.effect()).payload(completed.output());
        } else if (happening instanceof Failed failed) {
            out.head(failed.response() == null ? FAILED : FAILED_RESPONSE, entry.atMillis()).text(failed.effect())
                    .error(failed.error());
            if (failed.response() != null) {
                out.payload(failed.response());
            }
        } else if (happening instanceof Scheduled scheduled) {
            out.head(SCHEDULED, entry.atMillis()).text(scheduled.effect()).varint(scheduled.dueAtMillis());
        } else if (happening instanceof Fired fired) {
            out.head(FIRED, entry.atMillis()).text(fired.effect());
        } else if (happening instanceof ClockRead read) {
            out.head(CLOCK_READ, entry.atMillis()).text(read.effect()).varint(read.atMillis());
        } else if (happening instanceof TimedOut timedOut) {
            out.head(TIMED_OUT, entry.atMillis()).text(timedOut.effect()).varint(timedOut.deadline());
        } else if (happening instanceof Ended ended) {
            out.head(ENDED, entry.atMillis()).varint(ended.status().code()).payload(ended.output()).error(ended.error());
        } else if (happening instanceof Received received) {
            out.head(RECEIVED, entry.atMillis()).text(received.effect()).varint(received.filter()).payload(received.event());
        } else if (happening instanceof Suspended) {
            out.head(SUSPENDED, entry.atMillis());
        } else if (happening instanceof Resumed) {
            out.head(RESUMED, entry.atMillis());
        } else if (happening instanceof Cancelling) {
            out.head(CANCELLING, entry.atMillis());
        } else if (happening instanceof Retried retried) {
            out.head(RETRIED, entry.atMillis()).varint(retried.stoodMillis());
        } else if (happening instanceof Forked forked) {
            out.head(FORKED, entry.atMillis()).text(forked.from()).text(forked.task()).varint(forked.run())
                    .payload(forked.input()).varint(forked.stoodMillis());
        } else if (happening instanceof TaskDone done) {
            out.head(TASK_DONE, entry.atMillis()).text(done.task()).varint(done.run()).payload(done.output())
                    .error(done.error());
        } else {
            throw new IllegalArgumentException("No encoding for " + happening);
        }
        return out.finish();
    }

    /** The lowest format version that can hold the entry. */
    private static int version(JournalEntry entry, List<ValueReference> references) {
        return entry.isAnnotated() ? ANNOTATED : references.isEmpty() ? PLAIN : REFERRING;
    }

    /**
     * Decodes an entry.
     *
     * @param restorer puts the values back that the payload refers to
     * @throws DamagedEntryException if it is not an output of {@link #encode}, or of a version that is not known yet
     */
    static JournalEntry decode(byte[] bytes, Restorer restorer) {
        if (bytes.length < CHECKSUM_BYTES + 2) {
            throw new DamagedEntryException("it has only " + bytes.length + " bytes");
        }
        int end = bytes.length - CHECKSUM_BYTES;
        int version = bytes[0] & 0xFF;
        if (version < PLAIN || version > ANNOTATED) {
            throw new DamagedEntryException(
                    "it has format version " + version + "; this version of Cairn reads up to " + ANNOTATED);
        }
        EntryBinaryReader in = new EntryBinaryReader(bytes, end, version == PLAIN ? null : restorer);
        in.octet();
        in.expectChecksum();
        int kind = in.octet();
        long atMillis = in.varint();
        int notes = version == ANNOTATED ? in.notes() : 0;
        CommandOrigin origin = (notes & EntryBinaryWriter.ORIGIN) != 0 ? in.origin() : null;
        TraceContext trace = (notes & EntryBinaryWriter.TRACE) != 0 ? in.trace() : null;
        JournalEvent happening = body(kind, in);
        in.expectEnd();
        return new JournalEntry(atMillis, happening, origin, trace);
    }

    /** Decodes only the place in a trace that an entry has; null if it has none. */
    static TraceContext decodeTrace(byte[] bytes) {
        if (bytes.length < CHECKSUM_BYTES + 2 || (bytes[0] & 0xFF) != ANNOTATED) {
            return null;
        }
        EntryBinaryReader in = new EntryBinaryReader(bytes, bytes.length - CHECKSUM_BYTES, null);
        in.octet();
        in.expectChecksum();
        in.octet();
        in.varint();
        int notes = in.notes();
        if ((notes & EntryBinaryWriter.ORIGIN) != 0) {
            in.origin();
        }
        return (notes & EntryBinaryWriter.TRACE) != 0 ? in.trace() : null;
    }

    private static JournalEvent body(int kind, EntryBinaryReader in) {
        switch (kind) {
            case STARTED_UNENCODED, STARTED:
                return new Started(in.text(), in.text(), in.fixed(), in.varint(), in.payload(), kind == STARTED);
            case COMPLETED:
                return new Completed(in.text(), in.payload());
            case FAILED:
                return new Failed(in.text(), in.error());
            case FAILED_RESPONSE:
                return new Failed(in.text(), in.error(), in.payload());
            case SCHEDULED:
                return new Scheduled(in.text(), in.varint());
            case FIRED:
                return new Fired(in.text());
            case CLOCK_READ:
                return new ClockRead(in.text(), in.varint());
            case TIMED_OUT:
                return new TimedOut(in.text(), in.number());
            case ENDED:
                return new Ended(in.status(), in.payloadIfAny(), in.errorIfAny());
            case RECEIVED:
                return new Received(in.text(), in.number(), in.payload());
            case SUSPENDED:
                return new Suspended();
            case RESUMED:
                return new Resumed();
            case RETRIED:
                return new Retried(in.varint());
            case FORKED:
                return new Forked(in.text(), in.text(), in.number(), in.payload(), in.varint());
            case TASK_DONE:
                return new TaskDone(in.text(), in.number(), in.payloadIfAny(), in.errorIfAny());
            case CANCELLING:
                return new Cancelling();
            default:
                throw new DamagedEntryException("its kind " + kind + " is unknown");
        }
    }

    static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    static int checksum(List<ByteBuffer> pieces) {
        CRC32C crc = new CRC32C();
        pieces.forEach(piece -> crc.update(piece.duplicate()));
        return (int) crc.getValue();
    }

    /** Puts values back into a payload. */
    interface Restorer {

        /**
         * @param skeleton the payload with {@code null} wherever a reference belongs
         * @throws DamagedEntryException if a reference leads nowhere
         */
        JsonPayload restore(JsonPayload skeleton, List<ValueReference> references);
    }
}
