package dev.cairn.management;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

import dev.cairn.browser.WatchedBrowser;
import io.quarkus.test.QuarkusDevModeTest;

/** The pages in the Dev UI find their files and methods below other roots, and beside the management interface. */
@Tag("servers")
@Tag("console")
class MovedDevUiTest {

    private static final int PORT = DevModePorts.free();

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("quarkus.http.port=" + PORT
                    + "\nquarkus.http.root-path=/app\nquarkus.http.non-application-root-path=/nonapp"
                    + "\nquarkus.management.enabled=true\nquarkus.management.port=" + DevModePorts.free()
                    + "\nquarkus.dev-ui.allow-extension-management=false\nquarkus.cairn.file.path=target/dev-ui-moved-" + PORT
                    + "\n"), "application.properties")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
                    do: [{done: {set: {done: true}}}]
                    """), "workflows/orders.yaml"));

    @Test
    void showsTheConsole() {
        try (WatchedBrowser browser = new WatchedBrowser()) {
            Page page = DevUiPages.open(browser, "http://localhost:" + PORT, "/nonapp/dev-ui/quarkus-cairn/workflows",
                    ColorScheme.LIGHT);
            assertThat(page.locator("cairn-app").getByText("Live", new Locator.GetByTextOptions().setExact(true))).isVisible();
            DevUiPages.runOrders(page);
        }
    }
}
