package dev.cairn.monitoring;

import java.util.List;

import io.quarkus.test.QuarkusUnitTest;

/** An application with workflows for everything that is measured, whose store and time a test holds in its hands. */
final class MonitoredApplication {

    static final List<String> WORKFLOWS = List.of("asks", "attempts", "charge", "endless", "greet", "nightly", "noted",
            "notice",
            "order",
            "payment", "raised", "refund", "reminder", "reservation");

    private MonitoredApplication() {}

    static QuarkusUnitTest build() {
        return new QuarkusUnitTest().withApplicationRoot(root -> {
            root.addClasses(MonitoredApplication.class, Cashier.class, SkippingTime.class, SwitchableStore.class,
                    MetricsScrape.class,
                    MetricsScrape.Series.class, DocumentationFiles.class, MeterRow.class, AlertExpression.class);
            WORKFLOWS.forEach(name -> root.addAsResource("monitored/" + name + ".yaml", "workflows/" + name + ".yaml"));
        }).overrideConfigKey("quarkus.cairn.node.name", "north")
                .overrideConfigKey("quarkus.cairn.work.instance-budget", "100000")
                .overrideConfigKey("quarkus.cairn.secret.tenant.value", "hidden-tenant")
                .overrideConfigKey("quarkus.cairn.memory-wait", "1s");
    }
}
