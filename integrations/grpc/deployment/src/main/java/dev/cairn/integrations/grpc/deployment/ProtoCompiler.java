package dev.cairn.integrations.grpc.deployment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.definition.CallTarget.NamedElement;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

/** Compiles proto files with {@code protoc}. */
final class ProtoCompiler {

    private static final int TIMEOUT_SECONDS = 60;
    private static final int MAX_PROBLEMS = 10;
    /** A message of the compiler with its place. */
    private static final Pattern MESSAGE = Pattern.compile("(\\S+\\.proto):(?:(\\d+):(\\d+):)?\\s*(.+)");

    private final Path executable;
    private final ProblemCollector problems;

    ProtoCompiler(Path executable, ProblemCollector problems) {
        this.executable = executable;
        this.problems = problems;
    }

    /**
     * Compiles a file with its imports.
     *
     * @param directory has the file and its imports
     * @return a {@code FileDescriptorSet}, or empty after problems were reported
     */
    Optional<byte[]> compile(NamedElement proto, Path directory) throws IOException, InterruptedException {
        Path set = directory.resolve("descriptors.bin");
        Path output = directory.resolve("protoc.out");
        Process process = new ProcessBuilder(List.of(executable.toString(), "-I.", "--include_imports",
                "--descriptor_set_out=" + set, proto.name()))
                .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
            problems.error(GrpcErrorCodes.PROTO, proto.location(), "The proto file \"" + proto.name()
                    + "\" was not compiled within " + TIMEOUT_SECONDS + " s.", "Build again on a machine with less load.");
            return Optional.empty();
        }
        if (process.exitValue() == 0) {
            return Optional.of(Files.readAllBytes(set));
        }
        report(proto, Files.readString(output, StandardCharsets.UTF_8));
        return Optional.empty();
    }

    private void report(NamedElement proto, String output) {
        List<Matcher> messages = output.lines().map(MESSAGE::matcher)
                .filter(message -> message.matches() && !message.group(4).startsWith("warning:")).toList();
        // A file that is not found is reported at its import as well.
        List<Matcher> placed = messages.stream().filter(message -> message.group(2) != null).toList();
        int reported = 0;
        for (Matcher message : placed.isEmpty() ? messages : placed) {
            SourceLocation place = message.group(2) == null ? new SourceLocation(message.group(1), 0, 0, "")
                    : new SourceLocation(message.group(1), Integer.parseInt(message.group(2)),
                            Integer.parseInt(message.group(3)), "");
            if (reported++ < MAX_PROBLEMS) {
                problems.error(GrpcErrorCodes.PROTO, place, sentence(message.group(4)), "Correct the proto file. Imports are"
                        + " files of the class path, by their path from its root or from the directory of the proto file.");
            }
        }
        if (reported == 0) {
            problems.error(GrpcErrorCodes.PROTO, proto.location(),
                    "The proto file \"" + proto.name() + "\" cannot be compiled: " + output.strip(), "Correct the proto file.");
        }
    }

    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }
}
