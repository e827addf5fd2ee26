package dev.cairn.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.engine.observer.CallGuardKind;
import dev.cairn.engine.observer.EngineObserver;
import io.quarkus.arc.All;
import io.quarkus.test.QuarkusUnitTest;

/** A request to a target that is not admitted is counted and audited, without secrets. */
class OutboundRefusalTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = MonitoredApplication.build()
            .setLogRecordPredicate(line -> line.getLoggerName().equals("dev.cairn.audit"))
            .assertLogRecords(lines -> assertThat(lines).extracting(line -> line.getMessage())
                    .anySatisfy(line -> assertThat(line).startsWith(
                            "CAIRN-0735: Outbound request refused [workflow=test:asks, version=1.0.0, instance=")
                            .endsWith("task=/do/0/ask, host=10.1.2.3, port=8080, reason=address]:"
                                    + " the host has a private address."))
                    .anySatisfy(line -> assertThat(line).contains("reason=invalid_host"))
                    .noneSatisfy(line -> assertThat(line).contains("hidden-tenant")));

    @All
    @Inject
    List<EngineObserver> observers;

    @Test
    void aRefusalIsCountedAndAudited() {
        assertThat(refusals("address")).isZero();

        given().contentType("application/json").body("{\"uri\": \"http://10.1.2.3:8080/x\"}").post("/asks")
                .then().statusCode(500).body("title", equalTo("Authorization error"));
        given().contentType("application/json").body("{\"tenant\": true}").post("/asks")
                .then().statusCode(500).body("title", equalTo("Authorization error"));

        assertThat(refusals("address")).isOne();
        assertThat(refusals("invalid_host")).isOne();
        assertThat(refusals("not_allowed")).isZero();
    }

    @Test
    void aCallThatAGuardOfItsHostRefusesIsCounted() {
        observers.forEach(observer -> observer.callHeldBack("test:asks", CallGuardKind.BULKHEAD));

        assertThat(refusals("bulkhead")).isOne();
        assertThat(refusals("circuit_breaker")).isZero();
    }

    private static double refusals(String reason) {
        MetricsScrape scrape = MetricsScrape.take();
        assertThat(scrape.names()).contains("cairn_calls_refused_total");
        return scrape.sum("cairn_calls_refused_total", "workflow", "test:asks", "reason", reason);
    }
}
