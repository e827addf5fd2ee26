package dev.cairn.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.engine.Engine;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Each alert fires when what it is for happens to a running application, and it alone; not before, and not when it is over. */
class AlertRulesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern ALERT = Pattern.compile("\\|`(Cairn\\w+)` \\|");

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = MonitoredApplication.build();

    @Inject
    CairnClient cairn;

    @Inject
    EventBus events;

    @Inject
    Engine engine;

    @Inject
    SwitchableStore store;

    @Inject
    SkippingTime time;

    private final List<MetricsScrape> scrapes = new ArrayList<>();

    @AfterEach
    void recover() {
        store.isDown(false);
    }

    @Test
    void thePageHasEachAlert() {
        TreeSet<String> told = new TreeSet<>();
        ALERT.matcher(DocumentationFiles.text("pages/monitoring.adoc")).results().forEach(alert -> told.add(alert.group(1)));
        assertThat(told).isEqualTo(new TreeSet<>(rules().keySet()));
    }

    @Test
    void instancesThatFault() {
        assertFiring();
        post("greet", 200);
        assertFiring();
        post("refund", 400);
        assertFiring("CairnInstancesFault");
        assertThat(AlertExpression.evaluate(rules().get("CairnInstancesFault"), scrapes)).containsOnlyKeys(
                Map.of("workflow", "test:refund", "version", "1.0.0"));
    }

    @Test
    void instancesThatAreParked() {
        String id = cairn.start("payment", Map.of()).await().atMost(PATIENCE).id();
        assertFiring();
        store.refuse(id);
        publish();
        until(() -> engine.condition().load().parked() > 0);
        assertFiring("CairnInstancesParked");
        store.refuse(null);
        cairn.instance(id).cancel().await().atMost(PATIENCE);
        assertFiring();
    }

    @Test
    void aStoreThatFails() {
        store.isDown(true);
        post("greet", 503);
        assertFiring("CairnStoreFailing", "CairnStartsRefused");
        store.isDown(false);
        post("greet", 200);
        until(() -> engine.condition().failing().isEmpty());
        startAnew();
        assertFiring();
    }

    @Test
    void aLeaseThatIsLost() {
        store.isDown(true);
        time.skip(60_000);
        until(() -> engine.condition().failing().isPresent());
        assertFiring("CairnStoreFailing", "CairnLeaseLost");
        store.isDown(false);
        until(() -> engine.condition().ready());
        assertFiring();
    }

    @Test
    void timersThatAreLate() {
        var reminded = cairn.start("reminder", Map.of()).await().atMost(PATIENCE);
        assertFiring();
        time.skip(90_000);
        reminded.result().await().atMost(PATIENCE);
        until(() -> engine.condition().ready());
        assertFiring("CairnTimersLate");
        startAnew();
        assertFiring();
    }

    @Test
    void memoryThatIsFull() {
        var waiting = cairn.start("payment", Map.of()).await().atMost(PATIENCE);
        long bytes = engine.memory().maxBytes();
        engine.memory().hold(bytes);
        assertFiring("CairnMemoryFull");
        post("greet", 503);
        assertFiring("CairnMemoryFull", "CairnStartsRefused");
        assertThat(AlertExpression.evaluate(rules().get("CairnStartsRefused"), scrapes))
                .containsOnlyKeys(Map.of("reason", "memory"));
        engine.memory().hold(-bytes);
        startAnew();
        assertFiring();
        waiting.cancel().await().atMost(PATIENCE);
    }

    @Test
    void writesThatWaitForTheJournal() {
        store.hold();
        List<UniAssertSubscriber<?>> starts = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            starts.add(cairn.start("greet", Map.of()).subscribe().withSubscriber(UniAssertSubscriber.create()));
        }
        assertFiring("CairnJournalQueue");
        store.release();
        starts.forEach(start -> start.awaitItem(PATIENCE));
        assertFiring();
    }

    /** These alerts fire now, and no others. */
    private void assertFiring(String... alerts) {
        scrapes.add(MetricsScrape.take());
        List<String> firing = rules().entrySet().stream()
                .filter(rule -> !AlertExpression.evaluate(rule.getValue(), scrapes).isEmpty()).map(Map.Entry::getKey).toList();
        assertThat(firing).containsExactlyInAnyOrder(alerts);
    }

    /** As if the range of all increases had passed. */
    @BeforeEach
    void startAnew() {
        scrapes.clear();
        scrapes.add(MetricsScrape.take());
    }

    private static Map<String, String> rules() {
        try {
            JsonNode rules = new YAMLMapper().readTree(DocumentationFiles.text("attachments/cairn-alerts.yaml"))
                    .at("/groups/0/rules");
            Map<String, String> expressions = new LinkedHashMap<>();
            rules.forEach(rule -> expressions.put(rule.get("alert").asText(), rule.get("expr").asText()));
            return expressions;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void post(String workflow, int status) {
        given().contentType("application/json").body("{}").post("/" + workflow).then().statusCode(status);
    }

    private void publish() {
        events.publish(CloudEventBuilder.v1().withId("1").withSource(URI.create("/shop")).withType("paid")
                .withData("application/json", "{\"order\":7}".getBytes(StandardCharsets.UTF_8)).build())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
