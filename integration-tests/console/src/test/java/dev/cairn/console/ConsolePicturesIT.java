package dev.cairn.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

/** Takes the pictures of the documentation; {@code -Dcairn.pictures=DIRECTORY} says where to, otherwise they are left in the target directory. */
@Tag("servers")
@Tag("console")
class ConsolePicturesIT extends ServedConsole {

    private static final int WIDTH = 1280;
    private static final int ORDERS = 24;

    @Test
    void takesPictures() throws Exception {
        String shown = null;
        for (int i = 1; i <= 3; i++) {
            application.run("quotes", "{\"items\": [{\"quantity\": %d, \"price\": 12}]}".formatted(i));
            application.run("refunds", "{\"orderId\": \"o-%d\"}".formatted(4700 + i));
        }
        for (int i = 1; i <= ORDERS; i++) {
            boolean large = i % 7 == 0;
            String id = application
                    .post("workflows/orders/instances",
                            """
                    {"input": {"orderId": "o-%d", "channel": "web", "items": [{"sku": "A-7", "quantity": 2, "price": 10.5},
                     {"sku": "B-1", "quantity": %d, "price": 99}]}, "businessKey": "o-%d", "attributes": {"region": "%s"}}"""
                                    .formatted(4700 + i, large ? 30 : 1, 4700 + i, i % 3 == 0 ? "north" : "south"))
                    .path("instance").textValue();
            shown = large ? id : shown;
        }
        Page page = browser.open(application, ConsoleApplication.OPERATOR, WIDTH, ColorScheme.LIGHT);
        picture(page, application, "workflow", "workflow", "workflows/shop:orders?task=%2Fdo%2F2%2Freview");
        picture(page, application, "run", "workflow", "workflows/shop:orders?run=true");
        picture(page, application, "instances", "instances", "instances");
        picture(page, application, "instance", "instance", "instances/" + shown);
        browser.assertUnharmed(page);
    }

    private static void picture(Page page, ConsoleApplication application, String name, String element, String path) {
        page.navigate(application.console() + "#/" + path);
        assertThat(page.locator("main cairn-" + element + "-page")).isVisible();
        assertThat(page.locator("[aria-busy=true]")).hasCount(0);
        assertThat(page.locator("cairn-app .live.open")).isVisible();
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(Path.of(System.getProperty("cairn.pictures", "target/pictures"), name + ".png")));
    }
}
