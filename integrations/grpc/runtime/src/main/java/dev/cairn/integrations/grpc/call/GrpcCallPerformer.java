package dev.cairn.integrations.grpc.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.DynamicMessage;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.grpc.channel.ChannelKey;
import dev.cairn.integrations.grpc.channel.ChannelPool;
import dev.cairn.integrations.grpc.channel.ClientChannels;
import dev.cairn.integrations.grpc.channel.HostConnector;
import dev.cairn.integrations.grpc.channel.PooledChannel;
import dev.cairn.integrations.grpc.config.GrpcCallConfig;
import dev.cairn.integrations.grpc.descriptor.MethodBinding;
import dev.cairn.integrations.grpc.descriptor.MethodBindings;
import dev.cairn.integrations.grpc.descriptor.UnfitMessageException;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.IntegrationSettingCheck;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundTarget;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Metadata;
import io.quarkus.grpc.runtime.config.GrpcClientConfiguration;
import io.quarkus.grpc.runtime.config.GrpcConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Performs gRPC calls. No thread waits for an answer; messages of answers are converted on worker threads. The end of a task cancels
 * its call.
 */
@Singleton
public class GrpcCallPerformer implements CallPerformer {

    /** The kind of calls. */
    public static final String CALL = "grpc";

    private final MethodBindings methods;
    private final GrpcCallConfig config;
    private final OutboundGuard guard;
    private final OutboundAuthenticator authenticator;
    private final ChannelPool hosts;
    private final ClientChannels clients;
    private final AnswerLimits limits;
    private final int maxRequestBytes;
    private volatile boolean stopping;

    @Inject
    GrpcCallPerformer(MethodBindings methods, CalledClients called, GrpcCallConfig config, GrpcConfiguration grpc,
            TlsConfigurationRegistry tls, OutboundGuard guard, OutboundAuthenticator authenticator) {
        this(methods, config, guard, authenticator, HostConnector.of(config, tls), new ClientChannels(grpc, called.names()));
    }

    GrpcCallPerformer(MethodBindings methods, GrpcCallConfig config, OutboundGuard guard, OutboundAuthenticator authenticator,
            HostConnector connector, ClientChannels clients) {
        this.methods = methods;
        this.config = config;
        this.guard = guard;
        this.authenticator = authenticator;
        this.clients = clients;
        IntegrationSettingCheck check = new IntegrationSettingCheck("CAIRN-0872", "quarkus.cairn.grpc");
        limits = new AnswerLimits(check.bytes("max-response-size", config.maxResponseSize().asBigInteger()),
                check.atLeastOne("max-stream-messages", config.maxStreamMessages()), () -> stopping);
        maxRequestBytes = check.bytes("max-request-size", config.maxRequestSize().asBigInteger());
        check.positive("deadline", config.deadline());
        check.positive("idle-timeout", config.idleTimeout());
        hosts = new ChannelPool(check.atLeastOne("max-connections", config.maxConnections()), connector::connect);
    }

    @Override
    public String call() {
        return CALL;
    }

    @Override
    public Uni<JsonNode> perform(CallRequest request) {
        GrpcCallArguments arguments = new GrpcCallArguments(request);
        Uni<JsonNode> call = Uni.createFrom().deferred(() -> {
            PreparedCall prepared = prepare(request, arguments);
            return arguments.authentication().isMissingNode() ? send(prepared, arguments) : authenticated(prepared, arguments);
        });
        return (needsWorker(arguments) ? call.runSubscriptionOn(Infrastructure.getDefaultExecutor()) : call)
                .onFailure(failure -> stopping).recoverWithUni(Uni.createFrom().nothing());
    }

    /** Interceptors of clients give answers to the thread that begins a call, if it is an event loop. */
    private static boolean needsWorker(GrpcCallArguments arguments) {
        return arguments.client() != null || arguments.isLarge();
    }

    private PreparedCall prepare(CallRequest request, GrpcCallArguments arguments) {
        MethodBinding binding = methods.get(arguments.methodKey());
        List<DynamicMessage> messages;
        try {
            messages = binding.requests(arguments.request(binding.takesStream(), limits.maxMessages()));
        } catch (UnfitMessageException unfit) {
            throw GrpcCallErrors.invalid(request.task(),
                    "The arguments do not fit " + binding.method().getFullMethodName() + ": " + unfit.getMessage());
        }
        long sizeBytes = messages.stream().mapToLong(DynamicMessage::getSerializedSize).sum();
        if (sizeBytes > maxRequestBytes) {
            throw GrpcCallErrors.invalid(request.task(), "The request has " + sizeBytes
                    + " bytes; quarkus.cairn.grpc.max-request-size allows " + maxRequestBytes);
        }
        return new PreparedCall(request.task(), binding, messages, arguments.headers(), options(arguments));
    }

    /** Makes the call with credentials that it gets now. A server that refuses them is asked once more with renewed ones. */
    private Uni<JsonNode> authenticated(PreparedCall call, GrpcCallArguments arguments) {
        return credential(call, arguments, authenticator.credential(arguments.authentication(), arguments.caller()))
                .flatMap(credential -> authenticator.concealing(credential, send(call, arguments, credential)
                        .onFailure(GrpcCallErrors::isUnauthenticated)
                        .recoverWithUni(refusal -> renewed(call, arguments, credential, refusal))));
    }

    private Uni<JsonNode> renewed(PreparedCall call, GrpcCallArguments arguments, OutboundCredential refused,
            Throwable refusal) {
        return credential(call, arguments,
                authenticator.renewed(arguments.authentication(), arguments.caller(), refused))
                .flatMap(credential -> credential == null ? Uni.createFrom().failure(refusal)
                        : authenticator.concealing(credential, send(call, arguments, credential)));
    }

    private static Uni<OutboundCredential> credential(PreparedCall call, GrpcCallArguments arguments,
            Uni<OutboundCredential> source) {
        long restMillis = Math.max(1, call.options().getDeadline().timeRemaining(TimeUnit.MILLISECONDS));
        Uni<OutboundCredential> credential = source.ifNoItem().after(Duration.ofMillis(restMillis))
                .failWith(() -> GrpcCallErrors.withoutCredentials(call.task(), call.name(), restMillis));
        return needsWorker(arguments) ? credential.emitOn(Infrastructure.getDefaultExecutor()) : credential;
    }

    private Uni<JsonNode> send(PreparedCall call, GrpcCallArguments arguments, OutboundCredential credential) {
        return Uni.createFrom().deferred(() -> send(call.authorized(arguments.authorization(credential)), arguments));
    }

    private Uni<JsonNode> send(PreparedCall call, GrpcCallArguments arguments) {
        return arguments.client() == null ? callHost(call, arguments) : callClient(call, arguments.client());
    }

    private CallOptions options(GrpcCallArguments arguments) {
        CallOptions options = CallOptions.DEFAULT.withExecutor(Infrastructure.getDefaultExecutor())
                .withMaxInboundMessageSize(limits.maxBytes());
        long deadlineMillis = config.deadline().toMillis();
        if (arguments.client() != null) {
            GrpcClientConfiguration client = clients.configuration(arguments.client()).orElseThrow();
            deadlineMillis = Math.min(deadlineMillis, client.deadline().map(Duration::toMillis).orElse(Long.MAX_VALUE));
            options = options.withMaxInboundMessageSize(
                    Math.min(limits.maxBytes(), client.maxInboundMessageSize().orElse(limits.maxBytes())));
            options = client.compression().isPresent() ? options.withCompression(client.compression().get()) : options;
        }
        // Begins now: the credentials have to come within it too.
        long millis = arguments.deadlineMillis(deadlineMillis);
        return options.withDeadlineAfter(millis, TimeUnit.MILLISECONDS);
    }

    private Uni<JsonNode> callClient(PreparedCall call, String client) {
        Channel channel;
        try {
            channel = clients.channel(client);
        } catch (IllegalStateException cause) {
            throw GrpcCallErrors.unusable(call.task(), cause);
        }
        return answer(call, channel, () -> {});
    }

    private Uni<JsonNode> callHost(PreparedCall call, GrpcCallArguments arguments) {
        ChannelKey server = arguments.server();
        if (!arguments.isDynamic()) {
            return callHost(call, server);
        }
        OutboundTarget target = new OutboundTarget(server.tls() ? "https" : "http", server.host(), server.port());
        return guard.admit(target, arguments.caller())
                .onFailure(failure -> !(failure instanceof WorkflowException)).transform(failure -> GrpcCallErrors
                        .broken(call.task(), "gRPC call failed", String.valueOf(failure.getMessage())))
                .flatMap(route -> callHost(call,
                        new ChannelKey(server.host(), server.port(), route.address(), server.tls())));
    }

    private Uni<JsonNode> callHost(PreparedCall call, ChannelKey server) {
        return Uni.createFrom().deferred(() -> {
            PooledChannel channel;
            try {
                channel = hosts.acquire(server);
            } catch (IllegalArgumentException noAddress) {
                throw GrpcCallErrors.invalid(call.task(),
                        "gRPC finds no host of this form: its name has only letters, digits, hyphens and dots");
            }
            return answer(call, channel.channel(), channel::release);
        });
    }

    /** @param end runs once, when the call has ended */
    private Uni<JsonNode> answer(PreparedCall call, Channel channel, Runnable end) {
        // Without this, a served gRPC call that has started the instance would cancel the new call at its own end.
        return Uni.createFrom().emitter(emitter -> Context.ROOT.run(() -> start(call, channel, emitter, end)));
    }

    private void start(PreparedCall prepared, Channel channel, UniEmitter<? super JsonNode> emitter, Runnable end) {
        if (stopping) {
            end.run();
            return;
        }
        ClientCall<DynamicMessage, DynamicMessage> call;
        try {
            call = channel.newCall(prepared.binding().method(), prepared.options());
        } catch (RuntimeException unusable) {
            end.run();
            emitter.fail(GrpcCallErrors.unsent(prepared.task(), prepared.name(), unusable));
            return;
        }
        AnswerCollector collector = new AnswerCollector(prepared.binding(), limits, prepared.task(), call, emitter, end);
        emitter.onTermination(collector::abandon);
        try {
            call.start(collector, prepared.headers());
            call.request(2);
            prepared.messages().forEach(call::sendMessage);
            call.halfClose();
        } catch (RuntimeException unusable) {
            collector.failToSend(unusable);
        }
    }

    /**
     * Closes all connections. Calls under way never complete: whether they had their effect is not known, and an answer that says
     * they failed would be stored. The next start of the application makes them again.
     */
    @PreDestroy
    void close() {
        stopping = true;
        hosts.close();
        clients.close();
    }

    private record PreparedCall(String task, MethodBinding binding, List<DynamicMessage> messages, Metadata headers,
            CallOptions options) {

        String name() {
            return binding.method().getFullMethodName();
        }

        /** With headers of its own: those of a call belong to gRPC once it has started. */
        PreparedCall authorized(String authorization) {
            Metadata own = new Metadata();
            own.merge(headers);
            return new PreparedCall(task, binding, messages, own,
                    options.withCallCredentials(new AuthorizationCredentials(authorization)));
        }
    }
}
