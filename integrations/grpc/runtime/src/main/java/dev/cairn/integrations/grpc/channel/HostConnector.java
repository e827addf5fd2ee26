package dev.cairn.integrations.grpc.channel;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;

import dev.cairn.integrations.grpc.config.GrpcCallConfig;
import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** Makes the channels of servers that definitions name. A call connects to the address that the policy has checked, if it has one. */
public final class HostConnector {

    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final String HTTP_2 = "h2";

    private final Duration idleTimeout;
    private final SslContext ssl;

    /**
     * @param idleTimeout time after which a connection without calls is closed
     * @param ssl for encrypted connections
     */
    public HostConnector(Duration idleTimeout, SslContext ssl) {
        this.idleTimeout = idleTimeout;
        this.ssl = ssl;
    }

    /** @throws IllegalStateException if the settings name a TLS configuration that is not there or cannot be used */
    public static HostConnector of(GrpcCallConfig config, TlsConfigurationRegistry registry) {
        try {
            return new HostConnector(config.idleTimeout(), ssl(config.tlsConfigurationName(), registry));
        } catch (Exception unusable) {
            throw new IllegalStateException("CAIRN-0871: The TLS configuration of gRPC calls cannot be used: "
                    + unusable.getMessage() + ". Correct quarkus.tls or quarkus.cairn.grpc.tls-configuration-name.", unusable);
        }
    }

    private static SslContext ssl(Optional<String> name, TlsConfigurationRegistry registry) throws Exception {
        Optional<TlsConfiguration> configuration = TlsConfiguration.from(registry, name).or(registry::getDefault);
        return configuration.isPresent() ? http2(configuration.get().createSSLContext()) : GrpcSslContexts.forClient().build();
    }

    /** An SSL context for connections of HTTP/2. */
    public static SslContext http2(SSLContext context) {
        return new JdkSslContext(context, true, null, SupportedCipherSuiteFilter.INSTANCE,
                new ApplicationProtocolConfig(Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT, HTTP_2),
                ClientAuth.NONE, null, false);
    }

    /** A channel that is not connected yet. */
    public ManagedChannel connect(ChannelKey key) {
        NettyChannelBuilder builder = key.address() == null ? NettyChannelBuilder.forAddress(key.host(), key.port())
                : NettyChannelBuilder.forAddress(new InetSocketAddress(nameless(key.address()), key.port()))
                        .overrideAuthority(key.authority());
        builder.idleTimeout(idleTimeout.toMillis(), TimeUnit.MILLISECONDS)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                // Names are resolved and messages converted on worker threads.
                .executor(Infrastructure.getDefaultExecutor())
                .offloadExecutor(Infrastructure.getDefaultExecutor())
                .disableServiceConfigLookUp();
        return (key.tls() ? builder.sslContext(ssl) : builder.usePlaintext()).build();
    }

    /** gRPC would check the name that belongs to an address, and refuse an underscore in it. */
    private static InetAddress nameless(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException("An address has 4 or 16 bytes", impossible);
        }
    }
}
