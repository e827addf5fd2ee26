package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;

/** A viewer opens the console, and an operator runs a workflow with the form. */
@Tag("servers")
@Tag("smoke")
@Tag("console")
class ConsoleSmokeIT extends ServedConsole {

    private static final long MAX_FIRST_VIEW_BYTES = 300 * 1024;
    private static final int ROUNDS = 9;

    @Test
    void showsTheWorkflows() {
        Page page = browser.open(application, ConsoleApplication.VIEWER);
        AtomicLong bytes = new AtomicLong();
        page.onRequestFinished(
                request -> bytes.addAndGet((long) request.sizes().responseBodySize + request.sizes().responseHeadersSize));

        page.navigate(application.console());

        assertThat(page.locator("cairn-workflows-page tbody tr")).hasCount(6);
        assertThat(page.locator("cairn-app").getByText("Live", new Locator.GetByTextOptions().setExact(true))).isVisible();
        assertThat(bytes.get()).as("bytes of the first view").isBetween(1L, MAX_FIRST_VIEW_BYTES);
        System.out.println("The first view takes " + bytes.get() + " bytes");
        browser.assertUnharmed(page);
    }

    /** Prints the times and compares nothing: a busy machine takes longer for any page, so the empty one gives the scale. */
    @Test
    void showsTheWorkflowsBesideAnEmptyPage() {
        List<Long> first = new ArrayList<>();
        List<Long> empty = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            empty.add(firstViewMillis(application.origin() + "/empty.html", "body"));
            first.add(firstViewMillis(application.console(), "cairn-workflows-page tbody tr"));
        }
        System.out.printf("The first view takes %s ms, an empty page %s ms%n", summary(first), summary(empty));
    }

    /** Milliseconds until an element is drawn, from the start of the navigation, in a browser context with an empty cache. */
    private static long firstViewMillis(String address, String selector) {
        Page page = browser.open(application, ConsoleApplication.VIEWER);
        page.navigate(address);
        page.waitForSelector(selector, new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
        Number millis = (Number) page
                .evaluate("() => new Promise(drawn => requestAnimationFrame(() => drawn(performance.now())))");
        browser.assertUnharmed(page);
        page.context().close();
        return millis.longValue();
    }

    private static String summary(List<Long> millis) {
        Collections.sort(millis);
        return "%d (median of %d; %d to %d)".formatted(millis.get(ROUNDS / 2), ROUNDS, millis.get(0), millis.get(ROUNDS - 1));
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

    @Test
    void sendsWhatThePersonTyped() {
        Page page = browser.open(application, ConsoleApplication.OPERATOR);
        page.navigate(application.console() + "#/workflows/shop:orders?run=true");
        Locator form = page.locator("cairn-run-form");
        Locator tabs = form.getByRole(AriaRole.TAB);

        tabs.getByText("JSON").click();
        form.getByLabel("Input", new Locator.GetByLabelOptions().setExact(true)).fill("[1]");
        tabs.getByText("Form").click();
        assertThat(form.getByText("has to be an object")).isVisible();
        Locator text = form.getByRole(AriaRole.TEXTBOX, new Locator.GetByRoleOptions().setName("Input").setExact(true));
        assertThat(text).hasValue("[1]");
        text.fill("""
                {"orderId": "o-77", "items": [{"sku": "A-7", "quantity": 1, "price": 0.12345678901234567890}],
                 "delivery": {"city": "Ulm", "date": "tomorrow"}}""");
        tabs.getByText("Form").click();

        assertThat(form.getByLabel("price")).hasValue("0.12345678901234567890");
        assertThat(form.getByLabel("date", new Locator.GetByLabelOptions().setExact(true))).hasValue("tomorrow");
        Locator run = form.getByText("Run", new Locator.GetByTextOptions().setExact(true));
        run.click();
        assertThat(form.getByText("has to be a date, such as 2026-01-31")).isVisible();
        form.getByLabel("date", new Locator.GetByLabelOptions().setExact(true)).fill("2026-01-31");
        form.getByText("Keys and attributes").click();
        Locator attributes = form.getByLabel("Attributes", new Locator.GetByLabelOptions().setExact(true));
        attributes.fill("customer");
        run.click();
        assertThat(form.getByText("“customer” has to be name=value")).isVisible();
        attributes.fill("customer=4711\nnote=a=b");
        Request sent = page.waitForRequest(request -> "POST".equals(request.method()), run::click);
        assertThat(sent.postData()).contains("0.12345678901234567890", "2026-01-31",
                "\"attributes\":{\"customer\":\"4711\",\"note\":\"a=b\"}");
        assertThat(form.getByText("completed")).isVisible();
        browser.assertUnharmed(page);
    }
}
