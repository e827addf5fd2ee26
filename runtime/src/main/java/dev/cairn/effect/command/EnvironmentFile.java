package dev.cairn.effect.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The file by which a container gets variables that must not be in the environment of its command line. Its directory is that of
 * the command, which only this user can read.
 */
final class EnvironmentFile {

    /** Docker removes quotation marks around a value, Podman does not. To both, a carriage return belongs to the line's end. */
    private static final Pattern LINE = Pattern.compile("[!-~&&[^#=]][!-~&&[^=]]*=(?!(['\"]).*\\1\\z)[^\r\n]*", Pattern.DOTALL);
    /** Command lines read lines of less than 64 KiB. */
    private static final int MAX_LINE_BYTES = 65_000;

    private EnvironmentFile() {}

    /** Writes the file. Fails with a {@link dev.cairn.api.WorkflowException} if a container would get other variables. */
    static Path write(CommandLauncher files, Map<String, String> variables) throws IOException {
        StringBuilder lines = new StringBuilder();
        variables.forEach((name, value) -> lines.append(line(name, value)).append('\n'));
        return files.write("environment", lines.toString());
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
}
