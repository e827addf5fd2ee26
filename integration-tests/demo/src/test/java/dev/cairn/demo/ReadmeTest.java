package dev.cairn.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** What the README shows is what is tested here: each block says by a comment before it which file it is from. */
class ReadmeTest {

    static final Path TOP = Path.of("").toAbsolutePath().getParent().getParent();
    private static final Pattern BLOCK = Pattern.compile("<!-- from (\\S+) -->\n```\\w+\n(.*?)```\n", Pattern.DOTALL);

    @Test
    void eachBlockStandsInItsFile() throws IOException {
        String readme = Files.readString(TOP.resolve("README.md"));

        assertThat(BLOCK.matcher(readme).results()).hasSize(2).allSatisfy(ReadmeTest::standsInItsFile);
    }

    private static void standsInItsFile(MatchResult block) throws IOException {
        assertThat(Files.readString(TOP.resolve(block.group(1)))).contains(block.group(2));
    }
}
