package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** A viewer opens the console, and an operator runs a workflow with the form. */
@Tag("servers")
@Tag("smoke")
@Tag("console")
class ConsoleSmokeIT {

    private static final long MAX_FIRST_VIEW_BYTES = 300 * 1024;

    @TempDir
    static Path directory;

    private static ConsoleBrowser browser;
    private static ConsoleApplication application;

    @BeforeAll
    static void start() throws Exception {
        browser = new ConsoleBrowser();
        application = new ConsoleApplication(directory);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (application != null) {
            application.close();
        }
    }

    @Test
    void showsTheWorkflows() {
        Page page = browser.open(application, ConsoleApplication.VIEWER);
        AtomicLong bytes = new AtomicLong();
        page.onRequestFinished(
                request -> bytes.addAndGet((long) request.sizes().responseBodySize + request.sizes().responseHeadersSize));

        page.navigate(application.console());

        assertThat(page.locator("cairn-workflows-page tbody tr")).hasCount(5);
        assertThat(page.locator("cairn-app").getByText("Live", new Locator.GetByTextOptions().setExact(true))).isVisible();
        assertThat(bytes.get()).as("bytes of the first view").isBetween(1L, MAX_FIRST_VIEW_BYTES);
        System.out.println("The first view takes " + bytes.get() + " bytes");
        browser.assertUnharmed(page);
    }

    @Test
    void runsAWorkflowWithAForm() {
        Page page = browser.open(application, ConsoleApplication.OPERATOR);
        page.navigate(application.console() + "#/workflows/shop:orders?run=true");
        Locator form = page.locator("cairn-run-form");

        form.getByText("Run", new Locator.GetByTextOptions().setExact(true)).click();
        assertThat(form.getByText("is required").first()).isVisible();
        form.getByLabel("orderId").fill("o-1");
        form.getByLabel("sku").fill("lower");
        form.getByText("Run", new Locator.GetByTextOptions().setExact(true)).click();
        assertThat(form.getByText("has to match ^[A-Z]-[0-9]+$")).isVisible();
        form.getByLabel("sku").fill("A-7");
        form.getByText("Run", new Locator.GetByTextOptions().setExact(true)).click();

        assertThat(form.getByText("completed")).isVisible();
        assertThat(form.locator(".result pre")).containsText("L-o-1");
        browser.assertUnharmed(page);
    }
}
