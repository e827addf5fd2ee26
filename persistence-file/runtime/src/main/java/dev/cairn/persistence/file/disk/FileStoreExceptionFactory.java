package dev.cairn.persistence.file.disk;

import java.io.IOException;

import org.h2.mvstore.MVStoreException;

import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.StoreException;

/** Failures after which the file store cannot go on. It owns the codes {@code CAIRN-0500} to {@code CAIRN-0529}. */
public final class FileStoreExceptionFactory {

    private static final String NO_SPACE = "No space left";

    private FileStoreExceptionFactory() {}

    public static StoreException cannotOpenDirectory(String directory, Throwable cause) {
        return new StoreException(
                "CAIRN-0501: Cannot open the data directory [directory=" + directory + "]: "
                        + ExceptionMessageFormatter.of(cause)
                        + (String.valueOf(cause.getMessage()).contains(NO_SPACE) ? ". Make room on its disk."
                                : ". Create it, or set quarkus.cairn.file.path to one this user may write."),
                true, cause);
    }

    static StoreException inUse(String directory, String by) {
        return new StoreException("CAIRN-0502: Cannot open the data directory [directory=" + directory + "]: " + by
                + " has it open. One directory serves one store at a time; stop the other one or set another"
                + " quarkus.cairn.file.path.", true, null);
    }

    public static StoreException damaged(String directory, String file, String what, Throwable cause) {
        return new StoreException(
                "CAIRN-0503: Cannot read the stored instances [directory=" + directory + ", file=" + file + "]: "
                        + what + ". Nothing was changed; restore the directory from a backup, or move it away to start empty.",
                true, cause);
    }

    public static StoreException unknownFormat(String directory, String file, String found) {
        return new StoreException("CAIRN-0504: Cannot read the stored instances [directory=" + directory + ", file=" + file
                + ", format=" + found + "]: this version reads format " + PersistentStoreIndex.FORMAT + " and "
                + PersistentStoreIndex.OLDEST_FORMAT
                + ". Nothing was changed; use the version of Cairn that wrote it, or another quarkus.cairn.file.path.", true,
                null);
    }

    public static StoreException broken(String directory, Throwable cause) {
        return new StoreException(
                "CAIRN-0505: Cannot write [directory=" + directory + "]: " + ExceptionMessageFormatter.of(cause)
                        + ". Unacknowledged writes may be lost, and no more are accepted; check the disk and start again.",
                true,
                cause);
    }

    /** A failure that the disk did not cause, usually a lack of memory. */
    public static StoreException stopped(String directory, String thread, Object cause) {
        return new StoreException("CAIRN-0509: The file store has stopped [directory=" + directory + ", thread=" + thread
                + "]: "
                + cause
                + ". Unacknowledged writes may be lost, and no more are accepted. Start the application again; if"
                + " the memory did not suffice, give the JVM more heap.", true,
                cause instanceof Throwable thrown ? thrown : null);
    }

    public static StoreException noMemory(String directory, Throwable cause) {
        return new StoreException("CAIRN-0510: Cannot write a batch [directory=" + directory + "]: " + cause
                + ". Nothing of it was written, and the store goes on. It is tried again; if that lasts, give the JVM more heap.",
                false, cause);
    }

    /** True if a failure says nothing about the disk, so that another start of the application is what helps. */
    public static boolean isOfApplication(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof Error)) {
            root = root.getCause();
        }
        return !(root instanceof IOException || root instanceof StoreException || root instanceof MVStoreException);
    }

    public static StoreException closed(String directory) {
        return new StoreException("CAIRN-0506: The file store is closed [directory=" + directory + "].", true, null);
    }

    public static StoreException cannotAnswer(String directory, String what, Throwable cause) {
        return new StoreException(
                "CAIRN-0507: Cannot answer for " + what + " [directory=" + directory + "]: "
                        + ExceptionMessageFormatter.of(cause)
                        + ". Check the disk; if the file is damaged, restore the directory from a backup.",
                false, cause);
    }

    public static StoreException cannotRead(String directory, String what, Throwable cause) {
        return new StoreException("CAIRN-0508: Cannot read the journal of " + what + " [directory=" + directory + "]: "
                + ExceptionMessageFormatter.of(cause)
                + ". Restore the directory from a backup if the instance has to continue.", true,
                cause);
    }
}
