package dev.cairn.persistence.file.disk;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/**
 * The files of one data directory, and the lock on it.
 *
 * <p>
 * Everything the store does to a disk goes through here, so that a test can give it a disk that loses, tears and reorders what was
 * not made durable.
 */
public interface StoreDisk extends Closeable {

    /** All files that are there, by name, with how many bytes they have. */
    Map<String, Long> files() throws IOException;

    /** Opens a file for reading and writing; with {@code create}, a file that must not exist yet. */
    DiskFile open(String name, boolean create) throws IOException;

    /** Gives a file another name, replacing none. Durable after {@link #force()}. */
    void rename(String from, String to) throws IOException;

    /** Deletes a file. Durable after {@link #force()}. */
    void delete(String name) throws IOException;

    /** Makes the names of the files durable; their contents are not concerned. */
    void force() throws IOException;

    /** Location, for messages. */
    String location();
}
