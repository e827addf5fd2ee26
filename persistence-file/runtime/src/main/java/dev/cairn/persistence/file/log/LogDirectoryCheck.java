package dev.cairn.persistence.file.log;

import java.util.Comparator;
import java.util.Set;

import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;

/** Checks the names of the files of a directory, before any of them is opened. */
public final class LogDirectoryCheck {

    private LogDirectoryCheck() {}

    /** Refuses a directory that an earlier version of Cairn wrote. */
    public static void refuseEarlierFormat(String directory, Set<String> names) {
        names.stream().filter(LogSegment::isEarlierName).min(Comparator.naturalOrder()).ifPresent(name -> {
            throw FileStoreExceptionFactory.unknownFormat(directory, name, LogSegment.EARLIER_FORMATS);
        });
    }

    /** Refuses a directory that has nothing to rebuild an index from. */
    public static void refuseMissingLog(String directory, Set<String> names) {
        if (names.stream().noneMatch(LogSegment::isName)) {
            throw FileStoreExceptionFactory.damaged(directory, LogSegment.nameOf(1), "the directory has no file of the journal",
                    null);
        }
    }
}
