package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds every error code to one meaning, written once and explained to users. */
@Tag("any-jdk")
class ErrorCodesTest {

    private static final String PAGE = "docs/modules/ROOT/pages/errors.adoc";

    @TempDir
    Path planted;

    @Test
    void everyCodeIsWrittenOnceAndExplained() {
        Path top = Sources.top();
        ErrorCodes codes = ErrorCodes.of(top, Sources.below(top), top.resolve(PAGE));
        assertThat(codes.written()).contains("CAIRN-0101", "CAIRN-0150", "CAIRN-0201");

        assertThat(codes.faults()).isEmpty();
    }

    @Test
    void reportsWhatIsWrong() throws IOException {
        Path main = source("module/src/main/java/Planted.java", """
                class Planted {
                    // Comments may cite CAIRN-0009.
                    String good = "CAIRN-0001: fine";
                    String twice = "CAIRN-0002";
                    String again = "CAIRN-0002";
                    String secret = "CAIRN-0003";
                }
                """);
        Path test = source("module/src/test/java/PlantedTest.java", "class PlantedTest { String code = \"CAIRN-0008\"; }");
        Path harness = source("integration-tests/harness/src/main/java/Harness.java",
                "class Harness { String code = \"CAIRN-0001\"; }");
        Path page = source("page.adoc", """
                [[CAIRN-0001]]CAIRN-0001:: Fine, unlike CAIRN-0007.
                [[CAIRN-0002]]CAIRN-0002:: Fine.
                [[CAIRN-0002]]CAIRN-0002:: Once more.
                [[CAIRN-0004]]CAIRN-0004:: Gone.
                """);

        assertThat(ErrorCodes.of(planted, List.of(main, test, harness), page).faults()).containsExactly(
                "CAIRN-0002 is written 2 times, in [module/src/main/java/Planted.java, module/src/main/java/Planted.java]:"
                        + " one code, one meaning, one constant",
                "CAIRN-0003 of [module/src/main/java/Planted.java] is not explained on the page about errors",
                "CAIRN-0002 is explained twice",
                "CAIRN-0004 is explained and does not exist");
    }

    private Path source(String name, String text) throws IOException {
        Path file = planted.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
