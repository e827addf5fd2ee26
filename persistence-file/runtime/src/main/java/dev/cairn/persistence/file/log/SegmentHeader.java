package dev.cairn.persistence.file.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

import dev.cairn.persistence.file.disk.FileReadBuffer;
import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;

/**
 * The first block of a segment: a mark, the format, the number of the file, a CRC-32C of these, zeros. So it stays in later formats, so
 * that each version can name the format of the others.
 */
public final class SegmentHeader {

    private static final long MARK = 0x434149524E4C4F47L;
    private static final int CHECKED_BYTES = 20;
    private static final int BYTES = CHECKED_BYTES + 4;

    private SegmentHeader() {}

    public static ByteBuffer of(int format, long sequence) {
        ByteBuffer block = ByteBuffer.allocate(LogSegment.BLOCK_BYTES);
        block.putLong(MARK).putInt(format).putLong(sequence);
        block.putInt(checksum(block));
        return block.rewind();
    }

    /**
     * The format of a segment.
     *
     * @throws dev.cairn.spi.StoreException if the file is of a format that is not read, or is damaged
     */
    static int check(StoreDisk disk, FileReadBuffer window, long sequence) {
        if (!window.has(0, LogSegment.BLOCK_BYTES)) {
            throw FileStoreExceptionFactory.damaged(disk.location(), window.name(),
                    "it is too short for a segment of a journal", null);
        }
        ByteBuffer header = ByteBuffer.wrap(window.copy(0, BYTES));
        if (header.getLong(0) != MARK || header.getInt(CHECKED_BYTES) != checksum(header)) {
            throw FileStoreExceptionFactory.damaged(disk.location(), window.name(),
                    "its first block is not that of a segment of a journal", null);
        }
        int format = header.getInt(8);
        if (format < PersistentStoreIndex.OLDEST_FORMAT || format > PersistentStoreIndex.FORMAT) {
            throw FileStoreExceptionFactory.unknownFormat(disk.location(), window.name(), Integer.toString(format));
        }
        if (header.getLong(12) != sequence) {
            throw FileStoreExceptionFactory.damaged(disk.location(), window.name(),
                    "it was written as " + LogSegment.nameOf(header.getLong(12)), null);
        }
        return format;
    }

    private static int checksum(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.slice(0, CHECKED_BYTES));
        return (int) crc.getValue();
    }
}
