package dev.cairn.effect.command;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.regex.Pattern;

import org.jboss.logging.Logger;

import dev.cairn.spi.ExceptionMessageFormatter;

/**
 * The file by which a container gets variables that must not be in the environment of its command line. Its directory is that of
 * the command, which only this user can read. Its name tells the machine and the process that wrote it.
 */
final class EnvironmentFile {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /** Docker removes quotation marks around a value, Podman does not. To both, a carriage return belongs to the line's end. */
    private static final Pattern LINE = Pattern.compile("[!-~&&[^#=]][!-~&&[^=]]*=(?!(['\"]).*\\1\\z)[^\r\n]*", Pattern.DOTALL);
    /** Command lines read lines of less than 64 KiB. */
    private static final int MAX_LINE_BYTES = 65_000;

    private EnvironmentFile() {}

    /** Writes the file. Fails with a {@link dev.cairn.api.WorkflowException} if a container would get other variables. */
    static Path write(CommandLauncher files, String host, Map<String, String> variables) throws IOException {
        StringBuilder lines = new StringBuilder();
        variables.forEach((name, value) -> lines.append(line(name, value)).append('\n'));
        return files.write(prefix(host) + ProcessIdentity.current(), lines.toString());
    }

    private static String line(String name, String value) {
        String line = name + "=" + value;
        if (!LINE.matcher(line).matches() || line.getBytes(StandardCharsets.UTF_8).length > MAX_LINE_BYTES) {
            throw CommandInputCheck.invalid("environment variable " + CommandInputCheck.shown(name),
                    "the command line of containers reads such a name itself, so the container gets the variable by a file. There,"
                            + " the name has printable ASCII characters and no \"#\" at its start, and the value is one line"
                            + " without quotation marks around it; together they have at most " + MAX_LINE_BYTES
                            + " bytes. Give it another name");
        }
        return line;
    }

    private static String prefix(String host) {
        return "environment." + URLEncoder.encode(host, StandardCharsets.UTF_8) + ".";
    }

    /**
     * Removes the directories of commands with a file that a process of this machine has left which lives no more.
     *
     * @param parent the directory of these directories; other users may write to it
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
            LOG.warnf("CAIRN-0844: Cannot look for variables of containers that an earlier life of the application has left"
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
