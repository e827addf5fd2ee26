package dev.cairn.conformance;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.definition.Problem;
import io.quarkus.test.QuarkusUnitTest;

/**
 * The conformance kit of the specification, against an application that has all of its definitions. Definitions that do not
 * compile are left out of the application; their cases are missed for the reason that a build would give.
 */
@Tag("long")
@Tag("conformance")
@Tag("any-jdk")
class ConformanceKitTest {

    private static final String PREFIX = "kit:";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(ConformanceKitTest::addDefinitions)
            // The stub has a port of its own in each run, so there is no copy of its document.
            .overrideConfigKey("quarkus.cairn.documents.mode", "add")
            .overrideConfigKey("quarkus.cairn.documents.directory", "target/documents/cairn")
            .setAfterAllCustomizer(Stub::stop);

    @Inject
    CairnClient cairn;

    /** Several scenarios use the same name, so each gets one of its own. */
    private static String definition(ConformanceScenario scenario) {
        return scenario.definition().replaceFirst("(?m)^(\\s+namespace:).*$", "$1 kit")
                .replaceFirst("(?m)^(\\s+name:).*$", "$1 " + scenario.id());
    }

    private static void addDefinitions(JavaArchive root) {
        root.addPackage(ConformanceKitTest.class.getPackage()).addAsResource("floors.properties")
                .addAsResource("remote/swagger.json");
        for (ConformanceScenario scenario : ConformanceData.isPresent() ? ConformanceScenario.all()
                : List.<ConformanceScenario>of()) {
            String definition = definition(scenario);
            if (Definitions.compile(scenario.id() + ".yaml", definition).errors().isEmpty()) {
                root.addAsResource(new StringAsset(Stub.started().redirected(definition)),
                        "workflows/" + scenario.id() + ".yaml");
            }
        }
    }

    @Test
    void passesTheConformanceKit() throws IOException {
        ConformanceData.assumePresent("conformance kit");
        SuiteReport report = new SuiteReport("conformance kit");
        for (ConformanceScenario scenario : ConformanceScenario.all()) {
            report.add(scenario.id() + " " + scenario.title(), missed(scenario));
        }
        report.publish();
        report.holdFloor();
    }

    /** Null if the scenario passes, else why not. */
    private String missed(ConformanceScenario scenario) {
        Definitions.Result compiled = Definitions.compile(scenario.id() + ".yaml", definition(scenario));
        if (compiled.program().isEmpty()) {
            return compiled.errors().stream().map(Problem::message).distinct().collect(Collectors.joining("; "));
        }
        KitRun run = KitRun.of(cairn, PREFIX + scenario.id(), scenario, compiled.program().get());
        List<String> unmet = scenario.expectations().stream().map(run::unmet).filter(Objects::nonNull).toList();
        return unmet.isEmpty() ? null : String.join("; ", unmet);
    }

    /** Started when the application is made, not when the test's class is loaded, which happens twice. */
    private static final class Stub {

        private static KitStub stub;

        static KitStub started() {
            stub = stub == null ? new KitStub() : stub;
            return stub;
        }

        static void stop() {
            if (stub != null) {
                stub.close();
                stub = null;
            }
        }
    }
}
