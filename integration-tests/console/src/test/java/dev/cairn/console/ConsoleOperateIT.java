package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;

/** An operator gives commands to one instance and to many. */
@Tag("servers")
@Tag("console")
class ConsoleOperateIT extends OperatedConsole {

    @Test
    void givesACommandToAllInSeveralStates() throws Exception {
        application.post("instances/" + waiting(3).get(1) + "/suspend", "{}");
        show("instances?workflow=shop:orders&status=waiting,suspended&businessKey=" + batch);
        assertThat(rows()).hasCount(3);
        page.keyboard().press("a");
        button("Select all that the search finds").click();
        assertThat(button("Retry")).isDisabled();
        assertThat(button("Suspend")).isEnabled();

        button("Undo").click();
        assertThat(page.locator("cairn-confirm-dialog .criteria")).containsText("waiting or suspended");
        confirm("Undo all");

        assertThat(page.locator("cairn-bulk-bar").getByText("3 done")).isVisible();
        show("operations");
        assertThat(page.locator("article").first().locator(".chip")).hasText(new String[] { "waiting", "suspended" });
        browser.assertUnharmed(page);
    }

    @Test
    void givesACommandToThoseThatAreSelected() throws Exception {
        waiting(5);
        showBatch();
        assertThat(rows()).hasCount(5);

        page.keyboard().press("a");
        button("Suspend 5").click();
        confirm("Suspend them");

        assertThat(page.getByText("5 of 5 done")).isVisible();
        assertThat(rows().filter(new Locator.FilterOptions().setHasText("suspended"))).hasCount(5);
        browser.assertUnharmed(page);
    }

    @Test
    void givesACommandToAllThatTheSearchFinds() throws Exception {
        waiting(60);
        show("instances?workflow=shop:orders&status=waiting&businessKey=" + batch);
        assertThat(rows().first()).isVisible();

        page.keyboard().press("a");
        button("Select all that the search finds").click();
        button("Cancel").click();
        confirm("Cancel all");

        assertThat(page.locator("cairn-bulk-bar").getByText("60 done")).isVisible();
        assertThat(page.getByText("No instance meets all of this.")).isVisible();
        show("operations");
        Locator operation = page.locator("article").filter(new Locator.FilterOptions().setHasText("Cancel"));
        assertThat(operation).containsText("60 done");
        assertThat(operation).containsText(REASON);
        assertThat(operation).containsText(ConsoleApplication.OPERATOR);
        browser.assertUnharmed(page);
    }

    @Test
    void givesNoCommandToASearchOtherThanItsDialogTellsOf() throws Exception {
        waiting(2);
        show("instances?workflow=shop:orders&businessKey=" + batch);
        assertThat(rows()).hasCount(2);
        button("waiting").click();
        assertThat(page).hasURL(Pattern.compile("status=waiting"));
        assertThat(rows()).hasCount(2);
        page.keyboard().press("a");
        button("Select all that the search finds").click();
        button("Cancel").click();
        Locator dialog = page.locator("cairn-confirm-dialog");
        assertThat(dialog.locator(".criteria")).containsText(batch);
        assertThat(dialog.locator(".criteria")).containsText(Pattern.compile("Found\\s*2"));

        page.goBack();

        assertThat(dialog).hasCount(0);
        assertThat(page).not().hasURL(Pattern.compile("status="));
        assertThat(rows()).hasCount(2);
        browser.assertUnharmed(page);
    }

    @Test
    void givesCommandsToOneInstance() throws Exception {
        String id = waiting(1).get(0);
        show("instances/" + id);
        Locator state = page.locator("cairn-instance-header");

        button("Suspend").click();
        confirm("Suspend it");
        assertThat(state.getByText("suspended").first()).isVisible();
        button("Resume").click();
        confirm("Resume it");
        assertThat(state.getByText("waiting").first()).isVisible();
        button("Fire now").click();
        confirm("Fire now");
        assertThat(state.getByText("completed").first()).isVisible();

        button("Run again from a task").click();
        page.locator("cairn-fork-dialog").getByLabel("Task", new Locator.GetByLabelOptions().setExact(true))
                .selectOption("/do/2/review");
        button("Run from here").click();
        // The dialog speaks of a new instance as well while it waits for the answer.
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("new instance").setExact(true)).click();
        assertThat(page).not().hasURL(Pattern.compile(id));
        button("Undo").click();
        confirm("Undo it");
        assertThat(state.getByText("cancelled").first()).isVisible();
        browser.assertUnharmed(page);
    }

    @Test
    void retriesAFaultedInstance() throws Exception {
        String id = application.run("fails", "{}");
        show("instances/" + id);

        button("Retry").click();
        confirm("Retry it");

        assertThat(page.getByText("It was retried at the task that failed.")).isVisible();
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Commands")).click();
        assertThat(page.getByText(REASON).first()).isVisible();
        browser.assertUnharmed(page);
    }

    @Test
    void offersToRunAFaultedInstanceFromAnotherTask() throws Exception {
        show("instances/" + application.run("fails", "{}"));
        page.locator("cairn-flow-graph g.node").first().click();
        assertThat(page).hasURL(Pattern.compile("task=%2Fdo%2F0%2F"));

        button("Retry").click();
        assertThat(page.locator("cairn-confirm-dialog")).containsText("goes on at the task that failed");
        assertThat(page.locator("cairn-confirm-dialog")).containsText("starts a new instance");
        button("Run from another task…").click();

        Locator dialog = page.locator("cairn-fork-dialog");
        assertThat(dialog.getByLabel("Task", new Locator.GetByLabelOptions().setExact(true)))
                .hasValue(Pattern.compile("^/do/0/"));
        assertThat(dialog).containsText("go back and choose Retry");
        browser.assertUnharmed(page);
    }

    @Test
    void tellsAViewerThatHeMayNot() throws Exception {
        String id = waiting(1).get(0);
        page.context().close();
        page = browser.open(application, ConsoleApplication.VIEWER);
        show("instances/" + id);

        button("Cancel").click();
        confirm("Cancel it");

        assertThat(page.getByText("You may not do this")).isVisible();
        button("Back").click();
        assertThat(page.locator("cairn-confirm-dialog")).hasCount(0);
        // The browser notes each answer of 403.
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("403"));
    }

    @Test
    void asksTheQueriesAndUpdatesThatADefinitionDeclares() throws Exception {
        show("instances/" + application.run("carts", "{}"));
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Ask").setExact(true)).click();
        Locator panel = page.locator("cairn-answer-panel");
        Locator question = panel.getByLabel("Question");
        Locator json = panel.locator("cairn-json-field textarea");
        assertThat(question.locator("option")).hasText(new String[] { "line", "broken", "shop.line.added" });

        json.fill("{\"sku\":");
        button("Ask").click();
        assertThat(panel.getByText("Not JSON")).isVisible();
        json.fill("\"<img src=x onerror=window.attacked=8>\"");
        button("Ask").click();
        assertThat(panel.locator("cairn-value-tree")).containsText("<img src=x onerror=window.attacked=8>");
        assertThat(panel.locator("cairn-value-tree")).containsText("found");

        question.selectOption("update shop.line.added");
        assertThat(panel.locator("cairn-value-tree")).hasCount(0);
        json.fill("{\"sku\": \"<img src=x onerror=window.attacked=8>\", \"price\": 12345678901234567890}");
        panel.getByLabel("Reason").fill(REASON);
        button("Send update").click();
        assertThat(panel.getByText("Answer to shop.line.added")).isVisible();
        assertThat(panel.locator("cairn-value-tree")).containsText("12345678901234567890");
        assertThat(panel.locator("cairn-value-tree")).containsText("total");

        question.selectOption("query broken");
        button("Ask").click();
        assertThat(panel.getByRole(AriaRole.ALERT)).containsText("CAIRN-0494");
        assertThat(panel.getByRole(AriaRole.ALERT)).containsText("<img src=x onerror=window.attacked=8>");
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Commands")).click();
        assertThat(page.locator("cairn-command-list")).containsText(REASON);
        // The browser notes the answer of 422.
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("422"));
        browser.assertUnharmed(page);
    }

    @Test
    void showsTheFirstTabOfAnInstanceThatAnswersNothing() throws Exception {
        show("instances/" + application.run("rounds", "{\"turns\": 1}") + "?tab=ask");
        assertThat(page.locator("cairn-flow-graph")).isVisible();
        assertThat(page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Run").setExact(true)))
                .hasAttribute("aria-selected", "true");
        assertThat(page.locator("cairn-answer-panel")).hasCount(0);
        browser.assertUnharmed(page);
    }

    @Test
    void waitsOnForTheAnswerToAnUpdateWithItsKey() throws Exception {
        List<String> bodies = new ArrayList<>();
        page.route(Pattern.compile("/updates/"), route -> {
            bodies.add(route.request().postData());
            route.fulfill(new Route.FulfillOptions().setStatus(bodies.size() == 1 ? 504 : 200)
                    .setContentType(bodies.size() == 1 ? "application/problem+json" : "application/json")
                    .setBody(bodies.size() == 1 ? "{\"status\": 504, \"title\": \"Gateway Timeout\"}" : "{\"answer\": [7]}"));
        });
        show("instances/" + application.run("carts", "{}") + "?tab=ask");
        page.locator("cairn-answer-panel").getByLabel("Question").selectOption("update shop.line.added");
        for (int i = 0; i < 3; i++) {
            page.waitForResponse(Pattern.compile("/updates/"), () -> button("Send update").click());
            assertThat(button("Send update")).isEnabled();
        }
        assertThat(bodies.get(1)).isEqualTo(bodies.get(0)).contains("idempotencyKey");
        assertThat(bodies.get(2)).as("the next update has a key of its own").isNotEqualTo(bodies.get(0));
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("504"));
    }

    @Test
    void offersNoAnswersWhereThereAreNoneOrTheViewerMayNotReadThem() throws Exception {
        String cart = application.run("carts", "{}");
        show("instances/" + waiting(1).get(0));
        assertThat(page.locator("cairn-flow-graph g.node").first()).isVisible();
        Locator ask = page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Ask").setExact(true));
        assertThat(ask).hasCount(0);
        browser.assertUnharmed(page);

        page.context().close();
        page = browser.open(application, ConsoleApplication.VIEWER);
        show("instances/" + cart + "?tab=ask");
        assertThat(page.getByText("Queries and updates need the permission to read payloads.")).isVisible();
        assertThat(page.locator("cairn-answer-panel select")).hasCount(0);
    }

    @Test
    void publishesAnEvent() {
        show("events");
        button("Publish an event").click();
        page.getByLabel("Type", new Page.GetByLabelOptions().setExact(true)).fill("shop.order.approved");
        page.locator("cairn-json-field textarea").fill("{\"by\": \"<img src=x onerror=window.attacked=8>\"");
        button("Publish").click();
        assertThat(page.getByText("Not JSON").first()).isVisible();
        page.locator("cairn-json-field textarea").fill("{\"by\": \"<img src=x onerror=window.attacked=8>\"}");
        button("Publish").click();

        Locator event = page.locator("article").filter(new Locator.FilterOptions().setHasText("shop.order.approved"));
        assertThat(event).containsText("nobody");
        event.getByRole(AriaRole.BUTTON).first().click();
        assertThat(event.locator("pre")).containsText("window.attacked=8");
        browser.assertUnharmed(page);
    }

    @Test
    void describesTheStoreAndTheNode() {
        show("cluster");
        assertThat(page.getByText("File (H2 MVStore)")).isVisible();
        assertThat(page.getByText("neither a crash of the application nor one of the machine loses it")).isVisible();
        assertThat(page.getByText("ready", new Page.GetByTextOptions().setExact(true))).isVisible();
        assertThat(page.getByText("None. Every instance can go on.")).isVisible();
        browser.assertUnharmed(page);
    }

    @Test
    void showsTheLeasesOfOtherNodes() {
        page.route(Pattern.compile("/api/v1/node$"), route -> route.fulfill(new Route.FulfillOptions()
                .setContentType("application/json").setBody("""
                        {"node": "one", "life": "life-1", "leaseMillis": 9000, "version": "1", "ready": true, "instances": 0,
                         "recovering": 0, "parked": 0, "waitingWrites": 0, "store": {"kind": "redis", "shared": true},
                         "otherNodes": [{"node": "two", "life": "life-2", "leaseMillis": 8000},
                                        {"node": "three", "life": "life-3", "leaseMillis": -5}]}""")));
        show("cluster");

        Locator nodes = page.locator("section", new Page.LocatorOptions().setHas(page.locator("#others"))).locator("tbody tr");
        assertThat(nodes.nth(1)).containsText("ends in 8.0 s");
        assertThat(nodes.nth(2)).containsText("not known");
        browser.assertUnharmed(page);
    }

    @Test
    void opensNoStreamForAPageThatWasLeft() {
        List<String> streams = new ArrayList<>();
        List<Route> held = new ArrayList<>();
        page.onRequest(request -> {
            if (request.url().contains("/changes?workflow=")) {
                streams.add(request.url());
            }
        });
        page.route(Pattern.compile("/workflows/shop:orders$"), held::add);
        show("workflows/shop:orders");
        page.waitForCondition(() -> !held.isEmpty());
        show("cluster");
        assertThat(page.getByText("File (H2 MVStore)")).isVisible();

        page.waitForResponse(Pattern.compile("/workflows/shop:orders$"), () -> held.forEach(Route::resume));
        show("events");

        assertThat(button("Publish an event")).isVisible();
        assertThat(streams).isEmpty();
        browser.assertUnharmed(page);
    }

    @Test
    void asksNoMoreForAStreamThatIsRefused() {
        List<String> streams = new ArrayList<>();
        page.route(Pattern.compile("/changes"), route -> {
            streams.add(route.request().url());
            route.fulfill(new Route.FulfillOptions().setStatus(403));
        });
        show("instances");
        assertThat(page.getByText("Not live")).isVisible();
        // The browser asked for the stream, and the console for the status.
        assertThat(streams).hasSize(2);
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("403"));
    }

    /** A browser gives up after such an answer, unlike after a connection that broke. */
    @Test
    void asksAgainForAStreamWhileTheApplicationStarts() {
        page.route(Pattern.compile("/changes"), route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
        show("instances");
        assertThat(page.locator("cairn-app .live")).hasText("Reconnecting");
        page.unrouteAll();
        assertThat(page.locator("cairn-app .live")).hasText("Live");
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("503"));
    }

    @Test
    void tellsWhyARequestWasRefused() {
        Pattern asked = Pattern.compile("/api/v1/node$");
        page.route(asked, route -> route.fulfill(new Route.FulfillOptions().setStatus(503)
                .setHeaders(Map.of("Content-Type", "application/problem+json", "Retry-After", "7")).setBody("""
                        {"type": "about:blank", "status": 503, "code": "CAIRN-0012", "title": "The store does not answer",
                         "detail": "It is asked again <img src=x onerror=window.attacked=8>",
                         "errors": [{"pointer": "/input/items/0", "message": "has to be an object"}]}""")));
        show("cluster");
        Locator problem = page.locator("cairn-cluster-page").getByRole(AriaRole.ALERT).first();
        assertThat(problem.locator("strong")).hasText("The store does not answer");
        for (String text : List.of("CAIRN-0012", "It is asked again <img", "/input/items/0 has to be an object",
                "Try again in 7 s.")) {
            assertThat(problem).containsText(text);
        }

        // A proxy in front of the application answers with a page of its own.
        page.unrouteAll();
        page.route(asked, route -> route.fulfill(
                new Route.FulfillOptions().setStatus(502).setContentType("text/html").setBody("<h1>nginx</h1>")));
        page.reload();
        assertThat(problem.locator("strong")).hasText("Bad Gateway");
        assertThat(problem).not().containsText("nginx");

        page.unrouteAll();
        page.route(asked, Route::abort);
        page.reload();
        assertThat(problem.locator("strong")).hasText("The application does not answer");
        // The browser notes the refused requests.
        browser.complaints();
        browser.assertUnharmed(page);
    }

    /** OpenID Connect redirects requests without a session to the login page, which is on another host. */
    @ParameterizedTest
    @ValueSource(ints = { 302, 401 })
    void offersALoginWhenTheSessionIsOver(int status) {
        show("cluster");
        assertThat(page.getByText("File (H2 MVStore)")).isVisible();
        page.route(Pattern.compile("/api/v1/"), route -> route.fulfill(new Route.FulfillOptions().setStatus(status)
                .setHeaders(status == 302 ? Map.of("Location", "https://login.example/") : Map.of())));

        show("workflows");
        Locator problem = page.locator("cairn-workflows-page cairn-problem-view");
        assertThat(problem.getByText("You are not logged in")).isVisible();
        assertThat(problem.getByText("Log in again")).hasAttribute("href", "/q/cairn/");
        assertThat(page.locator("cairn-app .live")).containsText(Pattern.compile("Logged out\\s+Log in again"));

        // The viewer logs in in another tab, and comes back to this one.
        page.unrouteAll();
        page.evaluate("() => window.dispatchEvent(new Event('focus'))");
        assertThat(page.locator("cairn-app .live")).containsText("Live");
        assertThat(page.locator("cairn-workflows-page tbody tr").first()).isVisible();
        assertThat(problem).isHidden();
        // The browser notes the refused requests.
        browser.complaints();
    }
}
