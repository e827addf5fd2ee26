package dev.cairn.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.ScheduleRequest;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.test.QuarkusUnitTest;

/** Each kind of thing that happens is counted under the name that the page has. */
class MetricsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = MonitoredApplication.build();

    @Inject
    CairnClient cairn;

    @Inject
    EventBus events;

    @Inject
    SwitchableStore store;

    @Inject
    SkippingTime time;

    @Test
    void instancesAreCountedByTheirEnd() {
        MetricsScrape before = MetricsScrape.take();
        post("greet", "{\"name\":\"Ada\"}", 200);
        post("refund", "{}", 400);
        InstanceHandle waiting = start("payment", Map.of());
        assertThat(increase(before, "cairn_instances_started_total")).isEqualTo(3);
        assertThat(MetricsScrape.take().sum("cairn_instances_current", "workflow", "test:payment", "status", "waiting"))
                .isEqualTo(1);
        waiting.cancel().await().atMost(PATIENCE);
        assertThat(increase(before, "cairn_instances_completed_total", "workflow", "test:greet", "version", "1.0.0"))
                .isEqualTo(1);
        assertThat(increase(before, "cairn_instances_faulted_total", "workflow", "test:refund")).isEqualTo(1);
        assertThat(increase(before, "cairn_instances_cancelled_total", "workflow", "test:payment")).isEqualTo(1);
        assertThat(increase(before, "cairn_instances_duration_seconds_count", "status", "completed")).isEqualTo(1);
    }

    @Test
    void instancesOfTheStoreAreCountedWhereverTheyAre() {
        InstanceHandle reminded = start("reminder", Map.of());
        time.skip(11_000);
        long end = System.nanoTime() + PATIENCE.toNanos();
        // Each scrape shows what the store was asked for by the one before.
        while (MetricsScrape.take().sum("cairn_instances_stored", "workflow", "test:reminder", "status", "waiting") != 1) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
        assertThat(MetricsScrape.take().sum("cairn_instances_current", "workflow", "test:reminder")).isZero();
        reminded.cancel().await().atMost(PATIENCE);
    }

    @Test
    void occurrencesAreCounted() {
        MetricsScrape before = MetricsScrape.take();
        cairn.schedules().create(ScheduleRequest.after("nightly", "at-once", Duration.ofDays(1))).await().atMost(PATIENCE);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (increase(before, "cairn_schedules_lag_seconds_count", "workflow", "test:nightly") != 1) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
        assertThat(increase(before, "cairn_schedules_lag_seconds_sum", "workflow", "test:nightly")).isBetween(0.0, 30.0);
        assertThat(increase(before, "cairn_schedules_dropped_total")).isZero();
        cairn.schedules().delete("nightly", "at-once").await().atMost(PATIENCE);
    }

    @Test
    void callsAreCountedByTargetTaskAndOutcome() {
        MetricsScrape before = MetricsScrape.take();
        post("charge", "{\"card\":\"valid\"}", 200);
        post("charge", "{\"card\":\"refused\"}", 500);
        post("order", "{\"name\":\"Ada\"}", 200);
        post("notice", "{}", 200);
        assertThat(calls(before, "/do/0/charge", "function", "completed")).isEqualTo(1);
        assertThat(calls(before, "/do/0/charge", "function", "failed")).isEqualTo(1);
        assertThat(calls(before, "/do/0/charge", "workflow", "completed")).isEqualTo(1);
        assertThat(calls(before, "/do/0/tell", "event", "completed")).isEqualTo(1);
    }

    private double calls(MetricsScrape before, String task, String target, String outcome) {
        return increase(before, "cairn_calls_duration_seconds_count", "task", task, "target", target, "outcome", outcome);
    }

    @Test
    void retriesAndCompensationsAreCounted() {
        MetricsScrape before = MetricsScrape.take();
        post("attempts", "{}", 500);
        post("reservation", "{}", 500);
        assertThat(increase(before, "cairn_retries_total", "task", "/do/0/safely/try/0/charge", "outcome", "retried"))
                .isEqualTo(1);
        assertThat(increase(before, "cairn_retries_total", "outcome", "exhausted")).isEqualTo(1);
        assertThat(increase(before, "cairn_compensations_total", "task", "/do/0/reserve/catch/do/0/release")).isEqualTo(1);
    }

    /** Data of a request must not become the name of a series. */
    @Test
    void anErrorThatNamesSomethingElseIsCountedWithoutTask() {
        MetricsScrape before = MetricsScrape.take();
        post("raised", "{\"customer\":\"/ada\"}", 400);
        assertThat(increase(before, "cairn_retries_total", "workflow", "test:raised", "outcome", "retried", "task", "none"))
                .isEqualTo(1);
        assertThat(MetricsScrape.take().series()).noneSatisfy(one -> assertThat(one.labels().values()).contains("/ada"));
    }

    @Test
    void timersTellHowLateTheyAre() {
        MetricsScrape before = MetricsScrape.take();
        InstanceHandle reminded = start("reminder", Map.of());
        time.skip(90_000);
        reminded.result().await().atMost(PATIENCE);
        assertThat(increase(before, "cairn_timers_lag_seconds_count", "workflow", "test:reminder", "kind", "timer"))
                .isEqualTo(1);
        assertThat(increase(before, "cairn_timers_lag_seconds_sum", "workflow", "test:reminder")).isBetween(29.0, 60.0);
    }

    @Test
    void eventsAreTakenOrOfferedToNobody() {
        InstanceHandle paid = start("payment", Map.of());
        MetricsScrape before = MetricsScrape.take();
        publish("{\"order\":8}");
        assertThat(increase(before, "cairn_events_offered_total", "outcome", "nobody")).isEqualTo(1);
        publish("{\"order\":7}");
        paid.result().await().atMost(PATIENCE);
        assertThat(increase(before, "cairn_events_offered_total", "outcome", "taken")).isEqualTo(1);
        assertThat(increase(before, "cairn_events_taken_total", "workflow", "test:payment")).isEqualTo(1);
    }

    @Test
    void workThatEndsNotIsCounted() {
        MetricsScrape before = MetricsScrape.take();
        post("endless", "{}", 500);
        assertThat(increase(before, "cairn_work_exceeded_total", "workflow", "test:endless")).isEqualTo(1);
        assertThat(increase(before, "cairn_work_long_total")).isEqualTo(1);
    }

    @Test
    void theStoreAndTheJournalAreTimed() {
        MetricsScrape before = MetricsScrape.take();
        post("charge", "{\"card\":\"valid\"}", 200);
        assertThat(increase(before, "cairn_journal_commits_seconds_count", "outcome", "completed")).isGreaterThanOrEqualTo(2);
        assertThat(increase(before, "cairn_journal_group_size_sum")).isGreaterThanOrEqualTo(2);
        assertThat(increase(before, "cairn_store_operations_seconds_count", "operation", "commit", "outcome", "completed"))
                .isGreaterThanOrEqualTo(2);
        store.isDown(true);
        try {
            post("greet", "{}", 503);
        } finally {
            store.isDown(false);
        }
        assertThat(increase(before, "cairn_store_operations_seconds_count", "operation", "commit", "outcome", "failed"))
                .isEqualTo(1);
        assertThat(increase(before, "cairn_starts_refused_total", "reason", "store")).isEqualTo(1);
    }

    private static void post(String workflow, String body, int status) {
        given().contentType("application/json").body(body).post("/" + workflow).then().statusCode(status);
    }

    private InstanceHandle start(String workflow, Object input) {
        return cairn.start(workflow, input).await().atMost(PATIENCE);
    }

    private void publish(String data) {
        events.publish(CloudEventBuilder.v1().withId(data).withSource(URI.create("/shop")).withType("paid")
                .withData("application/json", data.getBytes(StandardCharsets.UTF_8)).build()).await().atMost(PATIENCE);
    }

    private static double increase(MetricsScrape before, String name, String... labels) {
        MetricsScrape now = MetricsScrape.take();
        assertThat(now.names()).contains(name);
        return now.sum(name, labels) - before.sum(name, labels);
    }
}
