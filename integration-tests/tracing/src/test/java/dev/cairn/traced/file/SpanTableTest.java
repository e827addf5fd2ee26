package dev.cairn.traced.file;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.traced.SpanLog;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** The page about monitoring names the spans, events and attributes that a running application has, and no others. */
@QuarkusTest
class SpanTableTest {

    private static final Path PAGE = Path.of("../../docs/modules/ROOT/pages/monitoring.adoc");
    private static final Pattern ROW = Pattern.compile("^\\|`([^`]+)`", Pattern.MULTILINE);
    /** The rest of such a name depends on the definition. */
    private static final Pattern NAME = Pattern.compile("(call|publish|receive|run(?! command$| workflow$)) .+");

    @Inject
    SpanLog log;

    @TestHTTPResource
    URI uri;

    @Test
    void thePageNamesAllThereIs() throws IOException {
        log.spans().clear();
        String base = uri.toString().replaceAll("/$", "");
        Map<String, Object> input = Map.of("uri", base, "key", "table", "milliseconds", 400, "order", 1);
        given().contentType("application/json").header("Prefer", "respond-async").body(input).post("/hears").then()
                .statusCode(202);
        log.await(span -> span.getName().equals("run traced:hears"));
        for (String workflow : new String[] { "calls", "fails", "retries", "naps", "parents", "many" }) {
            given().contentType("application/json").body(input).post("/" + workflow);
            log.await(span -> span.getName().equals("run traced:" + workflow) && span.getAttributes().asMap().keySet().stream()
                    .anyMatch(key -> key.getKey().equals("cairn.status")));
        }
        log.await(span -> span.getName().startsWith("receive "));
        log.await(span -> span.getName().equals("call CallCounter.countOnLoop") && log.spans().stream()
                .anyMatch(timer -> timer.getName().equals("timer")));
        Set<SpanData> ours = log.spans().stream()
                .filter(span -> span.getInstrumentationScopeInfo().getName().equals("dev.cairn"))
                .collect(Collectors.toSet());

        assertThat(rows("spans", 0)).isEqualTo(ours.stream().map(span -> NAME.matcher(span.getName()).replaceFirst("$1 …"))
                .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(rows("spans", 1)).isEqualTo(ours.stream().flatMap(span -> span.getEvents().stream())
                .map(event -> event.getName()).collect(Collectors.toCollection(TreeSet::new)));
        Set<String> attributes = new TreeSet<>();
        ours.forEach(span -> {
            span.getAttributes().asMap().keySet().forEach(key -> attributes.add(key.getKey()));
            span.getEvents()
                    .forEach(event -> event.getAttributes().asMap().keySet().forEach(key -> attributes.add(key.getKey())));
        });
        assertThat(rows("span-attributes", 0)).isEqualTo(attributes);
    }

    /** The first cells of a table behind an anchor. */
    private static Set<String> rows(String anchor, int table) throws IOException {
        String text = Files.readString(PAGE);
        String section = text.substring(text.indexOf("[[" + anchor + "]]"));
        Matcher row = ROW.matcher(section.split("\\|===")[2 * table + 1]);
        Set<String> cells = new TreeSet<>();
        while (row.find()) {
            cells.add(row.group(1));
        }
        return cells;
    }
}
