package dev.cairn.grpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

/** A gRPC server on loopback that gives back the bytes it gets, except for one call, which it leaves unanswered. */
final class HoldingStock implements AutoCloseable {

    private static final Context.Key<String> KEY = Context.key("idempotency-key");
    private static final Metadata.Key<String> HEADER = Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);

    /** The idempotency keys of all calls, in the order in which they came. */
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final Server server;
    private volatile Hold hold;

    HoldingStock() throws IOException {
        MethodDescriptor<byte[], byte[]> reserve = MethodDescriptor.<byte[], byte[]>newBuilder().setType(MethodType.UNARY)
                .setFullMethodName("shop.Stock/Reserve").setRequestMarshaller(new PlainMarshaller())
                .setResponseMarshaller(new PlainMarshaller()).build();
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerInterceptors.intercept(ServerServiceDefinition.builder("shop.Stock")
                        .addMethod(reserve, ServerCalls.asyncUnaryCall(this::answer)).build(), new KeyReader()))
                .build().start();
    }

    int port() {
        return server.getPort();
    }

    List<String> keys() {
        return List.copyOf(keys);
    }

    /** Leaves the call with this number unanswered; completes with its key. */
    CompletableFuture<String> hold(int calls) {
        hold = new Hold(calls, new CompletableFuture<>());
        return hold.held();
    }

    private void answer(byte[] request, StreamObserver<byte[]> answers) {
        keys.add(KEY.get());
        Hold asked = hold;
        if (asked != null && keys.size() >= asked.calls()) {
            hold = null;
            asked.held().complete(KEY.get());
        } else {
            answers.onNext(request);
            answers.onCompleted();
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private record Hold(int calls, CompletableFuture<String> held) {}

    private static final class PlainMarshaller implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }

    private static final class KeyReader implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers,
                ServerCallHandler<Q, A> next) {
            return Contexts.interceptCall(Context.current().withValue(KEY, headers.get(HEADER)), call, headers, next);
        }
    }
}
