package dev.cairn.persistence.file.log;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

import dev.cairn.persistence.file.disk.FileReadBuffer;

/**
 * Header of a group of records. A group is one commit: after a crash it is either complete or ignored.
 *
 * <p>
 * Its bytes: a mark, a CRC-32C of all following bytes, the number of the file, the address of the first byte of the group, and
 * the length of the records, which follow.
 *
 * @param address address of its own first byte
 * @param length size of the following records in bytes
 */
public record GroupHeader(long address, int length) {

    public static final int BYTES = 28;

    private static final int MARK = 0x43475250;
    private static final int CHECKED_FROM = 8;

    /**
     * Fills in the header of a group.
     *
     * @param group room for the header, and the records, in one buffer after the other; the header is in the first. Their positions stay
     *        as they are
     * @param sequence number of the file it will be in
     * @param address its address in the log
     */
    static void write(List<ByteBuffer> group, long sequence, long address) {
        ByteBuffer first = group.get(0);
        int start = first.position();
        first.putInt(start, MARK);
        first.putLong(start + 8, sequence);
        first.putLong(start + 16, address);
        first.putInt(start + 24, group.stream().mapToInt(ByteBuffer::remaining).sum() - BYTES);
        CRC32C crc = new CRC32C();
        crc.update(first.slice(start + CHECKED_FROM, first.remaining() - CHECKED_FROM));
        group.subList(1, group.size()).forEach(buffer -> crc.update(buffer.duplicate()));
        first.putInt(start + 4, (int) crc.getValue());
    }

    /**
     * The header of the group at a position of a file; null if no whole one is there.
     *
     * @param sequence number of the file
     */
    static GroupHeader find(FileReadBuffer window, long position, long sequence) {
        if (!window.has(position, BYTES)) {
            return null;
        }
        ByteBuffer header = window.at(position, BYTES);
        int mark = header.getInt();
        int checksum = header.getInt();
        CRC32C crc = new CRC32C();
        crc.update(header.slice());
        long writtenTo = header.getLong();
        long address = header.getLong();
        int length = header.getInt();
        if (mark != MARK || writtenTo != sequence || length <= 0 || !window.has(position + BYTES, length)) {
            return null;
        }
        // In parts: the length is not known to be right before the checksum is.
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, window.capacity());
            crc.update(window.at(position + BYTES + done, part));
            done += part;
        }
        return (int) crc.getValue() == checksum ? new GroupHeader(address, length) : null;
    }
}
