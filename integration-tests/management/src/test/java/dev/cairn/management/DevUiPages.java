package dev.cairn.management;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitUntilState;

import dev.cairn.browser.WatchedBrowser;

/** Uses the pages of the extension in the Dev UI, as a developer does. */
final class DevUiPages {

    private static final int WIDTH = 1400;
    private static final int MAX_START_MILLIS = 60_000;

    private DevUiPages() {}

    static Page open(WatchedBrowser browser, String origin, String path, ColorScheme scheme) {
        Page page = browser.open(origin, null, null, WIDTH, scheme);
        // The Dev UI fetches all pages of all extensions before the browser says that it has loaded.
        page.navigate(origin + path, new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
        assertThat(page.locator("cairn-app")).isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(MAX_START_MILLIS));
        return page;
    }

    /** Runs the workflow {@code orders} from the list of workflows. */
    static void runOrders(Page page) {
        Locator app = page.locator("cairn-app");
        assertThat(app.locator("tr", new Locator.LocatorOptions().setHasText("orders"))).isVisible();
        app.getByText("Run", new Locator.GetByTextOptions().setExact(true)).click();
        app.locator("cairn-run-form button.primary").click();

        assertThat(app.locator("cairn-run-form").getByText("completed")).isVisible();
        assertThat(app.locator("cairn-run-form pre")).containsText("true");
    }
}
