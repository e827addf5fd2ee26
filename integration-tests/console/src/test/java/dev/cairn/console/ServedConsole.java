package dev.cairn.console;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The application and the browser that the tests of one class share. Each test opens pages of its own. */
abstract class ServedConsole {

    @TempDir
    static Path directory;

    static ConsoleBrowser browser;
    static ConsoleApplication application;

    @BeforeAll
    static void start() throws Exception {
        browser = new ConsoleBrowser();
        application = new ConsoleApplication(directory);
    }

    @AfterEach
    void closePages() {
        browser.closePages();
    }

    /** Either is missing if it did not start. */
    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
            browser = null;
        }
        if (application != null) {
            application.close();
            application = null;
        }
    }
}
