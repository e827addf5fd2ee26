package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;

/** The console follows what happens, and finds its way back to an application that was killed and started again. */
@Tag("crash")
@Tag("console")
class ConsoleLiveIT {

    private static final int STARTS = 40;
    private static final double RECONNECT_MILLIS = 40_000;

    @TempDir
    Path directory;

    @Test
    void followsInstancesAndComesBack() throws Exception {
        try (ConsoleBrowser browser = new ConsoleBrowser();
                ConsoleApplication application = new ConsoleApplication(directory)) {
            String waiting = application.run("orders",
                    "{\"orderId\": \"o-0\", \"items\": [{\"sku\": \"B-1\", \"quantity\": 900}]}");
            Page page = browser.open(application, ConsoleApplication.OPERATOR);
            page.navigate(application.console());
            assertThat(state(page, "Live")).isVisible();

            for (int i = 1; i <= STARTS; i++) {
                application.run("orders",
                        "{\"orderId\": \"o-%d\", \"items\": [{\"sku\": \"A-7\", \"quantity\": 1}]}".formatted(i + 100));
            }
            assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("orders")).getByLabel(STARTS + " completed"))
                    .isVisible();
            browser.assertUnharmed(page);

            page.navigate(application.console() + "#/instances/" + waiting);
            assertThat(page.locator("main").getByText("waiting").first()).isVisible();
            application.kill();
            assertThat(state(page, "Reconnecting")).isVisible();
            assertThat(page.getByText("This is as of")).isVisible();
            assertThat(command(page, "Cancel")).isDisabled();
            application.start();
            assertThat(state(page, "Live")).isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(RECONNECT_MILLIS));
            assertThat(page.getByText("This is as of")).hasCount(0);
            assertThat(command(page, "Cancel")).isEnabled();
            // Refused connections are among the complaints.
            browser.complaints();

            application.post("instances/" + waiting + "/cancel", "{\"reason\": \"The end of the test\"}");
            assertThat(page.locator("main").getByText("cancelled").first()).isVisible();
            browser.assertUnharmed(page);
        }
    }

    private static Locator command(Page page, String word) {
        return page.locator("cairn-instance-actions").getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(word));
    }

    private static Locator state(Page page, String word) {
        return page.locator("cairn-app").getByText(word, new Locator.GetByTextOptions().setExact(true));
    }
}
