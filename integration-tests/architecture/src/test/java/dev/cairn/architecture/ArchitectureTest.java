package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Holds the classes that are shipped to the design. */
@Tag("any-jdk")
class ArchitectureTest {

    private static final String ROOT = "dev.cairn";

    private static JavaClasses shipped;

    private final HouseRules rules = new HouseRules(ROOT);

    @BeforeAll
    static void importClasses() {
        shipped = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(ROOT);
    }

    @Test
    void everyShippedModuleIsSeen() {
        assertThat(shipped.stream().map(type -> type.getPackageName())).contains(
                "dev.cairn.spi", "dev.cairn.deployment", "dev.cairn.testkit", "dev.cairn.persistence.none",
                "dev.cairn.persistence.file", "dev.cairn.persistence.redis.deployment", "dev.cairn.persistence.jpa.deployment");
    }

    @Test
    void dependenciesPointOneWay() {
        rules.dependenciesPointOneWay(House.cairn()).check(shipped);
    }

    @Test
    void noPackageCycles() {
        rules.noPackageCycles().check(shipped);
    }

    @Test
    void onlyTheGlueKnowsQuarkus() {
        rules.onlyTheGlueKnowsQuarkus().check(shipped);
    }

    @Test
    void onlyTimeReadsClocksAndWaits() {
        rules.onlyTimeReadsClocksAndWaits().check(shipped);
    }
}
