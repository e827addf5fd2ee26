package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.outbound.OutboundPolicy;
import dev.cairn.effect.outbound.OutboundRules;
import dev.cairn.engine.port.EffectCall;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.PfxOptions;

/** Servers that speak TLS, with a certificate for {@code localhost} that only this test trusts. */
class HttpPerformerTlsTest {

    @TempDir
    static Path directory;

    private static PfxOptions certificate;

    private final Vertx vertx = Vertx.vertx();
    private final HttpTestServer server = new HttpTestServer(vertx,
            new HttpServerOptions().setSsl(true).setKeyCertOptions(certificate),
            request -> request.response().putHeader("Content-Type", "text/plain").end(request.scheme()));

    @BeforeAll
    static void makeCertificate() throws IOException, InterruptedException {
        certificate = TlsTestCertificate.in(directory);
    }

    @AfterEach
    void close() {
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aTrustedServerIsCalled() {
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD,
                new HttpClientOptions().setTrustOptions(certificate))) {
            assertThat(performer.perform(call("localhost")).await().atMost(Duration.ofSeconds(10)).textValue())
                    .isEqualTo("https");
        }
    }

    @Test
    void aCheckedAddressIsVerifiedByTheNameOfTheHost() throws IOException {
        InetAddress checked = InetAddress.getByName("127.0.0.1");
        OutboundPolicy policy = new OutboundPolicy(OutboundRules.of(List.of(), true),
                host -> Uni.createFrom().item(List.of(checked)), refusal -> {}, text -> text);
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, policy,
                new HttpClientOptions().setTrustOptions(certificate))) {
            assertThat(performer.perform(HttpTestServer.dynamicCallTo("https://localhost:" + server.port() + "/")).await()
                    .atMost(Duration.ofSeconds(10)).textValue()).isEqualTo("https");
            EffectCall other = HttpTestServer.dynamicCallTo("https://other.test:" + server.port() + "/");
            assertThat(catchThrowableOfType(WorkflowException.class,
                    () -> performer.perform(other).await().atMost(Duration.ofSeconds(10))).error().status()).isEqualTo(500);
        }
    }

    @Test
    void aServerWhoseCertificateNamesAnotherHostIsNot() {
        assertThat(refused("127.0.0.1", new HttpClientOptions().setTrustOptions(certificate)).status()).isEqualTo(500);
    }

    @Test
    void aServerThatNobodyVouchesForIsNot() {
        assertThat(refused("localhost", new HttpClientOptions()).type())
                .isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
    }

    @Test
    void theReasonWhyAServerIsNotTrustedIsTold() {
        assertThat(refused("localhost", new HttpClientOptions()).detail()).contains("certification path");
        assertThat(refused("127.0.0.1", new HttpClientOptions().setTrustOptions(certificate)).detail())
                .contains("No subject alternative names");
    }

    @Test
    void theTimeToGetAConnectionHasThatOfTlsInIt() {
        NetServer silent = vertx.createNetServer().connectHandler(socket -> {}).listen(0, "127.0.0.1").toCompletionStage()
                .toCompletableFuture().join();
        EffectCall call = HttpTestServer.callOf("https://127.0.0.1:" + silent.actualPort() + "/",
                "{\"limits\": {\"connectMillis\": 150}}");
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD)) {
            assertThat(catchThrowableOfType(WorkflowException.class,
                    () -> performer.perform(call).await().atMost(Duration.ofSeconds(9))).error().detail()).contains("150");
        }
    }

    private WorkflowError refused(String host, HttpClientOptions options) {
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD,
                options)) {
            return catchThrowableOfType(WorkflowException.class,
                    () -> performer.perform(call(host)).await().atMost(Duration.ofSeconds(10))).error();
        }
    }

    private EffectCall call(String host) {
        return HttpTestServer.callTo("https://" + host + ":" + server.port() + "/");
    }
}
