package dev.cairn.integrations.grpc.channel;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.grpc.Channel;
import io.quarkus.grpc.runtime.config.GrpcClientConfiguration;
import io.quarkus.grpc.runtime.config.GrpcConfiguration;
import io.quarkus.grpc.runtime.supports.Channels;

/** Channels of the clients in {@code quarkus.grpc.clients}, made with the first call of each. Thread-safe. */
public final class ClientChannels implements AutoCloseable {

    private final GrpcConfiguration configuration;
    private final ChannelFactory factory;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * @param clients the clients that definitions name
     * @throws IllegalStateException if the configuration lacks one of them, or has settings that the channel would not have
     */
    public ClientChannels(GrpcConfiguration configuration, Set<String> clients) {
        this(configuration, clients, client -> Channels.createChannel(client, Set.of()));
    }

    ClientChannels(GrpcConfiguration configuration, Set<String> clients, ChannelFactory factory) {
        this.configuration = configuration;
        this.factory = factory;
        for (String client : clients) {
            if (!configuration.clients().containsKey(client)) {
                throw new IllegalStateException("CAIRN-0870: A workflow calls by the gRPC client \"" + client
                        + "\", which is not configured. Set quarkus.grpc.clients.\"" + client + "\".host and port.");
            }
            ClientSettingCheck.check(client, configuration.clients().get(client));
        }
    }

    /**
     * The channel of a client, which the first call makes. A failure says what is wrong with the configuration, and the next call
     * tries again. Reads the files of TLS: not for an event loop.
     *
     * @throws IllegalStateException if it cannot be made
     */
    public Channel channel(String client) {
        Channel channel = channels.computeIfAbsent(client, this::create);
        if (closed) {
            destroy(channel);
        }
        return channel;
    }

    private Channel create(String client) {
        try {
            return factory.create(client);
        } catch (Exception unusable) {
            throw new IllegalStateException("The gRPC client \"" + client + "\" cannot be used: " + unusable.getMessage(),
                    unusable);
        }
    }

    /** The settings of a client. */
    public Optional<GrpcClientConfiguration> configuration(String client) {
        return Optional.ofNullable(configuration.clients().get(client));
    }

    /** Closes all connections. */
    @Override
    public void close() {
        closed = true;
        channels.values().forEach(ClientChannels::destroy);
    }

    private static void destroy(Channel channel) {
        new Channels.ChannelDestroyer().destroy(channel, null, Map.of());
    }

    /** Makes the channel of a client. */
    interface ChannelFactory {
        Channel create(String client) throws Exception;
    }
}
