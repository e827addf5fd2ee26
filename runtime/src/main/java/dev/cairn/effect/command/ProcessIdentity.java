package dev.cairn.effect.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A process of this machine, as labels of containers name it: by number and start, since numbers are given again.
 *
 * @param startMillis 0 if the machine does not tell it
 */
record ProcessIdentity(long pid, long startMillis) {

    /** Linux counts starts from the boot, whose time moves with each correction of the clock. */
    static final long MAX_CLOCK_DIFFERENCE_MILLIS = 300_000;

    /** Null until it is needed. */
    private static volatile String host;

    static ProcessIdentity of(ProcessHandle handle) {
        return new ProcessIdentity(handle.pid(), handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    static ProcessIdentity current() {
        return of(ProcessHandle.current());
    }

    /**
     * The machine, and the space that its process numbers are from: containers on one host may have one name and several spaces. The
     * first call may have to wait for a name server.
     */
    static String host() {
        if (host == null) {
            host = lookUpHost();
        }
        return host;
    }

    private static String lookUpHost() {
        String name;
        try {
            name = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException none) {
            name = "localhost";
        }
        try {
            return name + "/" + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException notLinux) {
            return name;
        }
    }

    /** True if the text names a process that has ended. */
    static boolean isGone(String text) {
        int end = text.indexOf('-');
        try {
            return end > 0
                    && new ProcessIdentity(Long.parseLong(text.substring(0, end)), Long.parseLong(text.substring(end + 1)))
                            .isGone();
        } catch (NumberFormatException notOfCairn) {
            return false;
        }
    }

    private boolean isGone() {
        ProcessIdentity self = current();
        if (pid == self.pid) {
            // An earlier process with this number, such as process 1 of a container that was started again: this process
            // always reads the same start.
            return startMillis != self.startMillis;
        }
        return ProcessHandle.of(pid).map(ProcessIdentity::of).filter(this::maybeSame).isEmpty();
    }

    private boolean maybeSame(ProcessIdentity other) {
        return startMillis == 0 || other.startMillis == 0
                || Math.abs(startMillis - other.startMillis) <= MAX_CLOCK_DIFFERENCE_MILLIS;
    }

    @Override
    public String toString() {
        return pid + "-" + startMillis;
    }
}
