package dev.cairn.spi;

/**
 * Turns entries of journals into other bytes before they are stored, and back: compression, encryption. A bean of this type is found
 * by itself. The application has one for compression and one for encryption; more can be added.
 *
 * <p>
 * An entry is taken through the codecs that write, in the order of their {@link #stage()} and then of their {@link #id()}, and the
 * ids of those that did something are stored with it. So what codecs write can change at any time, and what was stored stays
 * readable as long as its codecs are there, writing or not.
 *
 * <p>
 * Events that nodes leave for each other in the store are taken through the codecs too, as if they were the first entry of an
 * instance that has the id of the message.
 *
 * <p>
 * What codecs see is the whole entry: payloads, texts of errors, identities of effects. They do not see what a store builds indexes
 * on: the {@link InstanceRow} with the ids, times, business key and attributes.
 *
 * <p>
 * <b>Threads.</b> Called from many threads at once. Small entries are encoded on an event loop, so nothing here may block or wait.
 */
public interface PayloadCodec {

    /** In which order codecs are applied: what is encrypted cannot be compressed any more. */
    enum Stage {
        COMPRESSION,
        ENCRYPTION
    }

    /**
     * The name that is stored with each entry this codec was applied to: 1 to 32 of {@code [a-z0-9-]}. It never changes, and no
     * other codec of the application has it.
     */
    String id();

    /** When it is applied. */
    Stage stage();

    /** False for a codec that only reads what was stored earlier. Asked once, when the application starts. */
    default boolean writes() {
        return true;
    }

    /**
     * Encodes an entry.
     *
     * @param entry not to be changed
     * @param place where the entry will be stored; {@link #decode} is given the same
     * @return what is stored; or {@code entry} itself, the same array, if there is nothing to gain: then this codec is not noted
     *         with it and not asked to decode it
     */
    byte[] encode(byte[] entry, EntryPlace place);

    /**
     * What the journal calls for each entry, small ones too; a large one is in pieces. A codec that takes one after the other, and gives
     * pieces, spares the arrays that all of it would need; the others need not care: theirs is {@link #encode(byte[], EntryPlace)}.
     *
     * @return what is stored, of arrays that are not changed afterwards; or {@code entry} itself if there is nothing to gain; never null
     */
    default EncodedEntry encode(EncodedEntry entry, EntryPlace place) {
        byte[] whole = entry.bytes();
        byte[] encoded = encode(whole, place);
        return encoded == whole ? entry : EncodedEntry.of(encoded);
    }

    /**
     * Decodes what {@link #encode} returned.
     *
     * @param encoded not to be changed
     * @param place where the entry was found
     * @return the entry as it was
     * @throws PayloadCodecException if it is damaged, or something is missing that is needed to read it
     */
    byte[] decode(byte[] encoded, EntryPlace place);
}
