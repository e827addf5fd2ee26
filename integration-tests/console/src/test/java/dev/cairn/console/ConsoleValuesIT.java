package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;

/** Values, texts and times that are out of the ordinary can still be read. */
@Tag("servers")
@Tag("console")
class ConsoleValuesIT extends ServedConsole {

    private static final int DEPTH = 200;

    private static Page show(String user, String path) {
        Page page = browser.open(application, user);
        page.navigate(application.console() + "#/instances/" + path);
        return page;
    }

    private static Locator tab(Page page, String name) {
        return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void aMatchFarInsideIsSeen() throws Exception {
        String id = application.run("rounds", "{\"turns\": 1, \"deep\": %s\"needle\"%s}"
                .formatted("[".repeat(DEPTH), "]".repeat(DEPTH)));
        Page page = show(ConsoleApplication.OPERATOR, id);
        tab(page, "Input").click();
        Locator tree = page.locator("cairn-run-detail cairn-value-tree");
        tree.getByLabel("Search keys and values").fill("needle");

        assertThat(tree.locator(".line.match .string")).isVisible();
        assertThat(tree.locator(".line.match .string")).isInViewport();
        browser.assertUnharmed(page);
    }

    /** Otherwise the text reads as {@code jpg.exe}. */
    @Test
    void charactersThatTurnTheDirectionAreVisible() throws Exception {
        String id = application.run("rounds",
                "{\"turns\": 1, \"file\\u202e\": \"\\u202eexe.gpj\\u202c \\u05e9\\u05dc\\u05d5\\u05dd\"}");
        Page page = show(ConsoleApplication.OPERATOR, id);
        tab(page, "Input").click();
        Locator detail = page.locator("cairn-run-detail");
        assertThat(detail).containsText("file\\u202e: \"\\u202eexe.gpj\\u202c \u05e9\u05dc\u05d5\u05dd\"");
        tab(page, "Difference").click();
        assertThat(detail.locator("cairn-value-diff")).containsText("file\\u202e: \"\\u202eexe.gpj");
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(Pattern.compile("^Journal"))).click();
        assertThat(page.locator("cairn-journal-view .facts").first()).containsText("\\u202eexe.gpj");
        browser.assertUnharmed(page);
    }

    /** The language of the browser decides about a zero before the hour and about the separators. */
    @Test
    void timesOfTheJournalAreInTheZoneOfTheViewer() throws Exception {
        String id = application.run("rounds", "{\"turns\": 1}");
        ObjectNode journal = (ObjectNode) application.get("instances/" + id + "/journal");
        journal.path("entries").forEach(entry -> ((ObjectNode) entry).put("at", "2026-01-31T05:06:07.008Z"));
        Page page = browser.open(application, ConsoleApplication.OPERATOR);
        page.route(Pattern.compile("/instances/" + id + "/journal"), route -> route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(journal.toString())));
        page.navigate(application.console() + "#/instances/" + id + "?tab=journal");

        Locator time = page.locator("cairn-journal-view time").first();
        assertThat(time).hasAttribute("title", "2026-01-31 05:06:07.008 UTC");
        assertThat(time).containsText(Pattern.compile("\\b0?6[:.]06[:.]07[.,]008\\b"));
        browser.assertUnharmed(page);
    }

    @Test
    void logLinesAreNotAskedForWithoutThePermission() throws Exception {
        String id = application.run("rounds", "{\"turns\": 1}");
        Page page = show(ConsoleApplication.VIEWER, id + "?tab=logs");
        assertThat(page.locator("cairn-log-lines")).hasText("Log lines need the permission to read payloads.");
        browser.assertUnharmed(page);
        page = show(ConsoleApplication.OPERATOR, id + "?tab=logs");
        assertThat(page.locator("cairn-log-lines")).containsText("This node keeps no log lines of instances.");
        browser.assertUnharmed(page);
    }

    /** A store that keeps nothing has no input for the page, and a damaged journal has no readable one. */
    @Test
    void logLinesAreAskedForIfThereIsNoInput() throws Exception {
        String id = application.run("rounds", "{\"turns\": 1}");
        ObjectNode details = (ObjectNode) application.get("instances/" + id);
        details.put("entries", 0).remove("input");
        Page page = browser.open(application, ConsoleApplication.OPERATOR);
        page.route(Pattern.compile("/instances/" + id + "$"), route -> route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(details.toString())));
        page.navigate(application.console() + "#/instances/" + id + "?tab=logs");
        assertThat(page.locator("cairn-log-lines")).containsText("This node keeps no log lines of instances.");
        browser.assertUnharmed(page);
    }

    @Test
    void theEventThatATaskListensForIsSuggested() throws Exception {
        Page page = show(ConsoleApplication.OPERATOR, application.run("refunds", "{\"orderId\": \"o-1\"}"));
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send event").setExact(true)).click();
        assertThat(page.getByLabel("Type", new Page.GetByLabelOptions().setExact(true))).hasValue("shop.refund.approved");
        browser.assertUnharmed(page);
    }

    @Test
    void aLongNameIsCutOffInTheGraphAndWholeOnHover() throws Exception {
        Page page = show(ConsoleApplication.OPERATOR, application.run("fails", "{}"));
        Locator node = page.locator("cairn-flow-graph g.node").first();
        assertThat(node.locator("text").first()).hasText(Pattern.compile("^<b onclick=alert\\(1\\)>begin with a name th.*…"));
        assertThat(node.locator("title")).hasText("<b onclick=alert(1)>begin with a name that is wider than its node</b>");
        browser.assertUnharmed(page);
    }
}
