package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** An operator finds instances, and reads the list of them. */
@Tag("servers")
@Tag("console")
class ConsoleSearchIT extends OperatedConsole {

    @Test
    void keepsTheSearchInTheAddress() throws Exception {
        waiting(2);
        show("instances");

        page.getByLabel("Workflow", new Page.GetByLabelOptions().setExact(true)).selectOption("shop:orders");
        button("waiting").click();
        page.keyboard().press("/");
        page.keyboard().type(batch);
        page.keyboard().press("Enter");
        assertThat(rows()).hasCount(2);
        assertThat(page).hasURL(Pattern.compile("workflow=shop%3Aorders&status=waiting&businessKey=" + batch));

        page.reload();
        assertThat(rows()).hasCount(2);
        button("completed").click();
        button("waiting").click();
        assertThat(page.getByText("No instance meets all of this.")).isVisible();
        page.getByLabel("Remove Business key").click();
        assertThat(page).not().hasURL(Pattern.compile("businessKey"));
        browser.assertUnharmed(page);
    }

    @Test
    void searchesForSeveralStates() throws Exception {
        List<String> ids = waiting(3);
        application.post("instances/" + ids.get(0) + "/suspend", "{}");
        application.post("instances/" + ids.get(1) + "/cancel", "{}");
        showBatch();
        assertThat(rows()).hasCount(3);

        button("waiting").focus();
        page.keyboard().press("Enter");
        assertThat(rows()).hasCount(1);
        button("suspended").press("Space");
        assertThat(rows()).hasCount(2);
        assertThat(page).hasURL(Pattern.compile("status=waiting,suspended"));
        assertThat(button("waiting")).hasAttribute("aria-pressed", "true");
        assertThat(button("All")).hasAttribute("aria-pressed", "false");

        show("instances?businessKey=" + batch + "&status=cancelled&status=suspended");
        assertThat(rows()).hasCount(2);
        application.post("instances/" + ids.get(2) + "/cancel", "{}");
        assertThat(rows()).hasCount(3);
        button("parked").click();
        assertThat(page).hasURL(Pattern.compile("parked=true"));
        assertThat(page).not().hasURL(Pattern.compile("status="));
        browser.assertUnharmed(page);
    }

    /** The clock of a viewer's machine may be wrong. */
    @Test
    void tellsTimesByTheClockOfTheApplication() throws Exception {
        waiting(1);
        page.clock().setFixedTime(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1));
        showBatch();

        assertThat(rows().first()).containsText(Pattern.compile("just now|sec\\.? ago"));
        browser.assertUnharmed(page);
    }

    @Test
    void readsAddressesThatPeopleHaveTyped() {
        show("instances?createdFrom=yesterday");
        assertThat(page.getByText("is a time as in RFC 3339")).isVisible();
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("400"));
        show("instances?started=constructor");
        assertThat(page.locator("cairn-instances-page")).isVisible();
        show("instances/no-id-" + "x".repeat(2_000));
        assertThat(page.getByText("is not the id of an instance")).isVisible();
        browser.assertUnharmed(page);
    }

    @Test
    void isUsedByKeys() throws Exception {
        List<String> ids = waiting(3);
        showBatch();
        assertThat(rows()).hasCount(3);

        page.keyboard().press("j");
        page.keyboard().press("x");
        page.keyboard().press("j");
        page.keyboard().press("j");
        page.keyboard().press("Shift+X");
        assertThat(page.getByText("3 selected")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.getByText("3 selected")).not().isVisible();
        page.keyboard().press("?");
        assertThat(page.getByText("Show new instances")).isVisible();
        page.keyboard().press("Escape");
        page.keyboard().press("k");
        page.keyboard().press("Enter");
        // The newest comes first.
        assertThat(page).hasURL(Pattern.compile("#/instances/" + ids.get(1)));
        browser.assertUnharmed(page);
    }

    @Test
    void holdsTheListUntilItsViewerWantsMore() throws Exception {
        waiting(1);
        showBatch();
        assertThat(rows()).hasCount(1);

        waiting(1);
        assertThat(rows()).hasCount(2);
        button("Pause").click();
        waiting(3);
        assertThat(button("3 new")).isVisible();
        assertThat(rows()).hasCount(2);
        page.keyboard().press("n");
        assertThat(rows()).hasCount(5);
        browser.assertUnharmed(page);
    }

    @Test
    void tellsOfCriteriaThatNarrowNothing() throws Exception {
        waiting(1);
        show("instances?workflow=shop:orders&businesskey=" + batch);
        assertThat(page.getByText("The list is not narrowed by them.")).isVisible();
        assertThat(rows().first()).isVisible();
        page.keyboard().press("a");
        button("Select all that the search finds").click();
        assertThat(button("Cancel")).isDisabled();

        button("Remove them").click();

        assertThat(page).not().hasURL(Pattern.compile("businesskey"));
        assertThat(page.getByText("The list is not narrowed by them.")).hasCount(0);
        browser.assertUnharmed(page);
    }

    @Test
    void comesBackToThePlaceInTheList() throws Exception {
        String oldest = waiting(60).get(59);
        showBatch();
        assertThat(rows()).hasCount(50);
        rows().last().scrollIntoViewIfNeeded();
        assertThat(rows()).hasCount(60);
        page.locator("[data-id='" + oldest + "'] .status").click();
        assertThat(page).hasURL(Pattern.compile(oldest));

        page.goBack();

        assertThat(rows()).hasCount(60);
        assertThat(page.locator("[data-id='" + oldest + "']")).isInViewport();
        assertThat(page.locator("[data-id='" + oldest + "']")).hasClass(Pattern.compile("active"));
        browser.assertUnharmed(page);
    }

    /** A page that is left open would otherwise grow with each change. */
    @Test
    void nothingIsLeftOfRowsThatAreGone() throws Exception {
        application.post("events", "{\"event\": {\"id\": \"gone\", \"source\": \"/test\", \"type\": \"shop.gone\"}}");
        application.post("events", "{\"event\": {\"id\": \"kept\", \"source\": \"/test\", \"type\": \"shop.kept\"}}");
        show("events?type=shop.");
        Locator events = page.locator("article");
        assertThat(events.filter(new Locator.FilterOptions().setHasText("shop.gone"))).hasCount(1);
        String count = "each => each.parentNode.childNodes.length";
        Object nodes = events.first().evaluate(count);

        for (int i = 0; i < 3; i++) {
            page.getByLabel("Find events").fill("shop.kept");
            assertThat(events).hasCount(1);
            page.getByLabel("Find events").fill("shop.");
            assertThat(events.filter(new Locator.FilterOptions().setHasText("shop.gone"))).hasCount(1);
        }

        assertThat(events.first().evaluate(count)).isEqualTo(nodes);
        browser.assertUnharmed(page);
    }

    @Test
    void looksUpNoTextThatCannotBeAnId() {
        List<String> requests = new ArrayList<>();
        page.onRequest(request -> requests.add(request.url()));
        show("instances/no-id");
        assertThat(page.getByText("no-id is not the id of an instance")).isVisible();
        assertThat(requests).noneMatch(url -> url.contains("no-id"));
        browser.assertUnharmed(page);
    }
}
