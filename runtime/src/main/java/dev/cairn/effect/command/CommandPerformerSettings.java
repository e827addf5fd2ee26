package dev.cairn.effect.command;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * Settings of commands.
 *
 * @param enabled false to run none
 * @param interpreters executables by {@code shell} or the language of the script; a default replaces an absent one
 * @param limitMillis maximum duration of a command
 * @param maxOutputBytes maximum size of each of its outputs
 * @param containerOptions further options of the container runtime for each container
 * @param encoding the encoding in which this JVM passes arguments and environment
 */
public record CommandPerformerSettings(boolean enabled, Map<String, String> interpreters, long limitMillis, long maxOutputBytes,
        List<String> containerOptions, Charset encoding) {

    private static final Map<String, String> USUAL = Map.of("shell", "sh", "js", "node", "python", "python3",
            "container", "docker");

    public CommandPerformerSettings {
        interpreters = Map.copyOf(interpreters);
        containerOptions = List.copyOf(containerOptions);
        if (limitMillis < 1 || maxOutputBytes < 1) {
            throw new IllegalArgumentException(
                    "Settings of commands are out of range: " + limitMillis + ", " + maxOutputBytes);
        }
    }

    /** With the encoding that this JVM has. */
    public CommandPerformerSettings(boolean enabled, Map<String, String> interpreters, long limitMillis, long maxOutputBytes,
            List<String> containerOptions) {
        this(enabled, interpreters, limitMillis, maxOutputBytes, containerOptions, ProcessArgumentCharset.ofThisJvm());
    }

    /** The executable, by path or by name. */
    String executable(String interpreter) {
        return interpreters.getOrDefault(interpreter, USUAL.getOrDefault(interpreter, interpreter));
    }
}
