package dev.cairn.management;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;

import dev.cairn.browser.WatchedBrowser;
import io.quarkus.test.QuarkusDevModeTest;

/** The Dev UI shows the console in a real browser, without a login, although the application has roles. */
@Tag("servers")
@Tag("console")
class DevUiPageTest {

    private static final int PORT = DevModePorts.free();
    private static final String ORIGIN = "http://localhost:" + PORT;

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("quarkus.http.port=" + PORT
                    + "\nquarkus.dev-ui.allow-extension-management=false\nquarkus.cairn.file.path=target/dev-ui-page-" + PORT
                    + "\nquarkus.cairn.management.roles.view=viewer\n"), "application.properties")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
                    do: [{done: {set: {done: true}}}]
                    """), "workflows/orders.yaml"));

    /** One test: dev mode takes long to start. */
    @Test
    void showsTheConsole() {
        try (WatchedBrowser browser = new WatchedBrowser()) {
            DevUiPages.runOrders(open(browser, "workflows", ColorScheme.LIGHT));
            triesAnExpression(open(browser, "workflows#/jq?expression=.a+%2B+lenght", ColorScheme.DARK));
            saysWhoSurvives(open(browser, "instances#/survival", ColorScheme.LIGHT));
        }
    }

    private static Page open(WatchedBrowser browser, String address, ColorScheme scheme) {
        return DevUiPages.open(browser, ORIGIN, "/q/dev-ui/quarkus-cairn/" + address, scheme);
    }

    /** The Dev UI drops the route from the address while it begins. */
    private static void triesAnExpression(Page page) {
        Locator shown = page.locator("cairn-jq-page");
        assertThat(shown.getByRole(AriaRole.ALERT)).containsText("did you mean length/0?");
        shown.getByLabel("Expression", new Locator.GetByLabelOptions().setExact(true)).fill("[range(3)] | length");
        assertThat(shown.locator("cairn-value-tree")).containsText("3");
        shown.getByLabel("Expression", new Locator.GetByLabelOptions().setExact(true)).fill("[1,\n  (.a - {})]");
        assertThat(shown.locator(".where")).containsText("line 2, column 4");
        assertThat(shown.locator(".caret")).hasText("^^^^^^^");
    }

    private static void saysWhoSurvives(Page page) {
        assertThat(page.locator("cairn-survival-page")).containsText("There are no instances that have not ended.");
    }
}
