package dev.cairn.integrations.grpc.channel;

import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.grpc.Channel;
import io.quarkus.grpc.runtime.config.GrpcClientConfiguration;
import io.quarkus.grpc.runtime.config.GrpcConfiguration;
import io.quarkus.grpc.runtime.supports.Channels;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** Channels of the clients in {@code quarkus.grpc.clients}, made with the first call of each. Thread-safe. */
public final class ClientChannels implements AutoCloseable {

    private final GrpcConfiguration configuration;
    private final Map<String, Uni<Channel>> channels = new ConcurrentHashMap<>();
    private final Queue<Channel> open = new ConcurrentLinkedQueue<>();

    /**
     * @param clients the clients that definitions name
     * @throws IllegalStateException if the configuration lacks one of them, or if it is one of Vert.x
     */
    public ClientChannels(GrpcConfiguration configuration, Set<String> clients) {
        this.configuration = configuration;
        for (String client : clients) {
            if (!configuration.clients().containsKey(client)) {
                throw new IllegalStateException("CAIRN-0870: A workflow calls by the gRPC client \"" + client
                        + "\", which is not configured. Set quarkus.grpc.clients.\"" + client + "\".host and port.");
            }
            if (configuration.clients().get(client).useQuarkusGrpcClient()) {
                throw new IllegalStateException("CAIRN-0873: A workflow calls by the gRPC client \"" + client
                        + "\", which is the one of Vert.x: it knows no credentials, deadlines and limits of single calls."
                        + " Remove quarkus.grpc.clients.\"" + client + "\".use-quarkus-grpc-client.");
            }
            // TLS files are read on a worker thread.
            channels.put(client, Uni.createFrom().item(() -> create(client))
                    .runSubscriptionOn(Infrastructure.getDefaultExecutor()).memoize().indefinitely());
        }
    }

    private Channel create(String client) {
        try {
            Channel channel = Channels.createChannel(client, Set.of());
            open.add(channel);
            return channel;
        } catch (Exception unusable) {
            throw new IllegalStateException("The gRPC client \"" + client + "\" cannot be used: " + unusable.getMessage(),
                    unusable);
        }
    }

    /** The channel of a client; a failure says what is wrong with its configuration. */
    public Uni<Channel> channel(String client) {
        return channels.get(client);
    }

    /** The settings of a client. */
    public Optional<GrpcClientConfiguration> configuration(String client) {
        return Optional.ofNullable(configuration.clients().get(client));
    }

    /** Closes all connections. */
    @Override
    public void close() {
        Channels.ChannelDestroyer destroyer = new Channels.ChannelDestroyer();
        open.forEach(channel -> destroyer.destroy(channel, null, Map.of()));
    }
}
