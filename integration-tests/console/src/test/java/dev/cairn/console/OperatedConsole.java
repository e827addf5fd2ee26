package dev.cairn.console;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

/** The page of an operator, and instances of its own for each test. */
abstract class OperatedConsole extends ServedConsole {

    static final String REASON = "Ticket 4711 <img src=x onerror=window.attacked=7>";

    private static int batches;

    /** Business key of the instances of one test. */
    String batch;
    Page page;

    @BeforeEach
    void open() {
        batch = "batch-" + ++batches;
        page = browser.open(application, ConsoleApplication.OPERATOR);
    }

    /** Starts instances that wait ten minutes; their ids, newest first. */
    List<String> waiting(int count) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(0, application.post("workflows/orders/instances", """
                    {"input": {"orderId": "%s-%d", "items": [{"sku": "B-1", "quantity": 900}]}, "businessKey": "%s"}"""
                    .formatted(batch, i, batch)).path("instance").textValue());
        }
        return ids;
    }

    void show(String route) {
        page.navigate(application.console() + "#/" + route);
    }

    void showBatch() {
        show("instances?businessKey=" + batch);
    }

    Locator rows() {
        return page.locator("cairn-instance-table .body [role=row]");
    }

    /** The button that says exactly this, and perhaps a number. */
    Locator button(String text) {
        Pattern name = Pattern.compile("^\\s*" + text + "(\\s+\\d+\\+?)?\\s*$");
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    void confirm(String word) {
        Locator dialog = page.locator("cairn-confirm-dialog");
        dialog.getByLabel("Reason").fill(REASON);
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(word).setExact(true)).click();
    }
}
