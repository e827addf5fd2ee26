package dev.cairn.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import io.quarkus.test.QuarkusUnitTest;

/** The page and the dashboard name the metrics that a running application gives, all of them and no others. */
class MonitoringPageTest {

    private static final Pattern NAME = Pattern.compile("\\bcairn_[a-z_]+");
    private static final Pattern EXPRESSION = Pattern.compile("\"(?:expr|query)\": \"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String INSTANCE_ID = "[0-9A-Z]{26}.*";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = MonitoredApplication.build();

    @Inject
    CairnClient cairn;

    /** Registers the meters of rare cases. */
    @BeforeEach
    void runRareCases() {
        given().contentType("application/json").body("{}").post("/attempts").then().statusCode(500);
        given().contentType("application/json").body("{}").post("/notice").then().statusCode(200);
    }

    @Test
    void theTableHasEachMeterWithItsTypeAndTags() {
        MetricsScrape scrape = MetricsScrape.take();
        List<MeterRow> rows = MeterRow.all(DocumentationFiles.text("pages/monitoring.adoc"));
        Set<String> families = new TreeSet<>(scrape.types().keySet());
        families.removeIf(family -> !family.startsWith("cairn_") || family.endsWith("_max"));
        assertThat(rows).extracting(MeterRow::family).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(families);
        assertThat(rows).allSatisfy(row -> {
            assertThat(scrape.types().get(row.family())).as(row.family()).isEqualTo(row.type());
            assertThat(tags(scrape, row.family())).as(row.family()).isEqualTo(row.tags());
        });
    }

    private static Set<String> tags(MetricsScrape scrape, String family) {
        Set<String> tags = new TreeSet<>();
        scrape.series().stream().filter(one -> one.name().equals(family) || one.name().equals(family + "_count"))
                .forEach(one -> tags.addAll(one.labels().keySet()));
        return tags;
    }

    @Test
    void noTagHasTheIdOfAnInstance() {
        InstanceHandle greeting = cairn.start("greet", Map.of()).await().atMost(PATIENCE);
        greeting.result().await().atMost(PATIENCE);
        String id = greeting.id();
        assertThat(id).matches(INSTANCE_ID);
        assertThat(MetricsScrape.take().series()).filteredOn(one -> one.name().startsWith("cairn_")).isNotEmpty()
                .noneSatisfy(one -> assertThat(one.labels().values()).contains(id))
                .allSatisfy(one -> assertThat(one.labels().values()).noneMatch(value -> value.matches(INSTANCE_ID)));
    }

    @Test
    void theDashboardAsksForSeriesThatAreThere() {
        Set<String> there = MetricsScrape.take().names();
        Set<String> asked = names(DocumentationFiles.text("attachments/cairn-dashboard.json"), EXPRESSION);
        assertThat(asked).hasSizeGreaterThan(20);
        assertThat(there).containsAll(asked);
    }

    @Test
    void theDashboardShowsEachMeter() {
        String dashboard = DocumentationFiles.text("attachments/cairn-dashboard.json");
        assertThat(MeterRow.all(DocumentationFiles.text("pages/monitoring.adoc")))
                .allSatisfy(row -> assertThat(dashboard).contains(row.family()));
    }

    private static Set<String> names(String text, Pattern pattern) {
        Set<String> names = new TreeSet<>();
        Matcher expression = pattern.matcher(text);
        while (expression.find()) {
            Matcher name = NAME.matcher(expression.group(1));
            while (name.find()) {
                names.add(name.group());
            }
        }
        return names;
    }
}
