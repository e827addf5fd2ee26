package dev.cairn.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.opentest4j.TestAbortedException;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;

/**
 * A browser that is logged in to the application, and notes what it complains about: errors in scripts, violations of the policy, and
 * requests to other origins.
 */
final class ConsoleBrowser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final double PATIENCE_MILLIS = 20_000;

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    /** @throws TestAbortedException if the machine has no Chromium */
    ConsoleBrowser() {
        Path executable = executable().orElseThrow(() -> new TestAbortedException(
                "There is no Chromium on this machine. Install it: apt-get install chromium"));
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(executable).setArgs(List.of(
                "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update",
                "--disable-sync")));
    }

    private static Optional<Path> executable() {
        return NAMES.stream().flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))).filter(Files::isExecutable).findFirst();
    }

    /** Opens a page as a user, in a context of its own. */
    Page open(ConsoleApplication application, String user, int width, ColorScheme scheme) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, 900)
                .setColorScheme(scheme).setTimezoneId("Europe/Vienna").setLocale("en-GB")
                .setHttpCredentials(user, ConsoleApplication.password(user)));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.type() + ": " + message.text() + " (" + message.location() + ")");
            }
        });
        page.onPageError(error -> complaints.add("uncaught: " + error));
        page.onDialog(dialog -> {
            complaints.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.onRequest(request -> {
            if (!request.url().startsWith(application.origin() + "/") && !request.url().startsWith("data:")) {
                complaints.add("request to " + request.url());
            }
        });
        return page;
    }

    Page open(ConsoleApplication application, String user) {
        return open(application, user, 1400, ColorScheme.LIGHT);
    }

    /** What was complained about since the last call. */
    List<String> complaints() {
        List<String> told = List.copyOf(complaints);
        complaints.clear();
        return told;
    }

    /** Fails if a script of an attacker has run, or the browser has complained. */
    void assertUnharmed(Page page) {
        assertThat(page.evaluate("() => window.attacked ?? null")).as("what an attacker wrote has run").isNull();
        assertThat(complaints()).isEmpty();
    }

    /** What axe-core finds on the page that is serious or critical, with the elements. */
    @SuppressWarnings("unchecked")
    static List<String> barriers(Page page) {
        // As the browser's tools do: the policy of the page does not hold for them.
        page.evaluate(axe() + "\n; null");
        return (List<String>) page.evaluate("""
                async () => {
                  const found = await axe.run(document, { resultTypes: ['violations'] });
                  return found.violations.filter(each => ['serious', 'critical'].includes(each.impact))
                    .map(each => `${each.id}: ${each.help}: ${each.nodes.slice(0, 5).map(node => node.target.flat().join(' ') + ' ' + (node.any[0]?.message ?? '')).join('; ')}`);
                }""");
    }

    private static String axe() {
        ClassLoader loader = ConsoleBrowser.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream("axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read axe-core", e);
        }
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
