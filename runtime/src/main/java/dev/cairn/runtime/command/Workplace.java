package dev.cairn.runtime.command;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.driver.EffectCall;
import dev.cairn.spi.CauseText;

/**
 * The files of one command, in a directory of its own that nobody else can read. Its outputs go to files, so that no thread has to
 * read them while it runs.
 */
final class Workplace {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final Map<String, String> SCRIPTS = Map.of("js", "script.mjs", "python", "script.py");
    /** What a command cannot do without; nothing else of this process, whose environment may have secrets. */
    private static final List<String> KEPT = List.of("PATH", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "TEMP");

    private final Path directory;

    private Workplace(Path directory) {
        this.directory = directory;
    }

    static Workplace create() throws IOException {
        Workplace workplace = new Workplace(Files.createTempDirectory("cairn-run"));
        Files.createDirectory(workplace.directory.resolve("work"));
        return workplace;
    }

    /** Starts a command; {@code executable} is what runs its code. */
    Process start(EffectCall call, String executable, Offspring offspring) throws IOException {
        JsonNode arguments = call.arguments();
        List<String> line = new ArrayList<>();
        line.add(executable);
        String script = SCRIPTS.get(arguments.path("interpreter").asText());
        if (script == null) {
            // What follows the text becomes $0, $1…
            line.addAll(List.of("-c", arguments.path("code").asText(), executable));
        } else {
            line.add(write(script, arguments.path("code").asText()).toString());
        }
        arguments.path("arguments").forEach(argument -> line.add(text(argument)));
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.resolve("work").toFile());
        environment(builder.environment(), call);
        offspring.mark(builder.environment());
        JsonNode stdin = arguments.path("stdin");
        builder.redirectInput(write("stdin", stdin.isMissingNode() || stdin.isNull() ? "" : text(stdin)).toFile());
        // Appended to: a command that opens /dev/stdout once more has two places in the file, and either would write over the other.
        return builder.redirectOutput(Redirect.appendTo(stdout())).redirectError(Redirect.appendTo(stderr())).start();
    }

    private static void environment(Map<String, String> environment, EffectCall call) {
        environment.keySet().retainAll(KEPT);
        environment.put("CAIRN_IDEMPOTENCY_KEY", call.idempotencyKey());
        call.arguments().path("environment").properties().forEach(
                variable -> environment.put(variable.getKey(), text(variable.getValue())));
    }

    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    private Path write(String name, String content) throws IOException {
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

    /** Removes the directory and all in it. */
    void remove() {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException failure) {
            LOG.warnf("CAIRN-0725: Cannot remove the directory of a command [directory=%s]: %s. Remove it.", directory,
                    CauseText.of(failure));
        }
    }
}
