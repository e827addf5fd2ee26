package dev.cairn.architecture;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.JavaClasses;

/** Holds the classes that are shipped to the design. */
@Tag("any-jdk")
class ArchitectureTest {

    private static JavaClasses shipped;

    private final HouseRules rules = new HouseRules("dev.cairn");

    @BeforeAll
    static void importClasses() {
        shipped = ShippedClasses.read();
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
