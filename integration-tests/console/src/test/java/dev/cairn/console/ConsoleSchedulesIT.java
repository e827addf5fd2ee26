package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;

/** An operator sees schedules and steers them; a viewer sees them. */
@Tag("servers")
@Tag("console")
class ConsoleSchedulesIT extends OperatedConsole {

    private void create(String rest) throws Exception {
        application.post("schedules", """
                {"workflow": "shop:refunds", "name": "%s", %s}""".formatted(batch, rest));
    }

    private void showSchedule() {
        show("schedules/shop:refunds/" + batch);
        assertThat(page.locator("cairn-schedule-page h1")).containsText(batch);
    }

    private Locator row() {
        return page.locator("cairn-schedules-page tbody tr").filter(new Locator.FilterOptions().setHasText(batch));
    }

    private Locator instances() {
        return page.locator("section[aria-labelledby=occurrences] tbody tr");
    }

    @Test
    void listsRulesAndDueTimes() throws Exception {
        create("\"cron\": \"0 8 * * MON-FRI\", \"zone\": \"Europe/Vienna\"");
        show("schedules");

        assertThat(row()).containsText("At 08:00, on Monday to Friday");
        assertThat(row()).containsText("0 8 * * MON-FRI");
        assertThat(row()).containsText("Europe/Vienna");
        assertThat(row()).containsText(Pattern.compile("in \\d+ "));
        page.getByPlaceholder("Filter").fill("in january");
        assertThat(row()).hasCount(0);
        assertThat(page.locator("cairn-schedules-page tbody tr").getByText("At 08:00, on day 1 of the month, in January"))
                .isVisible();
        page.getByPlaceholder("Filter").fill("nothing has this");
        assertThat(page.getByText("No schedule has “nothing has this”")).isVisible();
        browser.assertUnharmed(page);
    }

    @Test
    void showsAScheduleWithItsInstances() throws Exception {
        create("\"every\": \"PT1S\", \"overlap\": \"allow\"");
        showSchedule();

        assertThat(page.locator("section[aria-labelledby=dues] ol li")).hasCount(5);
        assertThat(page.locator("section[aria-labelledby=rule]")).containsText("Every second");
        assertThat(instances().first()).containsText("the rule");
        assertThat(instances().first().locator(".badge")).isVisible();
        application.post("schedules/shop:refunds/" + batch + "/pause", "{}");
        assertThat(page.locator("h1 .badge")).containsText("paused");
        instances().first().getByRole(AriaRole.LINK).click();
        assertThat(page).hasURL(Pattern.compile("#/instances/"));
        browser.assertUnharmed(page);
    }

    @Test
    void pausesResumesRunsAndDeletes() throws Exception {
        create("\"cron\": \"0 0 1 1 *\"");
        showSchedule();

        button("Pause").click();
        confirm("Pause");
        assertThat(page.locator("h1 .badge")).containsText("paused");
        assertThat(page.locator("section[aria-labelledby=dues]")).containsText("It is paused.");
        assertThat(page.locator("section[aria-labelledby=rule]")).containsText(REASON);
        button("Resume").click();
        confirm("Resume");
        assertThat(page.locator("h1 .badge")).hasCount(0);
        assertThat(page.locator("section[aria-labelledby=rule]")).containsText("UTC");

        button("Run now").click();
        confirm("Run now");
        assertThat(page.getByText("It has started an instance.")).isVisible();
        assertThat(instances()).hasCount(1);
        assertThat(instances()).containsText("a command");

        button("Delete").click();
        page.locator("cairn-confirm-dialog").getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete"))
                .click();
        assertThat(page.locator("cairn-schedules-page h1")).isVisible();
        assertThat(page.getByText("At 08:00, on day 1").first()).isVisible();
        assertThat(row()).hasCount(0);
        browser.assertUnharmed(page);
    }

    @Test
    void backfillsARange() throws Exception {
        create("\"cron\": \"0 * * * *\"");
        showSchedule();

        button("Backfill").click();
        Locator dialog = page.locator("cairn-backfill-dialog");
        Locator send = dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Backfill").setExact(true));
        dialog.getByLabel("From").fill("2026-01-02T00:00");
        dialog.getByLabel("To").fill("2026-01-01T00:00");
        send.click();
        assertThat(dialog.getByLabel("From")).isVisible();
        dialog.getByLabel("From").fill("2010-01-01T00:00");
        send.click();
        assertThat(dialog).containsText("10000 occurrences");
        dialog.getByLabel("From").fill("2025-12-31T21:00");
        send.click();
        assertThat(page.getByText("3 instances started, 0 existed.")).isVisible();
        assertThat(instances()).hasCount(3);
        // The refused range is an answer of the application, which the browser notes.
        assertThat(browser.complaints()).allMatch(line -> line.contains("400"));
        browser.assertUnharmed(page);
    }

    @Test
    void refusesCommandsOfAViewer() throws Exception {
        create("\"cron\": \"0 0 1 1 *\", \"input\": {\"word\": \"confidential-42\"}");
        showSchedule();
        assertThat(page.locator("section[aria-labelledby=rule]")).containsText("confidential-42");
        page = browser.open(application, ConsoleApplication.VIEWER);
        showSchedule();

        assertThat(page.locator("main")).not().containsText("confidential-42");
        button("Pause").click();
        confirm("Pause");
        assertThat(page.locator("cairn-confirm-dialog")).containsText("role that you do not have");
        assertThat(browser.complaints()).allMatch(line -> line.contains("403"));
        browser.assertUnharmed(page);
    }

    @Test
    void leadsFromAWorkflowToItsSchedules() {
        show("workflows/shop:refunds");
        page.locator(".facts a.chip").click();

        assertThat(page.locator("cairn-schedule-page h1")).containsText("cron");
        assertThat(page.locator("section[aria-labelledby=rule]")).containsText("Europe/Vienna");
        assertThat(button("Delete")).hasCount(0);
        show("workflows");
        assertThat(page.locator("cairn-workflows-page a.chip")).hasText("0 8 1 1 *");
        browser.assertUnharmed(page);
    }

    @Test
    void fitsAllWidths() throws Exception {
        create("\"cron\": \"0,15,30,45 8-17 1,15 JAN,FEB,MAR MON-FRI\", \"zone\": \"America/Argentina/ComodRivadavia\"");
        for (int width : List.of(360, 720, 1024, 1920)) {
            page = browser.open(application, ConsoleApplication.OPERATOR, width, ColorScheme.DARK);
            for (String route : List.of("schedules", "schedules/shop:refunds/" + batch)) {
                show(route);
                assertThat(page.locator("main").getByText("America/Argentina/ComodRivadavia").first()).isVisible();
                assertThat(((Number) page.evaluate("() => document.scrollingElement.scrollWidth")).intValue())
                        .as("%s at %d", route, width).isLessThanOrEqualTo(width);
                assertThat(ConsoleBrowser.barriers(page)).as("%s at %d", route, width).isEmpty();
            }
            browser.assertUnharmed(page);
            page.context().close();
        }
    }
}
