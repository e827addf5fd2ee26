package dev.cairn.crash.file;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.testkit.crash.ContractViolation;
import dev.cairn.testkit.crash.ContractViolation.Kind;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.CrashSettings;

/** The same with a store that acknowledges before it commits: if this were not found, the crash test would prove nothing. */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class PlantedFaultCrashIT {

    @Test
    void acknowledgingBeforeTheCommitIsFound(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws Exception {
        CrashSettings settings = new CrashSettings(7, 4, 100, Duration.ofSeconds(5), 24, Duration.ofSeconds(60));
        CrashApplication application = new CrashApplication(directory,
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"), "-Dcrash.acknowledge-before-commit=true");

        CrashRunObservations ledger = new CrashRunObservations();
        List<ContractViolation> violations = application.underKills(settings, ledger);

        violations.stream().limit(3).forEach(System.out::println);
        System.out.println("Planted fault: " + ledger + ": " + violations.stream()
                .collect(groupingBy(ContractViolation::kind, TreeMap::new, counting())));
        assertThat(violations).extracting(ContractViolation::kind).containsAnyOf(Kind.LOST_START,
                Kind.FINISHED_EFFECT_REPEATED);
    }
}
