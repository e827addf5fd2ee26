package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

/**
 * Each page of the console: on narrow and wide screens, in light and dark, with hostile texts in all fields that people control. Pictures
 * of all of them are left in {@code target/pages}.
 */
@Tag("servers")
@Tag("console")
class ConsolePagesIT extends ServedConsole {

    private static final String HOSTILE = "<img src=x onerror=window.attacked=9>";
    /** Only inputs have it. */
    private static final String CONFIDENTIAL = "confidential-4711";
    private static final int NARROW = 360;
    private static final int WIDE = 1400;

    private static String completed;
    private static String waiting;
    private static String faulted;

    @BeforeAll
    static void startInstances() throws Exception {
        completed = application.run("orders", "{\"orderId\": \"o-1\", \"items\": [{\"sku\": \"A-7\", \"quantity\": 2}]}");
        waiting = application.run("orders", "{\"orderId\": \"o-2\", \"items\": [{\"sku\": \"B-1\", \"quantity\": 900}]}");
        faulted = application.post("workflows/fails/instances", """
                {"input": {"input": "%s %s", "%s": "%s"}, "businessKey": "%s", "attributes": {"note": "%s"}, "reason": "%s"}"""
                .formatted(HOSTILE, CONFIDENTIAL, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)).path("instance").textValue();
        application.post("schedules", """
                {"workflow": "hostile:fails", "name": "%s", "cron": "0 0 1 1 *", "input": {"%s": "%s"}, "reason": "%s"}"""
                .formatted(HOSTILE, HOSTILE, CONFIDENTIAL, HOSTILE));
        application.post("operations",
                "{\"command\": \"suspend\", \"filter\": {\"workflow\": \"fails\", \"status\": \"running\"}, \"reason\": \""
                        + HOSTILE + "\"}");
    }

    /** The pages by their names. */
    private enum View {
        WORKFLOWS("workflows", "Workflows"),
        WORKFLOW("workflows/shop:orders", "orders"),
        HOSTILE_WORKFLOW("workflows/hostile:fails", "fails"),
        RUN("workflows/shop:orders?run=true", "Run orders"),
        INSTANCES("instances", "Instances"),
        INSTANCE("instances/%2$s", "shop:orders"),
        COMPLETED("instances/%1$s", "shop:orders"),
        FAULTED("instances/%3$s", "hostile:fails"),
        SCHEDULES("schedules", "At 08:00, on day 1 of the month, in January"),
        NO_SCHEDULES("schedules?workflow=shop:quotes", "No schedule starts a workflow"),
        SCHEDULE("schedules/shop:refunds/cron", "Next due times"),
        HOSTILE_SCHEDULE("schedules/hostile:fails/%4$s", "Next due times"),
        OPERATIONS("operations", "Operations"),
        EVENTS("events", "Events"),
        CLUSTER("cluster", "Store and cluster"),
        UNKNOWN("nowhere", "no such page");

        final String path;
        final String text;

        View(String path, String text) {
            this.path = path;
            this.text = text;
        }

        String address() {
            return application.console() + "#/" + path.formatted(completed, waiting, faulted,
                    URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8).replace("+", "%20"));
        }
    }

    @ParameterizedTest
    @EnumSource(View.class)
    void opens(View view) {
        for (int width : List.of(NARROW, WIDE)) {
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                Page page = browser.open(application, ConsoleApplication.OPERATOR, width, scheme);
                page.navigate(view.address());
                assertThat(page.locator("main").getByText(view.text).first()).isVisible();
                assertThat(page.locator("[aria-busy=true]")).hasCount(0);

                photograph(page, view, width, scheme);
                assertThat(scrollWidth(page)).as("%s does not fit %d pixels", view, width).isLessThanOrEqualTo(width);
                assertThat(ConsoleBrowser.barriers(page)).as("%s, %d, %s", view, width, scheme).isEmpty();
                browser.assertUnharmed(page);
                page.context().close();
            }
        }
    }

    /** The same pages for a user who may read no payload and give no command. */
    @ParameterizedTest
    @EnumSource(View.class)
    void opensForAViewer(View view) {
        Page page = browser.open(application, ConsoleApplication.VIEWER);
        page.navigate(view.address());

        assertThat(page.locator("main").getByText(view.text).first()).isVisible();
        assertThat(page.locator("[aria-busy=true]")).hasCount(0);
        assertThat(page.locator("main")).not().containsText(CONFIDENTIAL);
        browser.assertUnharmed(page);
    }

    /** Otherwise the test above would pass for a page that shows payloads to no user. */
    @Test
    void showsPayloadsToThoseWhoMayReadThem() {
        Page page = browser.open(application, ConsoleApplication.OPERATOR);
        page.navigate(View.FAULTED.address());

        assertThat(page.locator("main")).containsText(CONFIDENTIAL);
        browser.assertUnharmed(page);
    }

    @Test
    void marksTheSameTaskInGraphAndSource() {
        Page page = browser.open(application, ConsoleApplication.VIEWER);
        page.navigate(application.console() + "#/workflows/shop:orders");

        page.locator("cairn-source-view li", new Page.LocatorOptions().setHasText("- review:")).click();
        assertThat(page.locator("cairn-source-view li.selected")).hasCount(2);
        assertThat(page).hasURL(Pattern.compile(".*task=%2Fdo%2F2%2Freview"));
        page.locator("cairn-flow-graph").getByText("price", new Locator.GetByTextOptions().setExact(true)).first().click();
        assertThat(page.locator("cairn-source-view li.selected").first()).containsText("- price:");
        browser.assertUnharmed(page);
    }

    /** The instance of all tests may have ended more than ten minutes ago. */
    @Test
    void showsHowManyEndedLately() throws Exception {
        application.run("fails", "{}");
        Page page = browser.open(application, ConsoleApplication.VIEWER);
        page.navigate(application.console());

        Locator failing = page.locator("tbody tr", new Page.LocatorOptions().setHasText("hostile"));
        assertThat(failing.getByLabel(Pattern.compile(
                "([12]) started, 0 completed, \\1 faulted in the last ten minutes, on this node"))).isVisible();
        assertThat(failing.locator("cairn-rate-line rect.faulted").last()).isVisible();
        browser.assertUnharmed(page);
    }

    @Test
    void everyPageIsReachedByItsLinks() {
        Page page = browser.open(application, ConsoleApplication.OPERATOR);
        page.navigate(application.console());
        List<String> seen = new ArrayList<>();
        for (String entry : page.locator("cairn-app nav a").allInnerTexts()) {
            page.locator("cairn-app nav a", new Page.LocatorOptions().setHasText(entry)).click();
            assertThat(page.locator("main h1").first()).isVisible();
            seen.add(entry);
        }
        assertThat(seen).hasSizeGreaterThanOrEqualTo(5);
        browser.assertUnharmed(page);
    }

    private static int scrollWidth(Page page) {
        return (Integer) page.evaluate("() => document.documentElement.scrollWidth");
    }

    private static void photograph(Page page, View view, int width, ColorScheme scheme) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(Path.of("target", "pages", "%s-%d-%s.png".formatted(view, width, scheme).toLowerCase(Locale.ROOT))));
    }
}
