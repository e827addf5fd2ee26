package dev.cairn.traced.file;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.traced.SpanLog;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** Metrics of instances have the trace of an instance as exemplar, so that a graph leads to an example of what it shows. */
@QuarkusTest
class ExemplarsTest {

    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final Pattern EXEMPLAR = Pattern.compile(".* # \\{.*trace_id=\"([0-9a-f]{32})\".*");
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @Inject
    CairnClient cairn;

    @Inject
    SpanLog log;

    @TestHTTPResource
    String base;

    @Test
    void metricsOfAnInstanceLeadToItsTrace() {
        given().header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01").contentType("application/json")
                .body(Map.of("uri", base.replaceAll("/$", ""), "order", 7)).post("/calls").then().statusCode(200);

        assertThat(exemplars("cairn_instances_duration_seconds_bucket{", "workflow=\"traced:calls\"")).containsOnly(TRACE);
        assertThat(exemplars("cairn_instances_started_total{", "workflow=\"traced:calls\"")).containsExactly(TRACE);
        for (String target : List.of("function", "http")) {
            assertThat(exemplars("cairn_calls_duration_seconds_bucket{", "workflow=\"traced:calls\"",
                    "target=\"" + target + "\"")).as(target).containsOnly(TRACE);
        }
    }

    /** Timers of the engine fire outside of all spans. */
    @Test
    void aTimerLeadsToTheTraceOfItsInstance() {
        cairn.start("naps", Map.of("milliseconds", 1)).await().indefinitely().result().await().indefinitely();

        List<String> traces = exemplars("cairn_timers_lag_seconds_bucket{", "workflow=\"traced:naps\"");
        assertThat(traces).isNotEmpty();
        assertThat(log.spans().stream().filter(span -> span.getName().equals("run traced:naps")).map(SpanData::getTraceId))
                .containsAll(traces);
    }

    private static List<String> exemplars(String series, String... labels) {
        String text = given().accept(OPEN_METRICS).get("/q/metrics").then().statusCode(200).extract().asString();
        return text.lines().filter(line -> line.startsWith(series) && Stream.of(labels).allMatch(line::contains))
                .map(EXEMPLAR::matcher).filter(matcher -> matcher.matches()).map(matcher -> matcher.group(1)).toList();
    }
}
