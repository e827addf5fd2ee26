package dev.cairn.browser;

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
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;

/**
 * A browser that notes what it complains about: errors in scripts, violations of the policy, and requests to other origins. It is the
 * Chromium of the machine. For one thread.
 */
public final class WatchedBrowser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final double PATIENCE_MILLIS = 20_000;
    private static final int HEIGHT = 900;

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    /** @throws TestAbortedException if the machine has no Chromium */
    public WatchedBrowser() {
        Path executable = executable().orElseThrow(() -> new TestAbortedException(
                "There is no Chromium on this machine. Install it: apt-get install chromium"));
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(executable).setArgs(List.of(
                "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
                "--disable-component-update", "--disable-sync")));
    }

    private static Optional<Path> executable() {
        return NAMES.stream().flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))).filter(Files::isExecutable).findFirst();
    }

    /**
     * Opens an empty page in a context of its own, which has no cookies and is logged in by HTTP Basic.
     *
     * @param origin the only permitted origin of requests, without a slash at its end
     * @param user the user that is logged in, or null for none
     * @param width of the window, in pixels
     */
    public Page open(String origin, String user, String password, int width, ColorScheme scheme) {
        Browser.NewContextOptions options = new Browser.NewContextOptions().setViewportSize(width, HEIGHT)
                .setColorScheme(scheme)
                .setTimezoneId("Europe/Vienna").setLocale("en-GB");
        BrowserContext context = browser.newContext(user == null ? options : options.setHttpCredentials(user, password));
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
            if (!request.url().startsWith(origin + "/") && !request.url().startsWith("data:")) {
                complaints.add("request to " + request.url());
            }
        });
        return page;
    }

    /** Closes all pages, and forgets the complaints. */
    public void closePages() {
        List.copyOf(browser.contexts()).forEach(BrowserContext::close);
        complaints.clear();
    }

    /** The complaints since the last call. */
    public List<String> complaints() {
        List<String> told = List.copyOf(complaints);
        complaints.clear();
        return told;
    }

    /** Fails if a script of an attacker has run, or the browser has complained. */
    public void assertUnharmed(Page page) {
        assertThat(page.evaluate("() => window.attacked ?? null")).as("what an attacker wrote has run").isNull();
        assertThat(complaints()).isEmpty();
    }

    /** The serious and critical findings of axe-core on the page, with the elements. */
    @SuppressWarnings("unchecked")
    public static List<String> barriers(Page page) {
        // As the browser's tools do: the policy of the page does not hold for them.
        page.evaluate(axe() + "\n; null");
        return (List<String>) page.evaluate("""
                async () => {
                  const found = await axe.run(document, {
                    resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } },
                  });
                  return found.violations.filter(each => ['serious', 'critical'].includes(each.impact))
                    .map(each => `${each.id}: ${each.help}: ${each.nodes.slice(0, 5).map(node => node.target.flat().join(' ') + ' ' + (node.any[0]?.message ?? '')).join('; ')}`);
                }""");
    }

    private static String axe() {
        ClassLoader loader = WatchedBrowser.class.getClassLoader();
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
