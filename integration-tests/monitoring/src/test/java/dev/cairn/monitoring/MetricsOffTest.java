package dev.cairn.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.quarkus.metrics.EngineMetricsObserver;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;

/** An application can do without the meters of the engine. */
class MetricsOffTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = MonitoredApplication.build()
            .overrideConfigKey("quarkus.cairn.metrics.enabled", "false");

    @Test
    void nothingIsMeasured() {
        given().contentType("application/json").body("{}").post("/greet").then().statusCode(200);
        assertThat(MetricsScrape.take().types()).isNotEmpty()
                .noneSatisfy((name, type) -> assertThat(name).startsWith("cairn_"));
        assertThat(Arc.container().select(EngineMetricsObserver.class).isUnsatisfied()).isTrue();
    }
}
