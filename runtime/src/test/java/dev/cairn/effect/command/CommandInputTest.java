package dev.cairn.effect.command;

import static dev.cairn.effect.command.CommandsUnderTest.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.port.EffectCall;

/** Data that cannot get to a command as they are. */
class CommandInputTest {

    private static final String HALF = "a\ud83d";

    @TempDir
    Path directory;

    private final CommandsUnderTest commands = new CommandsUnderTest();

    @AfterEach
    void stop() {
        commands.close();
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                Arguments.of(argument("a\0b"), "argument 2: it contains the character U+0000"),
                Arguments.of(argument(HALF), "argument 2: it contains half a surrogate pair"),
                Arguments.of(variable("NAME", "a\0b"), "environment variable NAME: it contains the character U+0000"),
                Arguments.of(variable("NAME", HALF), "environment variable NAME: it contains half a surrogate pair"),
                Arguments.of(variable("A=B", "c"), "an environment variable of the name \"A=B\": "),
                Arguments.of(variable("", "c"), "an environment variable of the name \"\": "),
                Arguments.of(variable("A\0", "c"),
                        "an environment variable of the name \"A\\u0000\": it contains the character U+0000"),
                Arguments.of(variable(HALF, "c"), "an environment variable of the name \"a\\ud83d\": it contains half"),
                Arguments.of(object().put("stdin", HALF), "the standard input: it contains half a surrogate pair"),
                Arguments.of(object().put("code", "true " + HALF), "the code: it contains half a surrogate pair"),
                Arguments.of(object().put("interpreter", "python").put("code", "# " + HALF), "the code: it contains half"));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void areNamedInAValidationError(ObjectNode arguments, String said) {
        Path witness = directory.resolve("witness");
        if (!arguments.has("code")) {
            arguments.put("code", "touch " + witness);
        }
        WorkflowError error = commands.error(call(arguments));
        assertThat(error.type()).isEqualTo(Standard.VALIDATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0726: The command cannot be given " + said).contains("Correct the data");
        assertThat(witness).doesNotExist();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "It has another limit, and another message")
    void areNamedInAValidationErrorIfTheyAreTooLarge() {
        WorkflowError error = commands.error(call(argument("x".repeat(140_000))));
        assertThat(error.type()).isEqualTo(Standard.VALIDATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0728").contains("argument 2, with 140000 characters")
                .contains("standard input");
        assertThat(commands.error(call(variable("NAME", "x".repeat(140_000)))).detail())
                .contains("environment variable NAME, with");
        assertThat(commands.error(call(object().put("code", "#" + "x".repeat(140_000)))).detail())
                .contains("the code, with 140001");
        assertThat(commands.run(call(object().put("code", "wc -c").put("stdin", "x".repeat(140_000)))).textValue().strip())
                .isEqualTo("140000");
    }

    @Test
    void areRefusedWhereTheJvmWouldReplaceThem() {
        commands.encodeIn(StandardCharsets.US_ASCII);
        notEncoded(call(argument("é")), "argument 2");
        notEncoded(call(variable("NAME", "é")), "environment variable NAME");
        notEncoded(call(variable("É", "e")), "an environment variable of the name \"É\"");
        notEncoded(call(object().put("code", "echo é")), "the code");
        EffectCall call = call("{\"code\": \"true\"}");
        notEncoded(new EffectCall("instance", call.workflow(), call.version(), "/do/0/é", "instance:/do/0/é", call.arguments()),
                "environment variable CAIRN_IDEMPOTENCY_KEY");
        assertThat(commands.run(call(argument("e").put("code", "printf %s \"$2\"; cat").put("stdin", "é"))).textValue())
                .isEqualTo("eé");
        assertThat(commands.run(call(object().put("interpreter", "python")
                .put("code", "import sys\nsys.stdout.buffer.write('é'.encode())"))).textValue()).isEqualTo("é");
    }

    private void notEncoded(EffectCall call, String name) {
        WorkflowError error = commands.error(call);
        assertThat(error.type()).isEqualTo(Standard.CONFIGURATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0727: The command cannot be given " + name + ": ").contains("US-ASCII")
                .contains("UTF-8 locale");
    }

    @Test
    void getThroughInAnyLanguageWhereTheJvmHasUtf8() {
        if (ProcessArgumentCharset.ofThisJvm().equals(StandardCharsets.UTF_8)) {
            assertThat(commands.run(call(argument("é\ud83d\ude00").put("code", "printf %s \"$2\""))).textValue())
                    .isEqualTo("é\ud83d\ude00");
        }
    }

    @Test
    void areEncodedAsTheJvmDoesIt() {
        Properties properties = new Properties();
        assertThat(ProcessArgumentCharset.of(properties, 25, StandardCharsets.UTF_8)).isEqualTo(StandardCharsets.UTF_8);
        properties.setProperty("native.encoding", "ISO-8859-1");
        assertThat(ProcessArgumentCharset.of(properties, 25, StandardCharsets.UTF_8)).isEqualTo(StandardCharsets.ISO_8859_1);
        properties.setProperty("sun.jnu.encoding", "ANSI_X3.4-1968");
        assertThat(ProcessArgumentCharset.of(properties, 25, StandardCharsets.UTF_8)).isEqualTo(StandardCharsets.US_ASCII);
        assertThat(ProcessArgumentCharset.of(properties, 17, StandardCharsets.UTF_8)).isEqualTo(StandardCharsets.UTF_8);
        properties.setProperty("os.name", "Windows 11");
        assertThat(ProcessArgumentCharset.of(properties, 25, StandardCharsets.US_ASCII)).isEqualTo(StandardCharsets.UTF_8);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode argument(String second) {
        ObjectNode arguments = object();
        arguments.putArray("arguments").add("first").add(second);
        return arguments;
    }

    private static ObjectNode variable(String name, String value) {
        ObjectNode arguments = object();
        arguments.putObject("environment").put(name, value);
        return arguments;
    }
}
