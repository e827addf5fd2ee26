package dev.cairn.integrations.grpc.descriptor;

import java.io.IOException;

/** The JSON of an answer while it is written: the texts of all its messages share one bound. For one thread. */
public final class BoundedJsonText implements Appendable {

    private final StringBuilder text = new StringBuilder();
    private long remainingBytes;

    /** @param maxBytes maximum size of all texts in UTF-8 */
    public BoundedJsonText(long maxBytes) {
        remainingBytes = maxBytes;
    }

    /** True if an answer had more. */
    public boolean isFull() {
        return remainingBytes < 0;
    }

    /** The text since the last one. */
    String take() {
        String taken = text.toString();
        text.setLength(0);
        return taken;
    }

    @Override
    public Appendable append(CharSequence part) throws IOException {
        return append(part, 0, part.length());
    }

    @Override
    public Appendable append(CharSequence part, int start, int end) throws IOException {
        for (int i = start; i < end; i++) {
            remainingBytes -= bytes(part.charAt(i));
        }
        if (isFull()) {
            throw new IOException("The text is too long");
        }
        text.append(part, start, end);
        return this;
    }

    @Override
    public Appendable append(char letter) throws IOException {
        return append(String.valueOf(letter));
    }

    /** Bytes of a character in UTF-8; each half of a pair has two of its four. */
    private static int bytes(char letter) {
        return letter < 0x80 ? 1 : letter < 0x800 || Character.isSurrogate(letter) ? 2 : 3;
    }
}
