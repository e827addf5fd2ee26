package dev.cairn.journal;

/**
 * Settings of the journal's encoding.
 *
 * @param largeValueBytes a value whose text has approximately this size or more is written once, and referred to after that; at
 *        least {@link #MIN_LARGE_VALUE_BYTES}
 * @param seal wraps entries before they are stored
 */
public record JournalEncodingOptions(int largeValueBytes, PayloadCodecChain seal) {

    /** A reference takes some tens of bytes: below this it would gain nothing. */
    public static final int MIN_LARGE_VALUE_BYTES = 256;

    /** The defaults as documented. */
    public static final JournalEncodingOptions DEFAULTS = new JournalEncodingOptions(4_096, PayloadCodecChain.NONE);

    public JournalEncodingOptions {
        if (largeValueBytes < MIN_LARGE_VALUE_BYTES) {
            throw new IllegalArgumentException(
                    "A value is large from " + MIN_LARGE_VALUE_BYTES + " bytes on at the earliest, not "
                            + largeValueBytes);
        }
    }
}
