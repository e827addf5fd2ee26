package dev.cairn.deployment.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.cairn.compiler.reader.UnavailableResourceException;
import dev.cairn.deployment.document.RemoteDocuments.LockFiles;
import dev.cairn.effect.outbound.OutboundRules;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.ConfigurationException;

/** Documents are fetched when the build is told so, and come from their copies otherwise. */
class RemoteDocumentsTest {

    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicReference<String> content = new AtomicReference<>("openapi: 3.0.3");

    private final List<String> libraries = new ArrayList<>();

    @TempDir
    Path resources;

    private HttpServer server;
    private String url;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            String path = exchange.getRequestURI().getPath();
            byte[] body = content.get().getBytes(StandardCharsets.UTF_8);
            if (path.startsWith("/to/")) {
                exchange.getResponseHeaders().add("Location", path.equals("/to/loop") ? "/to/loop"
                        : new String(HexFormat.of().parseHex(path.substring(4)), StandardCharsets.UTF_8));
                answer(exchange, 302, "<a href='elsewhere'>Found</a>");
            } else if (path.startsWith("/status/")) {
                answer(exchange, Integer.parseInt(path.substring(8)), "openapi: 3.0.4");
            } else if (path.equals("/endless")) {
                exchange.sendResponseHeaders(503, 0);
                exchange.getResponseBody().write(1);
                exchange.getResponseBody().flush();
                return;
            } else if (path.equals("/long")) {
                exchange.sendResponseHeaders(200, 0);
                try (OutputStream out = exchange.getResponseBody()) {
                    for (int i = 0; i < 40; i++) {
                        out.write(new byte[1 << 20]);
                    }
                }
            } else if (path.equals("/slow")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(1);
                exchange.getResponseBody().flush();
                return;
            } else {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        url = "http://localhost:" + server.getAddress().getPort();
    }

    /** The server of the JDK sends no content with a status that has none. */
    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        boolean without = status == 204 || status == 304;
        exchange.sendResponseHeaders(status, without ? -1 : body.length);
        if (!without) {
            exchange.getResponseBody().write(body);
        }
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aDocumentWithoutACopyFailsTheBuildUnfetched() {
        assertThatThrownBy(() -> documents(DocumentMode.LOCKED).content(url + "/api.yaml", null))
                .isInstanceOf(UnavailableResourceException.class).extracting("code").isEqualTo("CAIRN-0142");
        assertThat(requests).hasValue(0);
    }

    @Test
    void keepsACopyThatLaterBuildsUse() throws Exception {
        RemoteDocuments adding = documents(DocumentMode.ADD);
        assertThat(adding.content(url + "/v1/api.yaml?x=1", null)).asString().isEqualTo("openapi: 3.0.3");
        assertThat(adding.content(url + "/v1/api.yaml?x=1", null)).asString().isEqualTo("openapi: 3.0.3");
        assertThat(requests).hasValue(1);
        content.set("changed");

        assertThat(documents(DocumentMode.LOCKED).content(url + "/v1/api.yaml?x=1", null)).asString()
                .isEqualTo("openapi: 3.0.3");
        assertThat(documents(DocumentMode.ADD).content(url + "/v1/api.yaml?x=1", null)).asString().isEqualTo("openapi: 3.0.3");
        assertThat(requests).hasValue(1);
        assertThat(resources.resolve("cairn/documents.lock")).content().contains(
                LockedDocument.hash("openapi: 3.0.3".getBytes(StandardCharsets.UTF_8)) + " ",
                "-api.yaml " + url + "/v1/api.yaml?x=1\n");
        try (var copies = Files.list(resources.resolve("cairn/documents"))) {
            assertThat(copies).satisfiesExactlyInAnyOrder(copy -> assertThat(copy).hasFileName(
                    LockedDocument.of(url + "/v1/api.yaml?x=1", new byte[0]).file()).hasContent("openapi: 3.0.3"),
                    git -> assertThat(git).hasFileName(".gitattributes").hasContent("* -text"));
        }
    }

    @Test
    void aChangedDocumentFailsABuildThatVerifiesAndIsAcceptedByOneThatUpdates() throws Exception {
        documents(DocumentMode.ADD).content(url + "/api.yaml", null);
        assertThat(documents(DocumentMode.VERIFY).content(url + "/api.yaml", null)).asString().isEqualTo("openapi: 3.0.3");
        content.set("openapi: 3.1.0");

        assertThatThrownBy(() -> documents(DocumentMode.VERIFY).content(url + "/api.yaml", null))
                .hasMessageContaining("has changed: sha256 ").extracting("code", "suggestion").containsExactly("CAIRN-0143",
                        "Review the change. To accept it, build with -Dquarkus.cairn.documents.mode=update.");
        assertThat(documents(DocumentMode.UPDATE).content(url + "/api.yaml", null)).asString().isEqualTo("openapi: 3.1.0");
        assertThat(documents(DocumentMode.LOCKED).content(url + "/api.yaml", null)).asString().isEqualTo("openapi: 3.1.0");
    }

    @Test
    void refusesADamagedCopyAndADamagedLockFile() throws Exception {
        documents(DocumentMode.ADD).content(url + "/api.yaml", null);
        Path lock = resources.resolve("cairn/documents.lock");
        Path copy = resources.resolve("cairn/documents").resolve(LockedDocument.of(url + "/api.yaml", new byte[0]).file());
        Files.writeString(copy, "openapi: 3.0.4");
        assertCode("CAIRN-0141", DocumentMode.LOCKED, "/api.yaml", "is not the one that was locked");
        Files.delete(copy);
        assertCode("CAIRN-0141", DocumentMode.LOCKED, "/api.yaml", "is missing");
        Files.writeString(lock, Files.readString(lock) + "<<<<<<< HEAD\n");
        assertCode("CAIRN-0141", DocumentMode.ADD, "/other.yaml", "line 4 is not");
    }

    @Test
    void followsRedirectionsWithinTheRules() throws Exception {
        assertThat(documents(DocumentMode.ADD).content(url + to("/api.yaml"), null)).asString().isEqualTo("openapi: 3.0.3");
        assertCode("CAIRN-0144", DocumentMode.ADD, "/to/loop", "more than 5 redirections");
        String other = "http://127.0.0.1:" + server.getAddress().getPort() + "/api.yaml";
        assertCode("CAIRN-0144", DocumentMode.ADD, to(other), "the host has a loopback address");
        assertCode("CAIRN-0144", DocumentMode.ADD, to("http://169.254.169.254/latest"),
                "the host has an address of a cloud's metadata service");
        assertCode("CAIRN-0144", DocumentMode.ADD, to(other.replace("127.0.0.1", "0127.0.0.1")),
                "the host is ambiguous: 87.0.0.1 was checked");
        assertCode("CAIRN-0144", DocumentMode.ADD, to("file:///etc/passwd"), "the URL must have http or https and a host");
        assertThat(documents(DocumentMode.ADD, OutboundRules.of(List.of("127.0.0.1"), false)).content(url + to(other), null))
                .asString().isEqualTo("openapi: 3.0.3");
    }

    @Test
    void aDocumentMayReferToItsOwnOriginAndToAdmittedOnes() throws Exception {
        assertThat(documents(DocumentMode.ADD).content(url + "/part.yaml", url + "/api.yaml")).isNotEmpty();
        String other = "http://127.0.0.1:" + server.getAddress().getPort() + "/part.yaml";
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content(other, url + "/api.yaml"))
                .hasMessageContaining("the host has a loopback address");
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content(url + "/x", "https://localhost/api.yaml"))
                .hasMessageContaining("redirects from https to http");
    }

    @Test
    void boundsAnswersInBytesAndTime() throws Exception {
        assertCode("CAIRN-0144", DocumentMode.ADD, "/long", "the answer has more than 16777216 bytes");
        assertThatThrownBy(() -> documents(DocumentMode.ADD, OutboundRules.of(List.of(), false), Duration.ofMillis(300))
                .content(url + "/slow", null)).hasMessageContaining("no complete answer within");
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content("http://u:p@localhost/x", null))
                .hasMessageContaining("no credentials");
        assertThat(resources.resolve("cairn")).doesNotExist();
    }

    @Test
    void documentsThatLibrariesLockStayWithTheLibraries() throws Exception {
        documents(DocumentMode.ADD).content(url + "/library.yaml", null);
        Path lock = resources.resolve("cairn/documents.lock");
        libraries.add(Files.readString(lock));
        Files.delete(lock);
        content.set("changed");

        for (DocumentMode mode : DocumentMode.values()) {
            assertThat(documents(mode).content(url + "/library.yaml", null)).as(mode.name()).asString()
                    .isEqualTo("openapi: 3.0.3");
        }
        assertThat(lock).doesNotExist();
        assertThat(requests).hasValue(1);
        documents(DocumentMode.UPDATE).content(url + "/own.yaml", null);
        assertThat(lock).content().contains("-own.yaml " + url + "/own.yaml\n").doesNotContain("library.yaml");
        libraries.add("<<<<<<< HEAD\n");
        assertCode("CAIRN-0141", DocumentMode.LOCKED, "/own.yaml", "in a library, line 1 is not");
    }

    @Test
    void theApplicationDecidesAboutADocumentThatALibraryLocksAsWell() throws Exception {
        documents(DocumentMode.ADD).content(url + "/api.yaml", null);
        libraries.add("0".repeat(64) + " other.yaml " + url + "/api.yaml\n");

        assertThat(documents(DocumentMode.LOCKED).content(url + "/api.yaml", null)).asString().isEqualTo("openapi: 3.0.3");
        content.set("changed");
        assertThat(documents(DocumentMode.UPDATE).content(url + "/api.yaml", null)).asString().isEqualTo("changed");
    }

    @ParameterizedTest
    @EnumSource(names = { "ADD", "UPDATE" })
    void buildsWithTheSameClassPathKeepTheDocumentsOfEachOther(DocumentMode mode) throws Exception {
        documents(DocumentMode.ADD).content(url + "/old.yaml", null);
        RemoteDocuments tests = documents(mode);
        RemoteDocuments application = documents(mode);
        tests.content(url + "/tests.yaml", null);
        content.set("changed");

        application.content(url + "/application.yaml", null);

        content.set("unused");
        RemoteDocuments later = documents(DocumentMode.LOCKED);
        assertThat(later.content(url + "/old.yaml", null)).asString().isEqualTo("openapi: 3.0.3");
        assertThat(later.content(url + "/tests.yaml", null)).asString().isEqualTo("openapi: 3.0.3");
        assertThat(later.content(url + "/application.yaml", null)).asString().isEqualTo("changed");
    }

    @Test
    void aLockFileThatWasDamagedInTheMeantimeIsNotReplaced() throws Exception {
        RemoteDocuments adding = documents(DocumentMode.ADD);
        adding.content(url + "/api.yaml", null);
        Path lock = resources.resolve("cairn/documents.lock");
        Files.writeString(lock, "<<<<<<< HEAD\n");

        assertThatThrownBy(() -> adding.content(url + "/other.yaml", null)).hasMessageContaining("line 1 is not")
                .extracting("code").isEqualTo("CAIRN-0141");
        assertThat(lock).hasContent("<<<<<<< HEAD");
    }

    @ParameterizedTest
    @CsvSource({ "/status/404, the server answers with status 404.", "/status/203, the server answers with status 203.",
            "/status/204, the server answers with status 204.", "/status/206, the server answers with status 206.",
            "/status/300, the server answers with status 300.", "/status/304, the server answers with status 304.",
            "/status/500, the server answers with status 500.", "/endless, the server answers with status 503.",
            "/status/302, the server answers with status 302 and no header Location." })
    void takesNothingButAGoodAnswerForADocument(String path, String reason) {
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content(url + path, null))
                .hasMessage("The document \"" + url + path + "\" cannot be fetched: " + reason).extracting("code")
                .isEqualTo("CAIRN-0144");
        assertThat(resources.resolve("cairn")).doesNotExist();
    }

    @Test
    void anAnswerWithoutContentIsNoDocument() {
        content.set("");
        assertCode("CAIRN-0144", DocumentMode.ADD, "/api.yaml", "the server answers with status 200 and no content");
    }

    @Test
    void messagesShowNeitherCredentialsNorQueries() {
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content(url + "/status/404?token=secret", null))
                .hasMessage("The document \"" + url + "/status/404?…\" cannot be fetched: the server answers with status 404.");
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content(url + to("/status/404?token=secret"), null))
                .hasMessageContaining(url + "/status/404?… answers with status 404").hasMessageNotContaining("secret");
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content(url + to("http://localhost:99999999/?token=secret"), null))
                .hasMessageContaining("no URL").hasMessageNotContaining("secret");
        assertThatThrownBy(() -> documents(DocumentMode.LOCKED).content("https://user:secret@a.example.com/b?secret", null))
                .hasMessageContaining("\"https://…@a.example.com/b?…\"");
        assertThatThrownBy(() -> documents(DocumentMode.ADD).content("https://user:secret@a.example.com/b", null))
                .hasMessageContaining("no credentials").hasMessageNotContaining("secret");
    }

    @Test
    void aClientIsMadeForTheFirstDocumentThatIsFetched() throws Exception {
        AtomicInteger clients = new AtomicInteger();
        DocumentFetcher fetcher = new DocumentFetcher(OutboundRules.of(List.of(), false), Duration.ofSeconds(20), () -> {
            clients.incrementAndGet();
            return HttpClient.newHttpClient();
        });
        assertThat(clients).hasValue(0);
        fetcher.fetch(url + "/api.yaml", null);
        fetcher.fetch(url + "/api.yaml", null);
        assertThat(clients).hasValue(1);
    }

    @Test
    void refusalsNameTheProperty() {
        String other = "http://127.0.0.1:" + server.getAddress().getPort() + "/part.yaml";
        OutboundRules rules = RemoteDocumentProcessor.rules(List.of("a.example.com"), LaunchMode.NORMAL);

        assertThatThrownBy(() -> documents(DocumentMode.ADD, rules).content(other, url + "/api.yaml"))
                .hasMessageContaining("]: quarkus.cairn.documents.allow does not list it.");
        assertThatThrownBy(() -> RemoteDocumentProcessor.rules(List.of("a b"), LaunchMode.NORMAL))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("CAIRN-0733: Cannot read quarkus.cairn.documents.allow: \"a b\" is ");
    }

    private void assertCode(String code, DocumentMode mode, String path, String message) {
        assertThatThrownBy(() -> documents(mode).content(url + path, null)).hasMessageContaining(message).extracting("code")
                .isEqualTo(code);
    }

    private static String to(String location) {
        return "/to/" + HexFormat.of().formatHex(location.getBytes(StandardCharsets.UTF_8));
    }

    private RemoteDocuments documents(DocumentMode mode) {
        return documents(mode, OutboundRules.of(List.of(), false));
    }

    private RemoteDocuments documents(DocumentMode mode, OutboundRules rules) {
        return documents(mode, rules, Duration.ofSeconds(20));
    }

    private RemoteDocuments documents(DocumentMode mode, OutboundRules rules, Duration timeout) {
        byte[] lock = resource(RemoteDocuments.LOCK_FILE);
        return new RemoteDocuments(mode, new DocumentFetcher(rules, timeout),
                new LockFiles(lock == null ? "" : new String(lock, StandardCharsets.UTF_8), libraries),
                path -> resource(path) == null ? List.of() : List.of(resource(path)), resources.resolve("cairn"), null);
    }

    private byte[] resource(String path) {
        try {
            Path file = resources.resolve(path);
            return Files.exists(file) ? Files.readAllBytes(file) : null;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
