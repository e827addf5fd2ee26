package dev.cairn.effect.command;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

import org.jboss.logging.Logger;

import dev.cairn.spi.ExceptionMessageFormatter;

/**
 * Removes the directories of commands that processes of this machine have left which live no more: inputs and outputs in them may be
 * secret. A directory has an empty file whose name tells the machine and the process that made it.
 */
final class CommandDirectorySweeper {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private CommandDirectorySweeper() {}

    /** Name of the file that tells that this process has made a directory. */
    static String owner() {
        return prefix(ProcessIdentity.host()) + ProcessIdentity.current();
    }

    private static String prefix(String host) {
        return "owner." + URLEncoder.encode(host, StandardCharsets.UTF_8) + ".";
    }

    /**
     * Removes what was left. Blocks on files.
     *
     * @param parent the directory of the directories; other users may write to it
     */
    static void sweep(Path parent, String host) {
        try {
            UserPrincipal user = CommandLauncher.user();
            try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, CommandLauncher.PREFIX + "*")) {
                for (Path directory : directories) {
                    // Other users cannot change a directory of this user, so it stays the same until it is removed.
                    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                            && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(user) && isLeft(directory, host)) {
                        CommandLauncher.remove(directory);
                    }
                }
            }
        } catch (IOException failure) {
            LOG.warnf("CAIRN-0844: Cannot look for files of commands that an earlier life of the application has left"
                    + " [directory=%s]: %s. Remove %s* there.", parent, ExceptionMessageFormatter.of(failure),
                    CommandLauncher.PREFIX);
        }
    }

    private static boolean isLeft(Path directory, String host) throws IOException {
        String prefix = prefix(host);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix) && ProcessIdentity.isGone(name.substring(prefix.length()))) {
                    return true;
                }
            }
            return false;
        } catch (IOException removedMeanwhile) {
            return false;
        }
    }
}
