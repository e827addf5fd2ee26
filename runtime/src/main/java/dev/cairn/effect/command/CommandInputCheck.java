package dev.cairn.effect.command;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;

/** Refuses command input that the machine would truncate or replace without a word. */
final class CommandInputCheck {

    private static final int SHOWN_CHARACTERS = 100;

    private final Charset encoding;

    /** {@code encoding} is what this JVM hands arguments and environment over in. */
    CommandInputCheck(Charset encoding) {
        this.encoding = encoding;
    }

    /** A text that is written to a file, in UTF-8. */
    String written(String name, String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw invalid(name, "it contains half a surrogate pair, which is no character");
        }
        return text;
    }

    /** A text that becomes an argument or the value of a variable. */
    String passed(String name, String text) {
        if (text.indexOf('\0') >= 0) {
            throw invalid(name, "it contains the character U+0000, which ends a text there");
        }
        if (!encoding.newEncoder().canEncode(written(name, text))) {
            throw CommandErrors.failure(Standard.CONFIGURATION, "Cannot start the command",
                    "CAIRN-0727: The command cannot be given " + name
                            + ": it contains characters that the encoding of this JVM, "
                            + encoding + ", does not have. Start the JVM in a UTF-8 locale, for instance with LC_ALL=C.UTF-8.");
        }
        return text;
    }

    /** A text that becomes the name of a variable. */
    String variable(String name) {
        String said = "an environment variable of the name \"" + shown(name) + "\"";
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw invalid(said, "such a name must have at least one character, and no \"=\"");
        }
        return passed(said, name);
    }

    /** A name as it may stand in a message. */
    static String shown(String name) {
        StringBuilder text = new StringBuilder();
        name.codePoints().limit(SHOWN_CHARACTERS).forEach(point -> {
            if (Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE) {
                text.append(String.format("\\u%04x", point));
            } else {
                text.appendCodePoint(point);
            }
        });
        return text.toString();
    }

    /** The error of a command that cannot be given something. */
    static WorkflowException invalid(String name, String why) {
        return CommandErrors.failure(Standard.VALIDATION, "Invalid data for the command",
                "CAIRN-0726: The command cannot be given "
                        + name + ": " + why + ". Correct the data, or encode them, for instance with @base64.");
    }
}
