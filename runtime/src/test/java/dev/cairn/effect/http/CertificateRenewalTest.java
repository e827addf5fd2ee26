package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;

/** Certificates are renewed while the application runs; bad ones are told, and the good ones before them stay in use. */
class CertificateRenewalTest {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    @TempDir
    static Path directory;

    private static PfxOptions trusted;
    private static PfxOptions other;

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Handler listener = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            Object[] parameters = entry.getParameters();
            said.add(parameters == null ? entry.getMessage() : entry.getMessage().formatted(parameters));
        }

        @Override
        public void flush() {
            // All is there.
        }

        @Override
        public void close() {
            // Nothing to let go of.
        }
    };
    private final Vertx vertx = Vertx.vertx();
    private final HttpTestServer server = new HttpTestServer(vertx,
            new HttpServerOptions().setSsl(true).setUseAlpn(true).setKeyCertOptions(trusted),
            request -> request.response().putHeader("Content-Type", "text/plain").end(request.version().name()));
    private HttpPerformer performer;

    @BeforeAll
    static void makeCertificates() throws IOException, InterruptedException {
        trusted = TlsTestCertificate.in(directory);
        other = TlsTestCertificate.in(Files.createDirectory(directory.resolve("other")));
    }

    @BeforeEach
    void listen() {
        LOG.addHandler(listener);
    }

    @AfterEach
    void close() {
        LOG.removeHandler(listener);
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void certificatesThatCannotBeLoadedAreToldAndTheOnesBeforeStayInUse() throws InterruptedException {
        performer = performer(trusted, false);

        performer.renew(() -> rules(new PfxOptions().setPath(directory.resolve("gone.p12").toString())));

        assertThat(said.poll(20, TimeUnit.SECONDS)).startsWith("CAIRN-0859: Certificates of HTTP calls cannot be loaded")
                .contains("[host=localhost]", "gone.p12");
        assertThat(call()).isEqualTo("HTTP_1_1");
    }

    @Test
    void aConfigurationThatCannotBeReadIsTold() throws InterruptedException {
        performer = performer(trusted, false);

        performer.renew(() -> {
            throw new IllegalStateException("planted");
        });

        assertThat(said.poll(20, TimeUnit.SECONDS)).startsWith("CAIRN-0859").contains("planted");
        assertThat(call()).isEqualTo("HTTP_1_1");
    }

    @Test
    void certificatesThatCannotBeLoadedAtTheStartAreToldAndCanBeRenewed() throws InterruptedException {
        performer = performer(new PfxOptions().setPath(directory.resolve("gone.p12").toString()), false);
        assertThat(said.poll(20, TimeUnit.SECONDS)).startsWith("CAIRN-0859");

        performer.renew(() -> rules(trusted));

        assertThat(call()).isEqualTo("HTTP_1_1");
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void renewedCertificatesAreUsedInTheSameProtocol(boolean http2) {
        performer = performer(other, http2);

        performer.renew(() -> rules(trusted));

        assertThat(call()).isEqualTo(http2 ? "HTTP_2" : "HTTP_1_1");
        assertThat(said).isEmpty();
    }

    private HttpPerformer performer(PfxOptions trust, boolean http2) {
        HttpClientSettings settings = new HttpClientSettings(4, Duration.ofSeconds(10), Duration.ofSeconds(20),
                Duration.ofSeconds(15), 1_000_000, http2);
        return new HttpPerformer(vertx, settings, HttpTestServer.NO_GUARD, () -> null, rules(trust));
    }

    private static HttpConnectionRules<HttpClientOptions> rules(PfxOptions trust) {
        return new HttpConnectionRules<>(new HttpClientOptions(),
                Map.of("localhost", new HttpClientOptions().setTrustOptions(trust)));
    }

    private String call() {
        return performer.perform(HttpTestServer.callTo("https://localhost:" + server.port() + "/")).await()
                .atMost(Duration.ofSeconds(20)).textValue();
    }
}
