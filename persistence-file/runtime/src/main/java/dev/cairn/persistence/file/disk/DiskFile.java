package dev.cairn.persistence.file.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One open file of a {@link StoreDisk}. May be used by several threads at once. */
public interface DiskFile extends Closeable {

    /** Its name in the directory. */
    String name();

    /** Size in bytes. */
    long size() throws IOException;

    /** Fills the buffer from a position; fails if the file ends before. */
    void read(ByteBuffer target, long position) throws IOException;

    /** Writes the whole buffer. Durable after {@link #force()}. */
    void write(ByteBuffer source, long position) throws IOException;

    /** Cuts the file. Durable after {@link #force()}. */
    void truncate(long size) throws IOException;

    /** Returns when what was written to this file is on the disk: {@code fdatasync}. */
    void force() throws IOException;
}
