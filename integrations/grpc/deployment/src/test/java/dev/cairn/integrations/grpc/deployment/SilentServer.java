package dev.cairn.integrations.grpc.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Semaphore;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;

/** A gRPC server on loopback that answers no call. */
final class SilentServer implements AutoCloseable {

    private final Server server;

    /**
     * @param arrived gets a permit for each call
     * @param cancelled gets a permit for each call that its client has cancelled
     * @param closed gets a permit for each connection that its client has closed
     */
    SilentServer(int port, Semaphore arrived, Semaphore cancelled, Semaphore closed) throws IOException {
        MethodDescriptor<String, String> reserve = MethodDescriptor.<String, String>newBuilder().setType(MethodType.UNARY)
                .setFullMethodName("shop.Stock/Reserve").setRequestMarshaller(new EmptyMarshaller())
                .setResponseMarshaller(new EmptyMarshaller()).build();
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .addService(ServerServiceDefinition.builder("shop.Stock")
                        .addMethod(reserve, ServerCalls.asyncUnaryCall((request, answers) -> {
                            Context.current().addListener(context -> cancelled.release(), Runnable::run);
                            arrived.release();
                        })).build())
                .addTransportFilter(new ServerTransportFilter() {
                    @Override
                    public void transportTerminated(Attributes attributes) {
                        closed.release();
                    }
                })
                .build().start();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static final class EmptyMarshaller implements MethodDescriptor.Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return InputStream.nullInputStream();
        }

        @Override
        public String parse(InputStream stream) {
            return "";
        }
    }
}
