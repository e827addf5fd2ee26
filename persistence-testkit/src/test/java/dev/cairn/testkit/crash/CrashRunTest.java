package dev.cairn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.testkit.crash.ContractViolation.Kind;

@Tag("crash")
@Tag("crash-file")
class CrashRunTest {

    private static final Scenario THING = new Scenario("thing", "/things", JsonNodeFactory.instance.objectNode(), List.of());

    private final CrashRunObservations ledger = new CrashRunObservations();

    @Test
    void anApplicationThatForgetsIsFoundOut(@TempDir Path directory) throws Exception {
        run(directory, 3, ForgetfulApplication.class.getName());

        assertThat(ledger.lives()).hasSize(5);
        assertThat(ledger.disturbances()).extracting(CrashRunObservations.Disturbance::life).containsExactly(1, 2, 3, 4);
        assertThat(CrashChecker.check(ledger)).isNotEmpty()
                .allSatisfy(violation -> assertThat(violation.kind()).isEqualTo(Kind.LOST_START));
    }

    @Test
    void withoutAKillItKeepsItsWord(@TempDir Path directory) throws Exception {
        run(directory, 0, ForgetfulApplication.class.getName());

        assertThat(ledger.starts()).isNotEmpty();
        assertThat(CrashChecker.check(ledger)).isEmpty();
    }

    @Test
    void anApplicationThatDoesNotStartIsNotTakenForOneThatKeepsItsWord(@TempDir Path directory) {
        assertThatThrownBy(() -> run(directory, 1, "no.such.Application")).hasMessageContaining("was never ready")
                .hasMessageContaining("no.such.Application");
        assertThat(directory.resolve("log")).content().contains("no.such.Application");
    }

    private void run(Path directory, int kills, String mainClass) throws InterruptedException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), mainClass);
        CrashSettings settings = new CrashSettings(42, kills, 10, Duration.ofMillis(500), 8, Duration.ofSeconds(20));
        new CrashRun(settings, ledger, List.of(THING), life -> command, directory.resolve("log")).run();
    }
}
