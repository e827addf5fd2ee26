package dev.cairn.runtime.command;

import java.nio.charset.Charset;
import java.util.Map;

/**
 * How commands are run.
 *
 * @param enabled false if none is
 * @param interpreters executables by {@code shell} or the language of the script; for what is absent there is a usual one
 * @param limitMillis how long one may run
 * @param maxOutputBytes how much it may write to either of its outputs
 * @param encoding what this JVM hands arguments and environment over in
 */
public record CommandSettings(boolean enabled, Map<String, String> interpreters, long limitMillis, long maxOutputBytes,
        Charset encoding) {

    private static final Map<String, String> USUAL = Map.of("shell", "sh", "js", "node", "python", "python3");

    public CommandSettings {
        interpreters = Map.copyOf(interpreters);
        if (limitMillis < 1 || maxOutputBytes < 1) {
            throw new IllegalArgumentException(
                    "Settings of commands are out of range: " + limitMillis + ", " + maxOutputBytes);
        }
    }

    /** With the encoding that this JVM has. */
    public CommandSettings(boolean enabled, Map<String, String> interpreters, long limitMillis, long maxOutputBytes) {
        this(enabled, interpreters, limitMillis, maxOutputBytes, ProcessEncoding.ofThisJvm());
    }

    /** The executable, by path or by name. */
    String executable(String interpreter) {
        return interpreters.getOrDefault(interpreter, USUAL.getOrDefault(interpreter, interpreter));
    }
}
