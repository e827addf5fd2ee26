package dev.cairn.effect.command;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import dev.cairn.spi.ExceptionMessageFormatter;

/**
 * The files of one command, in a directory of its own that only this user can read. Its outputs go to files, so that no thread
 * has to read them while it runs.
 */
final class CommandLauncher {

    /** Beginning of the names of the directories. */
    static final String PREFIX = "cairn-run";

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /** E2BIG, as JDKs write it. */
    private static final Pattern TOO_LARGE = Pattern.compile("error(=|: )7\\b");

    private final Path directory;

    private CommandLauncher(Path directory) {
        this.directory = directory;
    }

    static CommandLauncher create() throws IOException {
        CommandLauncher workplace = new CommandLauncher(Files.createTempDirectory(PREFIX));
        Files.createFile(workplace.directory.resolve(CommandDirectorySweeper.owner()));
        Files.createDirectory(workplace.directory.resolve("work"));
        return workplace;
    }

    /** Starts a process. */
    Process start(List<String> line, Map<String, String> environment, String stdin) throws IOException {
        return start(line, environment, Redirect.from(write("stdin", stdin).toFile()));
    }

    /** Starts a process whose standard input is written while it runs. */
    Process start(List<String> line, Map<String, String> environment) throws IOException {
        return start(line, environment, Redirect.PIPE);
    }

    private Process start(List<String> line, Map<String, String> environment, Redirect stdin) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.resolve("work").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectInput(stdin);
        // Appended to: a command that opens /dev/stdout once more has two places in the file, and either would write over the other.
        builder.redirectOutput(Redirect.appendTo(stdout())).redirectError(Redirect.appendTo(stderr()));
        return builder.start();
    }

    /** True if a process could not be started since its arguments and environment are too large. */
    static boolean isTooLarge(IOException failure) {
        return failure.getCause() != null && TOO_LARGE.matcher(ExceptionMessageFormatter.of(failure.getCause())).find();
    }

    /** The standard error, without white space around it. */
    String said(long maxBytes) throws IOException {
        return read(stderr(), maxBytes).strip();
    }

    Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    File stdout() {
        return directory.resolve("stdout").toFile();
    }

    File stderr() {
        return directory.resolve("stderr").toFile();
    }

    /** The text of an output; bytes that are no UTF-8 are replaced. */
    static String read(File output, long maxBytes) throws IOException {
        try (InputStream in = Files.newInputStream(output.toPath())) {
            return new String(in.readNBytes(Math.toIntExact(maxBytes)), StandardCharsets.UTF_8);
        }
    }

    /** The user who owns directories of this process. */
    static UserPrincipal user() throws IOException {
        CommandLauncher workplace = create();
        try {
            return Files.getOwner(workplace.directory);
        } finally {
            workplace.remove();
        }
    }

    /** Removes the directory and all in it. */
    void remove() {
        remove(directory);
    }

    static void remove(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException failure) {
            LOG.warnf("CAIRN-0725: Cannot remove the directory of a command [directory=%s]: %s. Remove it.", directory,
                    ExceptionMessageFormatter.of(failure));
        }
    }
}
