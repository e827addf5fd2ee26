package dev.cairn.effect.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files of commands, which may be secret, do not stay after a crash. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "The command is one of Linux")
class CommandDirectorySweeperTest {

    @TempDir
    Path directory;

    private final CommandsUnderTest commands = new CommandsUnderTest();

    @AfterEach
    void stop() {
        commands.close();
    }

    @Test
    void removesTheDirectoriesOfProcessesThatAreGone() throws IOException {
        Path left = leftover("cairn-run1", "owner.here%2Fpid.999999999-1");
        List<Path> kept = List.of(leftover("cairn-run2", "owner.here%2Fpid." + ProcessIdentity.current()),
                leftover("cairn-run3", "owner.there.999999999-1"), leftover("cairn-run4", "stdin"),
                leftover("other", "owner.here%2Fpid.999999999-1"));
        Path linked = Files.createSymbolicLink(directory.resolve("cairn-run5"), directory.resolve("other"));

        CommandDirectorySweeper.sweep(directory, "here/pid");

        assertThat(left).doesNotExist();
        assertThat(kept).allSatisfy(file -> assertThat(file).isDirectory());
        assertThat(linked).exists();
    }

    @Test
    void aCommandHasADirectoryThatTellsItsOwner() {
        commands.use(true, Map.of(), 60_000, 100_000);

        assertThat(commands.run("{\"code\": \"ls ..\"}").textValue().lines()).contains(CommandDirectorySweeper.owner(),
                "stdin");
    }

    private Path leftover(String name, String owner) throws IOException {
        Path made = Files.createDirectories(directory.resolve(name));
        Files.createDirectories(made.resolve("work"));
        Files.writeString(made.resolve("stdin"), "hush\n");
        Files.writeString(made.resolve(owner), "");
        return made;
    }
}
