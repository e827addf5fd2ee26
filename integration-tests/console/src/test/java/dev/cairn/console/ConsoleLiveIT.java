package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;

/** The console follows what happens, and finds its way back to an application that was killed and started again. */
@Tag("crash")
@Tag("console")
class ConsoleLiveIT extends ServedConsole {

    private static final int STARTS = 600;
    private static final int CANCELLED = 40;
    private static final int CLIENTS = 6;
    private static final double RECONNECT_MILLIS = 40_000;

    @Test
    void followsInstancesAndComesBack() throws Exception {
        String waiting = startWaiting();
        Queue<String> cancelled = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < CANCELLED; i++) {
            cancelled.add(startWaiting());
        }
        Page page = browser.open(application, ConsoleApplication.OPERATOR);
        page.navigate(application.console());
        assertThat(state(page, "Live")).isVisible();
        Page held = browser.open(application, ConsoleApplication.VIEWER);
        held.navigate(application.console() + "#/instances");
        assertThat(state(held, "Live")).isVisible();
        button(held, "Pause").click();

        startUnderLoad(cancelled);
        // A list that stands still is not read again: a change that is lost is missing for good.
        assertThat(button(held, STARTS + " new")).isVisible();
        assertThat(held.locator("cairn-instance-table .body [role=row]")
                .filter(new Locator.FilterOptions().setHasText("cancelled"))).hasCount(CANCELLED);
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

    private static String startWaiting() throws Exception {
        return application.run("orders", "{\"orderId\": \"o-0\", \"items\": [{\"sku\": \"B-1\", \"quantity\": 900}]}");
    }

    /** Several clients start instances at once and cancel others between the starts, while the pages are shown. */
    private static void startUnderLoad(Queue<String> cancelled) throws Exception {
        AtomicInteger numbers = new AtomicInteger();
        long began = System.nanoTime();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> starts = new ArrayList<>();
            for (int i = 0; i < STARTS; i++) {
                if (i % (STARTS / CANCELLED) == 0) {
                    starts.add(clients.submit(() -> application.post("instances/" + cancelled.remove() + "/cancel", "{}")));
                }
                starts.add(clients.submit(() -> application.run("orders",
                        "{\"orderId\": \"o-%d\", \"items\": [{\"sku\": \"A-7\", \"quantity\": 1}]}"
                                .formatted(numbers.incrementAndGet()))));
            }
            for (Future<?> start : starts) {
                start.get();
            }
        } finally {
            clients.shutdownNow();
        }
        System.out.printf("The console followed %d starts, %d a second%n", STARTS,
                STARTS * 1_000_000_000L / (System.nanoTime() - began));
    }

    private static Locator command(Page page, String word) {
        return page.locator("cairn-instance-actions").getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(word));
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator state(Page page, String word) {
        return page.locator("cairn-app").getByText(word, new Locator.GetByTextOptions().setExact(true));
    }
}
