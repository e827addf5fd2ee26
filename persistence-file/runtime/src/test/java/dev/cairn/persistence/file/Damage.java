package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;

/** Damages files of a directory at places where it has to be noticed. */
final class Damage {

    private Damage() {}

    /** Changes the last byte of the last group of the log. */
    static void toLastGroup(Disk disk) throws IOException {
        Map<String, Long> files = disk.files();
        for (String name : files.keySet().stream().filter(Segment::isName).sorted(Comparator.reverseOrder()).toList()) {
            long position;
            try (Segment segment = Segment.recover(disk, Segment.sequenceOf(name), files.get(name))) {
                if (segment.isEmpty()) {
                    continue;
                }
                position = Math.min(segment.writtenBytes(), files.get(name)) - 1;
            }
            try (DiskFile file = disk.open(name, false)) {
                // Behind the group are zeros, up to the end of its block.
                while (read(file, position) == 0) {
                    position--;
                }
                write(file, position, ~read(file, position));
                file.force();
            }
            return;
        }
    }

    private static int read(DiskFile file, long position) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, position);
        return one.get(0);
    }

    private static void write(DiskFile file, long position, int value) throws IOException {
        file.write(ByteBuffer.wrap(new byte[] { (byte) value }), position);
    }
}
