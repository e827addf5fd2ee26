package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** Holds packages free of knots: classes that can only be read all at once. */
@Tag("any-jdk")
class ClassCycleTest {

    private static final CountLimit CYCLES = new CountLimit(5, "classes in a cycle", Map.of());

    @Test
    void classCyclesAreSmall() {
        Map<String, Integer> sizes = new TreeMap<>();
        ClassCycles.largestByPackage(ShippedClasses.read()).forEach((name, cycle) -> sizes.put(name, cycle.size()));

        assertThat(CYCLES.faults(sizes)).isEmpty();
    }

    @Test
    void findsTheLargestCycle() {
        JavaClasses planted = new ClassFileImporter().importPackages("dev.cairn.architecture.planted.knot");

        assertThat(ClassCycles.largestByPackage(planted)).containsExactly(
                entry("dev.cairn.architecture.planted.knot", Set.of("KnotFirst", "KnotSecond", "KnotThird")));
    }
}
