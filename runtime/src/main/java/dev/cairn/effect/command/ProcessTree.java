package dev.cairn.effect.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.jboss.logging.Logger;

import dev.cairn.time.RandomSource;

/**
 * All processes of one command, wherever they went. Each of them inherits a mark with its environment and keeps it when its parent
 * ends. Only Linux shows the environment of a process, in {@code /proc}; elsewhere none is found.
 */
final class ProcessTree {

    static final String VARIABLE = "CAIRN_COMMAND";

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final Path PROCESSES = Path.of("/proc");
    private static final int MAX_ROUNDS = 50;
    /** A process that began with an empty environment, or a zombie, stays unclear for ever. */
    private static final int MAX_UNCLEAR_ROUNDS = 3;
    /** Position of the flags after the name, and the flag of kernel threads, which have no environment: proc(5). */
    private static final int FLAGS = 6;
    private static final long KERNEL_THREAD = 0x0020_0000;

    /** Result of a look at all processes, by rising urgency. */
    private enum Sight {
        NOTHING,
        /** One ended after it was listed, maybe with a child that was not listed, or it is about to execute another program. */
        UNCLEAR,
        /** Only processes that were killed before. */
        DYING,
        ALIVE
    }

    private final String mark;

    ProcessTree(RandomSource chance) {
        this.mark = String.format("%016x%016x", chance.bits(), chance.bits());
    }

    void mark(Map<String, String> environment) {
        environment.put(VARIABLE, mark);
    }

    /** Kills them, and the processes that they start meanwhile. Blocks. */
    void kill() {
        Set<ProcessHandle> killed = new HashSet<>();
        Sight last = Sight.UNCLEAR;
        int unclear = 0;
        for (int round = 0; round < MAX_ROUNDS && unclear < MAX_UNCLEAR_ROUNDS && last != Sight.NOTHING; round++) {
            last = killRound(killed);
            unclear = last == Sight.UNCLEAR ? unclear + 1 : 0;
        }
        if (last == Sight.ALIVE) {
            LOG.warnf(
                    "CAIRN-0729: Cannot end all processes of a command [%s=%s, killed=%d]: it starts processes faster than they"
                            + " are killed. End those that have this variable in their environment.",
                    VARIABLE, mark, killed.size());
        }
    }

    private Sight killRound(Set<ProcessHandle> killed) {
        Sight most = Sight.NOTHING;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                Sight sight = sight(process);
                if (sight == Sight.ALIVE && !kill(process, killed)) {
                    sight = Sight.DYING;
                }
                most = sight.compareTo(most) > 0 ? sight : most;
            }
        } catch (IOException | DirectoryIteratorException notHere) {
            return Sight.NOTHING;
        }
        return most;
    }

    /** False if it was killed before. */
    private boolean kill(Path process, Set<ProcessHandle> killed) {
        // The handle knows when its process began. After a second look, the mark belongs to that process and not to an earlier
        // one with the same number.
        return ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                .filter(handle -> sight(process) == Sight.ALIVE)
                .filter(handle -> handle.destroyForcibly() && killed.add(handle)).isPresent();
    }

    private Sight sight(Path process) {
        try {
            String environment = text(process.resolve("environ"));
            if (environment.contains(mark)) {
                return Sight.ALIVE;
            }
            return environment.isEmpty() && !isOfKernel(process) ? Sight.UNCLEAR : Sight.NOTHING;
        } catch (AccessDeniedException ofAnotherUser) {
            return Sight.NOTHING;
        } catch (IOException ended) {
            return isOfKernel(process) ? Sight.NOTHING : Sight.UNCLEAR;
        }
    }

    private static boolean isOfKernel(Path process) {
        try {
            String stat = text(process.resolve("stat"));
            // Its name stands in parentheses before the rest and may have anything in it.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            return fields.length > FLAGS && (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0;
        } catch (IOException ended) {
            return false;
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
