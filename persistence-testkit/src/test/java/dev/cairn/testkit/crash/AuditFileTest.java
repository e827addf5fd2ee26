package dev.cairn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.testkit.crash.ContractViolation.Kind;

class AuditFileTest {

    private final CrashRunObservations ledger = new CrashRunObservations();

    @Test
    void eachWholeLineIsASighting(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("audit"), "s-1 pack k1 1 100\ns-2 pack k2 2 200\ns-3 pack k3 2 3");

        AuditFile.read(file, ledger);

        assertThat(ledger.sightings()).containsExactly(new ObservedEffect("s-1", "pack", "k1", 1, 100),
                new ObservedEffect("s-2", "pack", "k2", 2, 200));
    }

    @Test
    void aLineOfAnotherShapeIsNotPassedOver(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("audit"), "s-1 pack k1 1\n");

        assertThatThrownBy(() -> AuditFile.read(file, ledger)).hasMessageContaining("s-1 pack k1 1");
    }

    @Test
    void whatTwoLivingLivesHaveWrittenIsFound(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("audit"), "s-1 pack k1 1 100\ns-1 pack k1 2 200\n");
        Scenario scenario = new Scenario("shop", "/shop", JsonNodeFactory.instance.objectNode(),
                List.of(ExpectedEffect.once("pack")));
        ledger.acknowledged(new CrashRunObservations.Start("s-1", scenario, "/instances/1"));

        AuditFile.read(file, ledger);

        assertThat(CrashChecker.check(ledger)).extracting(ContractViolation::kind).contains(Kind.REPEATED_WITHOUT_CRASH);
    }

    @Test
    void noFileIsNoSighting(@TempDir Path directory) {
        AuditFile.read(directory.resolve("audit"), ledger);

        assertThat(ledger.sightings()).isEmpty();
    }
}
