package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.function.Function;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Proves that each rule can fail: the packages below {@code planted} are small houses, each with a fault in it.
 */
@Tag("any-jdk")
class PlantedViolationTest {

    private static final String PLANTED = "dev.cairn.architecture.planted";

    @Test
    void reportsADependencyThatPointsBack() {
        assertThat(violations("backwards", rules -> rules.dependenciesPointOneWay(House.cairn())))
                .hasSize(1).first().asString()
                .startsWith("value must not use program: ").contains("backwards.value.Number", "backwards.program.Operation");
    }

    @Test
    void reportsAPerformerThatReachesIntoTheEngine() {
        assertThat(violations("reaching", rules -> rules.dependenciesPointOneWay(House.cairn())))
                .hasSize(1).first().asString()
                .startsWith("effect.http must not use engine.instance: ")
                .contains("reaching.effect.http.Performer", "reaching.engine.instance.Instance");
    }

    @Test
    void reportsAnIntegrationThatUsesTheEngineOrTheCompiler() {
        assertThat(violations("integration", rules -> rules.dependenciesPointOneWay(House.cairn())))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("integrations.sms must not use engine: ").contains("SmsPerformer"),
                        line -> assertThat(line).startsWith("integrations.sms must not use compiler.jq: ")
                                .contains("SmsPerformer"),
                        line -> assertThat(line).startsWith("integrations.sms.deployment must not use compiler: ")
                                .contains("SmsProcessor"));
    }

    @Test
    void reportsAClassOutsideTheRooms() {
        assertThat(violations("outside", rules -> rules.dependenciesPointOneWay(House.cairn())))
                .hasSize(1).first().asString()
                .contains("outside.shed.Spade stands in no room of the house");
    }

    @Test
    void reportsAPackageCycle() {
        assertThat(violations("cycle", HouseRules::noPackageCycles))
                .hasSize(1).first().asString()
                .contains("Cycle detected", "cycle.driver.start", "cycle.driver.stop");
    }

    @Test
    void reportsQuarkusAndCdiInTheCore() {
        assertThat(violations("quarkus", HouseRules::onlyTheGlueKnowsQuarkus))
                .anyMatch(line -> line.contains("io.quarkus.arc.Arc"))
                .anyMatch(line -> line.contains("jakarta.enterprise.context.ApplicationScoped"))
                .anyMatch(line -> line.contains("jakarta.inject.Inject"))
                .anyMatch(line -> line.contains("quarkus.effect.http.HttpPerformer"))
                .noneMatch(line -> line.contains("quarkus.effect.function.FunctionPerformer"))
                .noneMatch(line -> line.contains("quarkus.http.Endpoint"));
    }

    @Test
    void reportsClocksRandomnessAndSleep() {
        List<String> violations = violations("uncontrolled", HouseRules::onlyTimeReadsClocksAndWaits);
        for (String call : List.of(
                "System.currentTimeMillis()", "System.nanoTime()", "Instant.now()", "LocalDate.now()", "LocalTime.now()",
                "LocalDateTime.now()", "OffsetDateTime.now()", "ZonedDateTime.now()", "Clock.systemUTC()", "Clock.tickMillis(",
                "Date.<init>()", "Random.<init>()", "ThreadLocalRandom.current()", "SplittableRandom.<init>()",
                "SecureRandom.<init>()", "UUID.randomUUID()", "Math.random()", "Thread.sleep(", "TimeUnit.sleep(",
                "LockSupport.parkNanos(")) {
            assertThat(violations).as(call).anyMatch(line -> line.contains(call));
        }
        assertThat(violations).as("a method reference")
                .anyMatch(line -> line.contains("references method <java.lang.System.nanoTime"));
        assertThat(violations).noneMatch(line -> line.contains("uncontrolled.time."));
    }

    @Test
    void theTableOfRoomsCannotDescribeACycle() {
        assertThatIllegalArgumentException().isThrownBy(() -> new House().room("a", "b").room("b", "a"))
                .withMessage("a may only use rooms that stand before it, not b");
    }

    private static List<String> violations(String house, Function<HouseRules, ArchRule> rule) {
        String root = PLANTED + "." + house;
        JavaClasses classes = new ClassFileImporter().importPackages(root);
        return rule.apply(new HouseRules(root)).evaluate(classes).getFailureReport().getDetails();
    }
}
