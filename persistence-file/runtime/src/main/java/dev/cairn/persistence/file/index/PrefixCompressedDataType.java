package dev.cairn.persistence.file.index;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * Writes the keys or values of a page. Common parts of neighbours are written once: a string is the number of characters that
 * it shares with the previous one, and the rest.
 *
 * @param <T> the keys or values
 */
public abstract class PrefixCompressedDataType<T> extends BasicDataType<T> {

    private final Class<T> type;

    PrefixCompressedDataType(Class<T> type) {
        this.type = type;
    }

    /** Writes a value that follows another one, or null. */
    abstract void write(WriteBuffer target, T value, T before);

    /** Reads a value that follows another one, or null. */
    abstract T read(ByteBuffer source, T before);

    @Override
    public final void write(WriteBuffer target, T value) {
        write(target, value, null);
    }

    @Override
    public final T read(ByteBuffer source) {
        return read(source, (T) null);
    }

    @Override
    public final void write(WriteBuffer target, Object storage, int length) {
        T[] values = cast(storage);
        for (int i = 0; i < length; i++) {
            write(target, values[i], i == 0 ? null : values[i - 1]);
        }
    }

    @Override
    public final void read(ByteBuffer source, Object storage, int length) {
        T[] values = cast(storage);
        T before = null;
        for (int i = 0; i < length; i++) {
            before = read(source, before);
            values[i] = before;
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public final T[] createStorage(int size) {
        return (T[]) Array.newInstance(type, size);
    }

    /** Writes an ASCII string by what it does not share with the one before. */
    static void writeString(WriteBuffer target, String value, String before) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        int shared = 0;
        if (before != null && bytes.length == value.length()) {
            int most = Math.min(value.length(), before.length());
            while (shared < most && value.charAt(shared) == before.charAt(shared)) {
                shared++;
            }
        }
        target.putVarInt(shared).putVarInt(bytes.length - shared);
        for (int i = shared; i < bytes.length; i++) {
            target.put(bytes[i]);
        }
    }

    static String readString(ByteBuffer source, String before) {
        int shared = DataUtils.readVarInt(source);
        byte[] rest = new byte[DataUtils.readVarInt(source)];
        source.get(rest);
        if (shared == 0) {
            return new String(rest, StandardCharsets.UTF_8);
        }
        if (rest.length == 0 && shared == before.length()) {
            return before;
        }
        return before.substring(0, shared).concat(new String(rest, StandardCharsets.UTF_8));
    }

    static int memory(String value) {
        return value == null ? 0 : 48 + value.length();
    }
}
