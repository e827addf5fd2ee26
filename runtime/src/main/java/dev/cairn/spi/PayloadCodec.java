package dev.cairn.spi;

/**
 * Turns entries of journals into other bytes before they are stored, and back: compression, encryption. Cairn finds every bean
 * of this type. The extension has one codec for compression and one for encryption; applications can add more.
 *
 * <p>
 * An entry passes through the codecs that write, in the order of their {@link #stage()} and then of their {@link #id()}. The
 * ids of the codecs that changed it are stored with it. The set of writing codecs can therefore change at any time. Stored
 * entries stay readable as long as their codecs exist, writing or not.
 *
 * <p>
 * Events that nodes leave for each other in the store pass through the codecs too, as if they were the first entry of an
 * instance that has the id of the message.
 *
 * <p>
 * Codecs see the whole entry: payloads, texts of errors, identities of effects. They do not see the columns that a store builds
 * indexes on: the {@link InstanceRow} with the ids, times, business key and attributes.
 *
 * <p>
 * <b>Threads.</b> Called from many threads at once. Small entries are encoded on an event loop, so no method may block or wait.
 */
public interface PayloadCodec {

    /** The order in which codecs are applied: encrypted bytes can no longer be compressed. */
    enum Stage {
        COMPRESSION,
        ENCRYPTION
    }

    /**
     * The name that is stored with each entry this codec was applied to: 1 to 32 of {@code [a-z0-9-]}. It never changes, and no
     * other codec of the application has it.
     */
    String id();

    /** The stage at which it is applied. */
    Stage stage();

    /** False for a codec that only reads stored entries. Asked once, when the application starts. */
    default boolean writes() {
        return true;
    }

    /**
     * Encodes an entry.
     *
     * @param entry not to be changed
     * @param place the position at which the entry will be stored; {@link #decode} receives the same
     * @return the bytes to store; or {@code entry} itself, the same array, if encoding gains nothing: then the id of this codec
     *         is not stored with the entry, and it is not asked to decode it
     */
    byte[] encode(byte[] entry, EntryPlace place);

    /**
     * The method that the journal calls for each entry; a small entry has one piece, a large one several. A codec that works
     * piece by piece saves the arrays that the whole entry would need. Other codecs implement only {@link #encode(byte[],
     * EntryPlace)}.
     *
     * @return the entry to store, whose arrays do not change afterwards; or {@code entry} itself if encoding gains nothing;
     *        never null
     */
    default EncodedEntry encode(EncodedEntry entry, EntryPlace place) {
        byte[] whole = entry.bytes();
        byte[] encoded = encode(whole, place);
        return encoded == whole ? entry : EncodedEntry.of(encoded);
    }

    /**
     * Decodes the output of {@link #encode}.
     *
     * @param encoded not to be changed
     * @param place the position at which the entry was found
     * @return the entry as it was
     * @throws PayloadCodecException if it is damaged, or something that is needed to read it is missing
     */
    byte[] decode(byte[] encoded, EntryPlace place);
}
