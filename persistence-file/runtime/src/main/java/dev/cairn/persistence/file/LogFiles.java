package dev.cairn.persistence.file;

import java.util.Comparator;
import java.util.Set;

/** Looks at the names of the files of a directory, before any of them is opened. */
final class LogFiles {

    private LogFiles() {}

    /** Refuses a directory that an earlier version of Cairn wrote. */
    static void refuseEarlierFormat(String directory, Set<String> names) {
        names.stream().filter(Segment::isEarlierName).min(Comparator.naturalOrder()).ifPresent(name -> {
            throw Failures.unknownFormat(directory, name, Segment.EARLIER_FORMATS);
        });
    }

    /** Refuses a directory that has nothing to rebuild an index from. */
    static void refuseMissingLog(String directory, Set<String> names) {
        if (names.stream().noneMatch(Segment::isName)) {
            throw Failures.damaged(directory, Segment.nameOf(1), "the directory has no file of the journal", null);
        }
    }
}
