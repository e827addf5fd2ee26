package dev.cairn.integrations.grpc.deployment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

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

/** A gRPC server on loopback whose methods give back the bytes they get; streaming methods give them twice. */
final class EchoServer implements AutoCloseable {

    /** Headers of each call. */
    final List<Metadata> headers = new CopyOnWriteArrayList<>();

    private final Server server;

    EchoServer(int port) throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .addService(ServerInterceptors.intercept(ServerServiceDefinition.builder("shop.Stock")
                        .addMethod(method("Reserve", MethodType.UNARY), ServerCalls.asyncUnaryCall((request, answers) -> {
                            answers.onNext(request);
                            answers.onCompleted();
                        })).addMethod(method("Watch", MethodType.SERVER_STREAMING),
                                ServerCalls.asyncServerStreamingCall((request, answers) -> {
                                    answers.onNext(request);
                                    answers.onNext(request);
                                    answers.onCompleted();
                                }))
                        .addMethod(method("Sync", MethodType.BIDI_STREAMING), ServerCalls.asyncBidiStreamingCall(Doubling::new))
                        .build(), new HeaderRecorder()))
                .build().start();
    }

    int port() {
        return server.getPort();
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder().setType(type)
                .setFullMethodName("shop.Stock/" + name).setRequestMarshaller(new BytesMarshaller())
                .setResponseMarshaller(new BytesMarshaller()).build();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private record Doubling(StreamObserver<byte[]> answers) implements StreamObserver<byte[]> {
        @Override
        public void onNext(byte[] message) {
            answers.onNext(message);
            answers.onNext(message);
        }

        @Override
        public void onError(Throwable cancellation) {}

        @Override
        public void onCompleted() {
            answers.onCompleted();
        }
    }

    private static final class BytesMarshaller implements MethodDescriptor.Marshaller<byte[]> {
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

    private final class HeaderRecorder implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata metadata,
                ServerCallHandler<Q, A> next) {
            headers.add(metadata);
            return next.startCall(call, metadata);
        }
    }
}
