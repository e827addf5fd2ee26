package dev.cairn.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.Set;
import java.util.function.Predicate;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Rules between the classes below a root package. The root is a parameter, so that each rule can be tried on planted
 * violations.
 */
final class HouseRules {

    /** The rooms that may use Quarkus and CDI, and one package of a room that may not: it calls beans. */
    private static final Set<String> GLUE = Set.of("quarkus", "effect.function", "http", "management", "devui", "tracing",
            "deployment", "persistence", "integrations");

    /** The rooms that may ask the machine for the time; the test kit watches real applications, whose time it cannot hold. */
    private static final Set<String> REAL_TIME = Set.of("time", "testkit");

    private final String root;

    HouseRules(String root) {
        this.root = root;
    }

    /** A room uses only what {@code house} allows it, and no class stands outside the rooms. */
    ArchRule dependenciesPointOneWay(House house) {
        return classes().that().resideInAPackage(root + "..")
                .should(new ArchCondition<>("use only the rooms that theirs may use") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        String from = belowRoot(type);
                        if (!house.has(from)) {
                            events.add(SimpleConditionEvent.violated(type,
                                    type.getName() + " stands in no room of the house; add its room to the table"));
                            return;
                        }
                        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                            JavaClass target = dependency.getTargetClass().getBaseComponentType();
                            if (inside(target) && house.has(belowRoot(target)) && !house.allows(from, belowRoot(target))) {
                                events.add(SimpleConditionEvent.violated(dependency, from + " must not use "
                                        + belowRoot(target) + ": " + dependency.getDescription()));
                            }
                        }
                    }
                });
    }

    ArchRule noPackageCycles() {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    ArchRule onlyTheGlueKnowsQuarkus() {
        return noClasses().that(resideInAPackage("outside the glue",
                below -> GLUE.stream().noneMatch(glue -> House.isWithin(below, glue))))
                .should().dependOnClassesThat().resideInAnyPackage("io.quarkus..", "jakarta.enterprise..", "jakarta.inject..");
    }

    /** Time, randomness and waiting come from the room {@code time}, so that tests can hold them in their hands. */
    ArchRule onlyTimeReadsClocksAndWaits() {
        return classes().that(resideInAPackage("outside time", below -> !REAL_TIME.contains(House.roomOf(below))))
                .should(new ArchCondition<>("read no clock, draw no random number and not sleep") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                            if (Uncontrolled.isReachedBy(access)) {
                                events.add(SimpleConditionEvent.violated(access, access.getDescription()));
                            }
                        }
                    }
                });
    }

    private DescribedPredicate<JavaClass> resideInAPackage(String description, Predicate<String> belowRoot) {
        return DescribedPredicate.describe("reside " + description, type -> inside(type) && belowRoot.test(belowRoot(type)));
    }

    private boolean inside(JavaClass type) {
        return type.getPackageName().startsWith(root + ".") || type.getPackageName().equals(root);
    }

    private String belowRoot(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) ? "" : name.substring(root.length() + 1);
    }
}
