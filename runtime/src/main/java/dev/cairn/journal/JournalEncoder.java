package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Completed;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Failed;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.executor.JournalEvent.Received;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.journal.JournaledValueIndex.Found;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.PartIndexedJsonText;
import dev.cairn.value.ValueException;

/**
 * Encodes the entries of one instance, and writes nothing to a store. A large value that an earlier entry holds is not written
 * again: the entry refers to it. Costs nothing as long as no value is large. For one thread at a time.
 */
public final class JournalEncoder {

    private final int largeValueBytes;
    /** Null until a large value was written. */
    private JournaledValueIndex known;

    /** A writer of an instance whose journal is empty. */
    public JournalEncoder(JournalEncodingOptions options) {
        this(options.largeValueBytes(), null);
    }

    JournalEncoder(int largeValueBytes, JournaledValueIndex known) {
        this.largeValueBytes = largeValueBytes;
        this.known = known;
    }

    /**
     * Encodes an entry.
     *
     * @param position number of entries before it, which must be stored earlier or together with it
     * @param entry not changed; its trees are in canonical form
     */
    public byte[] encode(long position, JournalEntry entry) {
        return encode(position, entry, new WrittenTextCache(false)).bytes();
    }

    /**
     * As {@link #encode(long, JournalEntry)}, without an array for all of a large entry. Outputs and events receive their text, for
     * callers that wait for it.
     *
     * @param texts texts of the entries that are stored together with this one
     */
    EncodedEntry encode(long position, JournalEntry entry, WrittenTextCache texts) {
        JsonPayload payload = payload(entry.event());
        if (payload == null) {
            return EntryCodec.encode(entry);
        }
        try {
            return encode(position, entry, payload, texts);
        } catch (ValueException tooDeep) {
            if (entry.event() instanceof TaskDone) {
                // Nothing but the note has it: a replay computes it again.
                return EntryCodec.encode(with(null, entry));
            }
            throw tooDeep;
        }
    }

    private EncodedEntry encode(long position, JournalEntry entry, JsonPayload payload, WrittenTextCache texts) {
        List<Found> found = known == null || isSmall(payload) ? List.of() : known.find(payload.tree(), position);
        if (found.isEmpty() && payload.knownTextBytes() < 0 && payload.isAtLeast(largeValueBytes)) {
            return large(position, entry, payload, texts);
        }
        EncodedEntry encoded = found.isEmpty() ? EntryCodec.encode(entry) : referring(entry, payload, found, texts);
        if (encoded.size() >= largeValueBytes && !isLast(entry)) {
            known().addAll(payload.tree(), position);
        }
        return encoded;
    }

    private boolean isSmall(JsonPayload payload) {
        int bytes = payload.knownTextBytes();
        return bytes >= 0 && bytes < largeValueBytes;
    }

    /** Nothing that is written after the end could refer to it. */
    private static boolean isLast(JournalEntry entry) {
        return entry.event() instanceof Ended;
    }

    private JournaledValueIndex known() {
        if (known == null) {
            known = new JournaledValueIndex(largeValueBytes);
        }
        return known;
    }

    /** A large payload that was not written before: where its large parts are is found out on the way. */
    private EncodedEntry large(long position, JournalEntry entry, JsonPayload payload, WrittenTextCache texts) {
        PartIndexedJsonText text = PartIndexedJsonText.of(payload.tree(), largeValueBytes);
        texts.add(text);
        if (isLast(entry) || entry.event() instanceof Received) {
            // A caller may wait for the output, and other instances for the event.
            payload.textIs(text.pieces());
        }
        if (text.whole() != null && !isLast(entry)) {
            known().addAll(text.whole(), position);
        }
        return EntryCodec.encode(with(JsonPayload.ofText(text.pieces()), entry));
    }

    private static EncodedEntry referring(JournalEntry entry, JsonPayload payload, List<Found> found, WrittenTextCache texts) {
        Set<JsonNode> left = Collections.newSetFromMap(new IdentityHashMap<>());
        found.forEach(value -> left.add(value.value()));
        PartIndexedJsonText skeleton = PartIndexedJsonText.without(payload.tree(), left);
        if (isLast(entry)) {
            List<List<ByteBuffer>> written = found.stream().map(value -> texts.of(value.value())).toList();
            if (!written.contains(null)) {
                payload.textIs(skeleton.filled(written));
            }
        }
        return EntryCodec.encode(with(JsonPayload.ofText(skeleton.pieces()), entry),
                found.stream().map(Found::reference).toList());
    }

    /** The payload of an entry, or null if it has none. */
    static JsonPayload payload(JournalEvent happening) {
        if (happening instanceof Started started) {
            return started.input();
        }
        if (happening instanceof Completed completed) {
            return completed.output();
        }
        if (happening instanceof Failed failed) {
            return failed.response();
        }
        if (happening instanceof Received received) {
            return received.event();
        }
        if (happening instanceof Forked forked) {
            return forked.input();
        }
        if (happening instanceof TaskDone done) {
            return done.output();
        }
        return happening instanceof Ended ended ? ended.output() : null;
    }

    private static JournalEntry with(JsonPayload payload, JournalEntry entry) {
        return new JournalEntry(entry.atMillis(), with(payload, entry.event()), entry.origin(), entry.trace());
    }

    private static JournalEvent with(JsonPayload payload, JournalEvent happening) {
        if (happening instanceof Started started) {
            return new Started(started.workflow(), started.version(), started.shape(), started.atMillis(), payload,
                    started.asciiEffects());
        }
        if (happening instanceof Completed completed) {
            return new Completed(completed.effect(), payload);
        }
        if (happening instanceof Failed failed) {
            return new Failed(failed.effect(), failed.error(), payload);
        }
        if (happening instanceof Received received) {
            return new Received(received.effect(), received.filter(), payload);
        }
        if (happening instanceof Forked forked) {
            return new Forked(forked.from(), forked.task(), forked.run(), payload, forked.stoodMillis());
        }
        if (happening instanceof TaskDone done) {
            return new TaskDone(done.task(), done.run(), payload, done.error());
        }
        Ended ended = (Ended) happening;
        return new Ended(ended.status(), payload, ended.error());
    }
}
