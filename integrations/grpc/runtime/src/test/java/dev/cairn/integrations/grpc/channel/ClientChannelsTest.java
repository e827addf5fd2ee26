package dev.cairn.integrations.grpc.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.quarkus.grpc.runtime.config.GrpcConfiguration;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;

class ClientChannelsTest {

    private final List<ManagedChannel> made = new ArrayList<>();

    @Test
    void refusesAClientThatIsNotConfigured() {
        assertThatIllegalStateException().isThrownBy(() -> channels(Map.of(), this::make)).withMessageContaining("CAIRN-0870")
                .withMessageContaining("quarkus.grpc.clients.\"stock\".host");
    }

    @Test
    void refusesAClientWithoutCredentialsAndLimitsOfItsOwn() {
        assertThatIllegalStateException().isThrownBy(() -> channels(Map.of("use-quarkus-grpc-client", "true"), this::make))
                .withMessageContaining("CAIRN-0873")
                .withMessageContaining("Remove quarkus.grpc.clients.\"stock\".use-quarkus-grpc-client");
    }

    /** The channel would connect without encryption, or trust other certificates. */
    @ParameterizedTest
    @CsvSource({ "tls-configuration-name, internal, tls-configuration-name", "tls.enabled, true, tls.enabled",
            "tls.trust-all, true, tls.trust-all", "tls.verify-hostname, false, tls.verify-hostname",
            "tls.trust-certificate-pem.certs, a.pem, tls.trust-certificate-pem",
            "tls.trust-certificate-jks.path, a.jks, tls.trust-certificate-jks",
            "tls.trust-certificate-p12.path, a.p12, tls.trust-certificate-p12",
            "tls.key-certificate-pem.keys, a.pem, tls.key-certificate-pem",
            "tls.key-certificate-pem.certs, a.pem, tls.key-certificate-pem",
            "tls.key-certificate-jks.path, a.jks, tls.key-certificate-jks",
            "tls.key-certificate-p12.path, a.p12, tls.key-certificate-p12" })
    void refusesSettingsOfTlsThatTheChannelWouldIgnore(String name, String value, String said) {
        assertThatIllegalStateException().isThrownBy(() -> channels(Map.of(name, value), this::make))
                .withMessage("CAIRN-0887: A workflow calls by the gRPC client \"stock\", and its connection would ignore"
                        + " quarkus.grpc.clients.\"stock\"." + said + ". Use quarkus.grpc.clients.\"stock\".ssl.trust-store,"
                        + " ssl.certificate and ssl.key with PEM files, or quarkus.grpc.clients.\"stock\".plain-text=false to"
                        + " trust the certificates that the Java runtime trusts.");
    }

    /** The connection would be without encryption, or without the certificate. */
    @ParameterizedTest
    @CsvSource({ "ssl.certificate, ssl.key, 'ssl.certificate, ssl.key'", "ssl.certificate, ssl.trust-store, ssl.certificate",
            "ssl.key, ssl.trust-store, ssl.key" })
    void refusesCertificatesThatTheChannelWouldIgnore(String one, String other, String said) {
        assertThatIllegalStateException().isThrownBy(() -> channels(Map.of(one, "a.pem", other, "b.pem"), this::make))
                .withMessageContaining("would ignore quarkus.grpc.clients.\"stock\"." + said + ". Use");
    }

    /** The settings say that the connection has no encryption. */
    @Test
    void refusesEncryptionBesidePlainText() {
        Map<String, String> settings = Map.of("ssl.trust-store", "a.pem", "ssl.certificate", "b.pem", "ssl.key", "c.pem",
                "plain-text", "true");

        assertThatIllegalStateException().isThrownBy(() -> channels(settings, this::make))
                .withMessage("CAIRN-0887: A workflow calls by the gRPC client \"stock\", and its connection would ignore"
                        + " quarkus.grpc.clients.\"stock\".ssl.trust-store, ssl.certificate, ssl.key."
                        + " Use quarkus.grpc.clients.\"stock\".ssl.trust-store, ssl.certificate and ssl.key with PEM files,"
                        + " and remove quarkus.grpc.clients.\"stock\".plain-text=true.");
    }

    @Test
    void acceptsACertificateWithTheTrustOfTheJavaRuntime() {
        assertThatNoException().isThrownBy(
                () -> channels(Map.of("ssl.certificate", "b.pem", "ssl.key", "c.pem", "plain-text", "false"), this::make));
    }

    @Test
    void acceptsSettingsOfTlsThatTheChannelHas() {
        assertThatNoException().isThrownBy(() -> channels(
                Map.of("ssl.trust-store", "a.pem", "ssl.certificate", "b.pem", "ssl.key", "c.pem", "plain-text", "false"),
                this::make));
    }

    @Test
    void makesTheChannelOfAClientOnce() {
        ClientChannels channels = channels(Map.of("host", "localhost"), this::make);

        assertThat(channels.channel("stock")).isSameAs(channels.channel("stock")).isSameAs(made.get(0));
        assertThat(made).hasSize(1);

        channels.close();
        assertThat(made.get(0).isShutdown()).isTrue();
    }

    @Test
    void triesAgainAfterAFailure() {
        List<String> tries = new ArrayList<>();
        ClientChannels channels = channels(Map.of("host", "localhost"), client -> {
            tries.add(client);
            if (tries.size() == 1) {
                throw new IOException("ca.pem is missing");
            }
            return make(client);
        });

        assertThatIllegalStateException().isThrownBy(() -> channels.channel("stock"))
                .withMessage("The gRPC client \"stock\" cannot be used: ca.pem is missing");
        assertThat(channels.channel("stock")).isNotNull();

        channels.close();
    }

    /** A call that waited for a worker must not leave a connection behind. */
    @Test
    void leavesNoChannelOpenAfterTheEnd() {
        ClientChannels channels = channels(Map.of("host", "localhost"), this::make);

        channels.close();
        channels.channel("stock");

        assertThat(made).hasSize(1).allMatch(ManagedChannel::isShutdown);
    }

    private Channel make(String client) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(client, 1).usePlaintext().build();
        made.add(channel);
        return channel;
    }

    private static ClientChannels channels(Map<String, String> settings, ClientChannels.ChannelFactory factory) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder().withMapping(GrpcConfiguration.class)
                .withConverter(Duration.class, 200, new DurationConverter());
        settings.forEach((name, value) -> builder.withDefaultValue("quarkus.grpc.clients.stock." + name, value));
        return new ClientChannels(builder.build().getConfigMapping(GrpcConfiguration.class), Set.of("stock"), factory);
    }
}
