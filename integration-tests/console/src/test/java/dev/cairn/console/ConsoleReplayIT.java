package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;

/** A viewer looks into an instance: its graph and timeline, its values at each step, and what would have been otherwise. */
@Tag("servers")
@Tag("console")
class ConsoleReplayIT extends ServedConsole {

    private static final String ORDER = "{\"orderId\": \"o-4711\", \"items\": [{\"sku\": \"A-7\", \"quantity\": 2}]}";
    private static final String MARKUP = "<img src=x onerror=window.attacked=8>";
    /** Rows that the page may render of a timeline, however long it is. */
    private static final int MAX_ROWS = 250;
    private static final int TURNS = 5_000;
    private static final int RETRIES = 2_000;
    /** Bars in a row, and folded pauses behind the rows. */
    private static final int MAX_BARS = 500;
    /** Longer than what a history shows of a value. */
    private static final String LONG = "x".repeat(70_000);

    private Page page;

    private void show(String user, String path) {
        page = browser.open(application, user);
        page.navigate(application.console() + "#/instances/" + path);
    }

    private Locator bar() {
        return page.locator("cairn-replay-bar");
    }

    private Locator detail() {
        return page.locator("cairn-run-detail");
    }

    private Locator node(String name) {
        return page.locator("cairn-flow-graph g.node").filter(new Locator.FilterOptions().setHas(page.locator("text",
                new Page.LocatorOptions().setHasText(Pattern.compile("^" + name + "$")))));
    }

    private Locator tab(String name) {
        return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name).setExact(false)).first();
    }

    private Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void travelsThroughTheStepsOfARun() throws Exception {
        String id = application.run("orders", ORDER);
        show(ConsoleApplication.OPERATOR, id);
        assertThat(bar()).containsText("Drag to travel through");
        assertThat(node("pack")).hasClass(Pattern.compile("completed"));

        // The workflow, the loop and its first task have begun, and that one has ended.
        page.navigate(application.console() + "#/instances/" + id + "?at=4");
        assertThat(bar()).containsText("addItem is completed");
        assertThat(node("addItem")).hasClass(Pattern.compile("completed.*selected|selected.*completed"));
        assertThat(node("pack")).hasClass(Pattern.compile("unseen"));
        tab("Difference").click();
        assertThat(detail()).containsText("total");
        tab("Variables").click();
        assertThat(detail()).containsText("$item");
        assertThat(detail()).containsText("$context");

        button("Step back").click();
        assertThat(bar()).containsText("addItem begins");
        assertThat(page).hasURL(Pattern.compile("at=3"));
        tab("Output").click();
        assertThat(detail()).containsText("It had not ended at this step.");
        page.locator("cairn-run-timeline .line").filter(new Locator.FilterOptions().setHasText("decide")).click();
        assertThat(detail()).containsText("It had not begun at this step.");
        button("Back to the present").click();
        assertThat(node("pack")).hasClass(Pattern.compile("completed"));
        browser.assertUnharmed(page);
    }

    @Test
    void showsTheErrorThatACatchCaught() throws Exception {
        String id = application.run("quotes", "{\"items\": [{\"quantity\": 1, \"price\": 20000}]}");
        show(ConsoleApplication.OPERATOR, id + "?task=/do/2/check");
        assertThat(page.locator("cairn-instance-header")).containsText("completed");
        tab("Caught").click();
        assertThat(detail()).containsText("$refusal");
        assertThat(detail().locator(".fault")).containsText(MARKUP);

        page.locator("cairn-run-timeline .line").filter(new Locator.FilterOptions().setHasText("note")).click();
        tab("Variables").click();
        assertThat(detail()).containsText("$refusal");
        assertThat(detail()).containsText("https://example.com/errors/large");
        // Before the catch there is no such error.
        page.navigate(application.console() + "#/instances/" + id + "?task=/do/2/check&at=6");
        assertThat(bar()).containsText("check begins");
        assertThat(tab("Caught")).hasCount(0);
        browser.assertUnharmed(page);
        page.context().close();
    }

    @Test
    void showsWhatWouldHaveBeenOtherwise() throws Exception {
        String id = application.run("orders", ORDER);
        show(ConsoleApplication.OPERATOR, id + "?task=/do/1/decide");

        button("What if…").click();
        Locator dialog = page.locator("cairn-fork-dialog");
        assertThat(dialog.getByLabel("Input of the task")).hasValue(Pattern.compile("total"));
        dialog.getByLabel("Input of the task").fill("{\"orderId\": \"" + MARKUP + "\", \"total\": 10}");
        button("Run from here").click();
        page.getByText("compare the two").click();

        assertThat(page.getByText("task runs differ")).isVisible();
        assertThat(page.locator("cairn-compare-page .line.first")).containsText("decide");
        tab("Input").click();
        assertThat(page.locator("cairn-value-diff")).containsText(MARKUP);
        assertThat(ConsoleBrowser.barriers(page)).isEmpty();
        browser.assertUnharmed(page);
    }

    @Test
    void comparesValuesThatTheHistoryLeavesOut() throws Exception {
        String one = application.run("orders", ORDER.replace("o-4711", "first" + LONG));
        String other = application.run("orders", ORDER.replace("o-4711", "second" + LONG));
        show(ConsoleApplication.OPERATOR, one + "/compare/" + other);

        Locator line = page.locator("cairn-compare-page .line").first();
        assertThat(line).containsText("input, output not compared");
        button("Show it").click();
        assertThat(page.locator("cairn-value-diff")).containsText("secondxxx");
        assertThat(line).hasClass(Pattern.compile("differs"));
        // The choice for one task run does not hide the difference of another.
        tab("Output").click();
        page.locator("cairn-compare-page .line").filter(new Locator.FilterOptions().setHasText("price")).click();
        button("Show it").click();
        assertThat(page.locator("cairn-value-diff")).containsText("secondxxx");
        browser.assertUnharmed(page);
    }

    @Test
    void aTaskDoesNothingBetweenItsFailureAndTheRetry() throws Exception {
        String id = application.run("fails", "{\"input\": \"x\"}");
        show(ConsoleApplication.OPERATOR, id + "?task=/do/1/breaks");
        assertThat(page.locator("cairn-instance-header")).containsText("faulted");
        assertThat(detail()).not().containsText("stood still");

        application.post("instances/" + id + "/retry", "{}");
        assertThat(detail()).containsText("tried 2 times");
        assertThat(detail()).containsText("stood still");
        assertThat(page.locator("cairn-run-timeline .line.selected .bar rect")).hasCount(2);
        browser.assertUnharmed(page);
    }

    @Test
    void scrollsThroughTenThousandTaskRuns() throws Exception {
        String id = application.run("rounds", "{\"turns\": " + TURNS + "}");
        show(ConsoleApplication.OPERATOR, id);
        assertThat(tab("Tasks")).containsText("10,003");

        Locator scroller = page.locator("cairn-run-timeline .scroller");
        scroller.focus();
        for (String key : List.of("Home", "ArrowDown", "ArrowRight")) {
            page.keyboard().press(key);
        }
        assertThat(page.locator("cairn-run-timeline .line").nth(3)).containsText("keep");
        scroller.evaluate("each => { each.scrollTop = each.scrollHeight; }");
        assertThat(page.locator("cairn-run-timeline .line").last()).containsText("finish");
        page.locator("cairn-run-timeline .line").filter(new Locator.FilterOptions().setHasText("#" + TURNS)).last().click();
        tab("Variables").click();
        assertThat(detail()).containsText("$number: " + (TURNS - 1));
        assertThat(page.locator("cairn-run-timeline .line").count()).isLessThanOrEqualTo(MAX_ROWS);
        browser.assertUnharmed(page);
    }

    /** An instance may be retried any number of times, and each attempt is a bar of the same row. */
    @Test
    void drawsNoMoreBarsThanCanBeSeen() throws Exception {
        String id = application.run("fails", "{}");
        page = browser.open(application, ConsoleApplication.OPERATOR);
        page.route(Pattern.compile("/history\\?"), route -> route.fulfill(new Route.FulfillOptions()
                .setContentType("application/json").setBody(retriedHistory())));
        page.navigate(application.console() + "#/instances/" + id);

        Locator timeline = page.locator("cairn-run-timeline");
        assertThat(timeline.locator(".line")).hasCount(1);
        assertThat(timeline.locator(".bar rect").count()).isBetween(1, MAX_BARS);
        assertThat(timeline.locator(".grid rect").count()).isBetween(1, MAX_BARS);
        browser.assertUnharmed(page);
    }

    /** A task that fails after 10 ms and is retried after 10 s, again and again. */
    private static String retriedHistory() {
        Instant began = Instant.parse("2026-01-31T12:00:00Z");
        String pauses = IntStream.range(0, RETRIES).mapToObj(retry -> began.plusSeconds(10L * retry))
                .map(attempt -> "{\"from\": \"%s\", \"to\": \"%s\"}".formatted(attempt.plusMillis(10), attempt.plusSeconds(10)))
                .collect(Collectors.joining(","));
        return """
                {"tasks": [{"task": "/do/1/breaks", "name": "breaks", "kind": "raise", "run": 1, "status": "faulted", "startStep": 1,
                 "endStep": 2, "startedAt": "%s", "endedAt": "%s", "attempts": %d, "pauses": [%s]}]}"""
                .formatted(began, began.plusSeconds(10L * RETRIES).plusMillis(10), RETRIES + 1, pauses);
    }

    @Test
    void showsTheTimelineBesideTheGraphOnAWideScreen() throws Exception {
        String id = application.run("orders", ORDER);
        page = browser.open(application, ConsoleApplication.OPERATOR, 2560, ColorScheme.LIGHT);
        page.navigate(application.console() + "#/instances/" + id);
        assertThat(node("pack")).isVisible();

        BoundingBox graph = page.locator("cairn-flow-graph").boundingBox();
        BoundingBox timeline = page.locator("cairn-run-timeline").boundingBox();
        assertThat(timeline.x).isGreaterThanOrEqualTo(graph.x + graph.width);
        assertThat(timeline.y).isEqualTo(graph.y);
        browser.assertUnharmed(page);
    }

    @Test
    void showsWhereItsViewerIsOnANarrowScreen() throws Exception {
        String id = application.run("orders", ORDER);
        page = browser.open(application, ConsoleApplication.OPERATOR, 360, ColorScheme.DARK);
        LocatorAssertions.IsInViewportOptions whole = new LocatorAssertions.IsInViewportOptions().setRatio(0.95);
        page.navigate(application.console() + "#/cluster");
        assertThat(page.locator("nav [aria-current=page]")).isInViewport(whole);
        page.navigate(application.console() + "#/instances/" + id + "?tab=logs");
        page.locator("cairn-instance-page cairn-tab-strip").first().evaluate("each => each.scrollIntoView()");
        assertThat(tab("Logs")).isInViewport(whole);

        page.navigate(application.console() + "#/instances/" + id + "/compare/" + id);
        Locator state = page.locator("cairn-compare-page .line [role=cell]")
                .filter(new Locator.FilterOptions().setHasText("completed")).first();
        assertThat(state.evaluate("each => each.scrollWidth - each.clientWidth")).isEqualTo(0);
        browser.assertUnharmed(page);
    }

    @Test
    void eachViewIsForEverybody() throws Exception {
        String failed = application.run("fails", "{\"input\": \"" + MARKUP + "\"}");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page = browser.open(application, ConsoleApplication.OPERATOR, scheme == ColorScheme.LIGHT ? 1400 : 360, scheme);
            for (String view : List.of("", "?tab=tasks", "?tab=related", "?tab=commands", "?tab=journal", "?tab=logs",
                    "?at=3")) {
                page.navigate(application.console() + "#/instances/" + failed + view);
                assertThat(page.locator("cairn-instance-header")).containsText("faulted");
                assertThat(detail().locator("h2")).isVisible();
                assertThat(ConsoleBrowser.barriers(page)).as("barriers of %s %s", view, scheme).isEmpty();
            }
            page.navigate(application.console() + "#/instances/" + failed);
            assertThat(detail()).containsText(MARKUP);
            browser.assertUnharmed(page);
        }
    }

    @Test
    void showsNoValuesToThoseWhoMayNotReadThem() throws Exception {
        String id = application.run("orders", ORDER);
        show(ConsoleApplication.VIEWER, id + "?task=/do/1/decide");

        assertThat(detail()).containsText("need the permission to read payloads");
        assertThat(node("decide")).hasClass(Pattern.compile("completed"));
        browser.assertUnharmed(page);
    }
}
