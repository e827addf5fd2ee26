package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.cairn.persistence.file.log.GroupHeader;
import dev.cairn.persistence.file.log.LogSegment;

/** Looks for segments whose file was another segment before. */
final class RecycledFiles {

    /** A group says where it was written: a mark, a checksum, then the number of the file. */
    private static final int GROUP_MARK = 0x43475250;

    private RecycledFiles() {}

    /** True if a segment of a directory has groups that were written under an earlier number. */
    static boolean areIn(Path directory) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(directory)) {
            segments = files.filter(file -> LogSegment.isName(file.getFileName().toString())).toList();
        }
        for (Path segment : segments) {
            if (isRecycled(ByteBuffer.wrap(Files.readAllBytes(segment)),
                    LogSegment.sequenceOf(segment.getFileName().toString()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRecycled(ByteBuffer content, long sequence) {
        for (int at = LogSegment.BLOCK_BYTES; at + GroupHeader.BYTES <= content.limit(); at += LogSegment.BLOCK_BYTES) {
            long writtenAs = content.getLong(at + 8);
            if (content.getInt(at) == GROUP_MARK && writtenAs > 0 && writtenAs < sequence) {
                return true;
            }
        }
        return false;
    }
}
