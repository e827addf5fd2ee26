package dev.cairn.integrations.grpc.channel;

import java.util.ArrayList;
import java.util.List;

import io.quarkus.grpc.runtime.config.GrpcClientConfiguration;
import io.quarkus.grpc.runtime.config.GrpcClientConfiguration.SslClientConfig;
import io.quarkus.grpc.runtime.config.GrpcClientConfiguration.TlsClientConfig;

/** Refuses settings of a client that its channel would ignore: the channel is one of Netty. */
final class ClientSettingCheck {

    private ClientSettingCheck() {}

    /** @throws IllegalStateException if a setting would have no effect */
    static void check(String client, GrpcClientConfiguration settings) {
        String prefix = "quarkus.grpc.clients.\"" + client + "\".";
        if (settings.useQuarkusGrpcClient()) {
            throw new IllegalStateException("CAIRN-0873: A workflow calls by the gRPC client \"" + client
                    + "\", which is the one of Vert.x: it knows no credentials, deadlines and limits of single calls."
                    + " Remove " + prefix + "use-quarkus-grpc-client.");
        }
        List<String> ignored = ignoredTls(settings);
        if (!ignored.isEmpty()) {
            throw new IllegalStateException("CAIRN-0887: A workflow calls by the gRPC client \"" + client
                    + "\", and its connection would ignore " + prefix + String.join(", ", ignored) + ". "
                    + advice(prefix, settings.plainText().orElse(false)));
        }
    }

    private static String advice(String prefix, boolean plainText) {
        return "Use " + prefix + "ssl.trust-store, ssl.certificate and ssl.key with PEM files, "
                + (plainText ? "and remove " + prefix + "plain-text=true."
                        : "or " + prefix + "plain-text=false to trust the certificates that the Java runtime trusts.");
    }

    private static List<String> ignoredTls(GrpcClientConfiguration settings) {
        List<String> ignored = new ArrayList<>();
        TlsClientConfig tls = settings.tls();
        note(settings.tlsConfigurationName().isPresent(), "tls-configuration-name", ignored);
        note(tls.enabled(), "tls.enabled", ignored);
        note(tls.trustAll(), "tls.trust-all", ignored);
        note(!tls.verifyHostname(), "tls.verify-hostname", ignored);
        note(tls.trustCertificatePem().certs().isPresent(), "tls.trust-certificate-pem", ignored);
        note(tls.trustCertificateJks().path().isPresent(), "tls.trust-certificate-jks", ignored);
        note(tls.trustCertificateP12().path().isPresent(), "tls.trust-certificate-p12", ignored);
        note(tls.keyCertificatePem().keys().isPresent() || tls.keyCertificatePem().certs().isPresent(),
                "tls.key-certificate-pem", ignored);
        note(tls.keyCertificateJks().path().isPresent(), "tls.key-certificate-jks", ignored);
        note(tls.keyCertificateP12().path().isPresent(), "tls.key-certificate-p12", ignored);
        SslClientConfig ssl = settings.ssl();
        // Without a trust store the connection has no encryption, unless the settings say so.
        boolean plain = settings.plainText().orElse(ssl.trustStore().isEmpty());
        note(ssl.trustStore().isPresent() && plain, "ssl.trust-store", ignored);
        note(ssl.certificate().isPresent() && (plain || ssl.key().isEmpty()), "ssl.certificate", ignored);
        note(ssl.key().isPresent() && (plain || ssl.certificate().isEmpty()), "ssl.key", ignored);
        return ignored;
    }

    private static void note(boolean set, String name, List<String> ignored) {
        if (set) {
            ignored.add(name);
        }
    }
}
