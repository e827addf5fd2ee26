package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoreException;

/**
 * Applies payload codecs to entries before they are stored, and puts the names of the applied ones in front. An entry that no
 * codec changed is stored as it is. Immutable and thread-safe.
 *
 * <pre>
 * sealed = 0xC0, how many codecs (1 byte), their names in the order they were applied (1 byte length, ASCII), what the last one
 *          gave, checksum (4 bytes, big endian: CRC-32C of all before it)
 * </pre>
 */
public final class PayloadCodecChain {

    /** No codecs: entries are stored as they are. */
    public static final PayloadCodecChain NONE = of(List.of());

    /** No entry begins with this: it would be its version. */
    static final int MARKER = 0xC0;

    private static final int CHECKSUM_BYTES = 4;
    private static final int MAX_CODECS = 8;
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,32}");

    private final Map<String, PayloadCodec> byId = new HashMap<>();
    private final List<PayloadCodec> writingCodecs;

    private PayloadCodecChain(List<PayloadCodec> writingCodecs) {
        this.writingCodecs = writingCodecs;
    }

    /**
     * The seal of an application.
     *
     * @param codecs all there are, in any order
     * @throws IllegalArgumentException if an id is none, or not the only one of its kind
     */
    public static PayloadCodecChain of(List<? extends PayloadCodec> codecs) {
        PayloadCodecChain seal = new PayloadCodecChain(codecs.stream().filter(PayloadCodec::writes)
                .sorted(Comparator.comparing(PayloadCodec::stage).thenComparing(PayloadCodec::id))
                .<PayloadCodec>map(codec -> codec)
                .toList());
        for (PayloadCodec codec : codecs) {
            if (!ID.matcher(codec.id()).matches() || seal.byId.put(codec.id(), codec) != null) {
                throw new IllegalArgumentException("CAIRN-0473: The payload codec " + codec.getClass().getName()
                        + " cannot be used [id=" + codec.id()
                        + "]: an id has 1 to 32 of a-z, 0-9 and hyphens, and each codec has"
                        + " its own.");
            }
        }
        if (seal.writingCodecs.size() > MAX_CODECS) {
            throw new IllegalArgumentException("CAIRN-0474: The application has " + seal.writingCodecs.size()
                    + " payload codecs that write; " + MAX_CODECS + " can be applied to an entry.");
        }
        return seal;
    }

    /** Takes an entry through the codecs. May take long if it is large. */
    public byte[] seal(byte[] entry, EntryPlace place) {
        return seal(EncodedEntry.of(entry), place).bytes();
    }

    /**
     * As {@link #seal(byte[], EntryPlace)}, for bytes that a caller waits for.
     *
     * @throws StoreException temporary, if a codec fails: it may need a key that is not there yet
     */
    public byte[] sealForStore(byte[] entry, EntryPlace place) {
        try {
            return seal(entry, place);
        } catch (RuntimeException failure) {
            throw new StoreException("a payload codec failed: " + ExceptionMessageFormatter.of(failure), false, failure);
        }
    }

    /** As {@link #seal(byte[], EntryPlace)}; an entry in pieces stays so, unless a codec wants it whole. */
    EncodedEntry seal(EncodedEntry entry, EntryPlace place) {
        if (writingCodecs.isEmpty()) {
            return entry;
        }
        EncodedEntry data = entry;
        List<String> applied = new ArrayList<>(writingCodecs.size());
        for (PayloadCodec codec : writingCodecs) {
            EncodedEntry encoded = codec.encode(data, place);
            if (encoded != data) {
                applied.add(codec.id());
                data = encoded;
            }
        }
        return applied.isEmpty() ? entry : wrap(applied, data);
    }

    /**
     * Gives the entry back.
     *
     * @throws DamagedEntryException if the stored bytes are not those that were sealed for this position
     * @throws PayloadCodecException if a codec is missing, or something a codec needs
     */
    public byte[] open(byte[] stored, EntryPlace place) {
        if (stored.length == 0 || (stored[0] & 0xFF) != MARKER) {
            return stored;
        }
        EntryBinaryReader in = new EntryBinaryReader(stored, Math.max(0, stored.length - CHECKSUM_BYTES), null);
        in.octet();
        in.expectChecksum();
        List<PayloadCodec> applied = new ArrayList<>();
        for (int count = in.octet(); count > 0; count--) {
            applied.add(codec(in.ascii(in.octet()), place));
        }
        byte[] data = in.rest();
        try {
            for (int i = applied.size() - 1; i >= 0; i--) {
                data = applied.get(i).decode(data, place);
            }
        } catch (PayloadCodecException failure) {
            throw failure.damaged() ? new DamagedEntryException(failure.getMessage()) : failure;
        }
        return data;
    }

    private PayloadCodec codec(String id, EntryPlace place) {
        PayloadCodec codec = byId.get(id);
        if (codec == null) {
            throw new PayloadCodecException("CAIRN-0472: Cannot read an entry [instance=" + place.instanceId() + ", position="
                    + place.position() + ", codec=" + id + "]: the application has no payload codec of this id any more. Add it"
                    + " again; nothing is lost", false, null);
        }
        return codec;
    }

    private static EncodedEntry wrap(List<String> applied, EncodedEntry data) {
        ByteBuffer head = ByteBuffer.allocate(2 + applied.stream().mapToInt(id -> 1 + id.length()).sum());
        head.put((byte) MARKER).put((byte) applied.size());
        applied.forEach(id -> head.put((byte) id.length()).put(id.getBytes(StandardCharsets.US_ASCII)));
        List<ByteBuffer> pieces = new ArrayList<>(data.pieces().size() + 2);
        pieces.add(head.flip());
        pieces.addAll(data.pieces());
        pieces.add(ByteBuffer.allocate(CHECKSUM_BYTES).putInt(0, EntryCodec.checksum(pieces)));
        return EntryBinaryWriter.entry(pieces);
    }
}
