package dev.cairn.console;

import java.util.List;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

import dev.cairn.browser.WatchedBrowser;

/** A browser in which users of the application are logged in. */
final class ConsoleBrowser implements AutoCloseable {

    private static final int WIDTH = 1400;

    private final WatchedBrowser browser = new WatchedBrowser();

    /** Opens an empty page of a user, in a context of its own. */
    Page open(ConsoleApplication application, String user, int width, ColorScheme scheme) {
        return browser.open(application.origin(), user, ConsoleApplication.password(user), width, scheme);
    }

    Page open(ConsoleApplication application, String user) {
        return open(application, user, WIDTH, ColorScheme.LIGHT);
    }

    /** Closes all pages, and forgets the complaints. */
    void closePages() {
        browser.closePages();
    }

    /** The complaints since the last call. */
    List<String> complaints() {
        return browser.complaints();
    }

    /** Fails if a script of an attacker has run, or the browser has complained. */
    void assertUnharmed(Page page) {
        browser.assertUnharmed(page);
    }

    /** The serious and critical findings of axe-core on the page, with the elements. */
    static List<String> barriers(Page page) {
        return WatchedBrowser.barriers(page);
    }

    @Override
    public void close() {
        browser.close();
    }
}
