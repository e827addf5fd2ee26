package dev.cairn.integrations.grpc.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.grpc.channel.ClientChannels;
import dev.cairn.integrations.grpc.channel.HostConnector;
import dev.cairn.integrations.grpc.config.GrpcCallConfig;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundRoute;
import dev.cairn.spi.outbound.OutboundTarget;
import dev.cairn.value.JsonCodec;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.quarkus.grpc.runtime.config.GrpcConfiguration;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.mutiny.Uni;

/** A server that speaks TLS, with a certificate for {@code localhost} that only this test trusts. */
class GrpcCallTlsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    static Path directory;

    private static KeyStore certificate;

    private NotesServer server;
    private GrpcCallPerformer performer;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path file = directory.resolve("localhost.p12");
        int status = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-keystore", file.toString(), "-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-alias", "localhost",
                "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost").inheritIO().start().waitFor();
        assertThat(status).isZero();
        certificate = KeyStore.getInstance("PKCS12");
        try (InputStream content = Files.newInputStream(file)) {
            certificate.load(content, PASSWORD);
        }
    }

    @BeforeEach
    void open() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(certificate, PASSWORD);
        server = new NotesServer(GrpcSslContexts.configure(SslContextBuilder.forServer(keys)).build());
    }

    @AfterEach
    void close() {
        performer.close();
        server.close();
    }

    @Test
    void callsATrustedServer() throws Exception {
        performer = performer(trusting());

        assertThat(perform("localhost", "").path("text").textValue()).isEqualTo("a");
    }

    @Test
    void verifiesTheNameAtACheckedAddress() throws Exception {
        performer = performer(trusting());

        assertThat(perform("localhost", ", \"dynamic\": true").path("text").textValue()).isEqualTo("a");
        assertThat(failure("other.test", ", \"dynamic\": true").status()).isEqualTo(503);
        assertThat(server.headers).hasSize(1);
    }

    @Test
    void callsNoServerThatIsNotTrusted() throws Exception {
        performer = performer(GrpcSslContexts.forClient().build());

        WorkflowError error = failure("localhost", "");

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
        assertThat(error.status()).isEqualTo(503);
        assertThat(server.headers).isEmpty();
    }

    private static SslContext trusting() throws Exception {
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(certificate);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trusted.getTrustManagers(), null);
        return HostConnector.http2(context);
    }

    private static GrpcCallPerformer performer(SslContext ssl) {
        SmallRyeConfig config = GrpcCallPerformerTest.config(Map.of());
        return new GrpcCallPerformer(NotesProto.bindings(), config.getConfigMapping(GrpcCallConfig.class), new LocalGuard(),
                null,
                new HostConnector(Duration.ofSeconds(10), ssl),
                new ClientChannels(config.getConfigMapping(GrpcConfiguration.class), Set.of()));
    }

    private JsonNode perform(String host, String more) {
        ObjectNode with = (ObjectNode) JsonCodec.read("{\"proto\": \"notes.proto\", \"service\": \"notes.Notes\","
                + " \"method\": \"Echo\", \"tls\": true, \"arguments\": {\"text\": \"a\"}" + more + "}");
        with.put("host", host).put("port", server.port());
        return performer.perform(new CallRequest("i", "test:notes", "1.0.0", "/do/0/note", "key-1", with, Map.of())).await()
                .atMost(PATIENCE);
    }

    private WorkflowError failure(String host, String more) {
        return catchThrowableOfType(WorkflowException.class, () -> perform(host, more)).error();
    }

    /** Leads all names to loopback. */
    private static final class LocalGuard implements OutboundGuard {
        @Override
        public Uni<OutboundRoute> admit(OutboundTarget target, OutboundCaller caller) {
            assertThat(target.scheme()).isEqualTo("https");
            return Uni.createFrom().item(new OutboundRoute(target, InetAddress.getLoopbackAddress(), true));
        }

        @Override
        public Uni<OutboundRoute> follow(OutboundRoute from, OutboundTarget to, OutboundCaller caller) {
            throw new UnsupportedOperationException();
        }
    }
}
