package dev.cairn.grpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import dev.cairn.crash.harness.HeldCalls;
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

/** A gRPC server on loopback that gives back the bytes it gets, except for the calls that it holds. */
final class HoldingStock implements AutoCloseable {

    private static final Context.Key<String> KEY = Context.key("idempotency-key");
    private static final Metadata.Key<String> HEADER = Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);

    private final HeldCalls<String> calls = new HeldCalls<>();
    private final Server server;

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

    /** The calls, by their idempotency keys. */
    HeldCalls<String> calls() {
        return calls;
    }

    private void answer(byte[] request, StreamObserver<byte[]> answers) {
        if (!calls.holds(KEY.get())) {
            answers.onNext(request);
            answers.onCompleted();
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

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
