package dev.cairn.integrations.grpc.call;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.DynamicMessage;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;

import dev.cairn.integrations.grpc.descriptor.MethodBindings;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContext;

/**
 * A gRPC server on loopback. The text of a note says how it answers: {@code status CODE}, {@code details KIND},
 * {@code long PLACE TEXT}, {@code silence}, or an echo. Of a stream of notes, each is answered so, or all by their number and
 * texts.
 */
final class NotesServer implements AutoCloseable {

    /** Headers of each call. */
    final List<Metadata> headers = new CopyOnWriteArrayList<>();
    /** Completes when a silent call was cancelled. */
    final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    /** Completes when a silent call has arrived, with its deadline in milliseconds, or -1. */
    final CompletableFuture<Long> silent = new CompletableFuture<>();

    private final Server server;
    private volatile UnaryOperator<DynamicMessage> change = UnaryOperator.identity();
    private volatile String authorization;
    private final FieldDescriptor text;
    private final FieldDescriptor count;
    private final FieldDescriptor tags;

    NotesServer(SslContext ssl) throws IOException {
        MethodBindings bindings = NotesProto.bindings();
        Descriptor note = bindings.get(NotesProto.key("Echo")).request(MissingNode.getInstance()).getDescriptorForType();
        text = note.findFieldByName("text");
        count = note.findFieldByName("count");
        tags = note.findFieldByName("tags");
        NettyServerBuilder builder = NettyServerBuilder
                .forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .maxInboundMessageSize(64 * 1024 * 1024)
                .addService(ServerInterceptors.intercept(ServerServiceDefinition.builder("notes.Notes")
                        .addMethod(method(bindings, "Echo"), ServerCalls.asyncUnaryCall(this::answer))
                        .addMethod(method(bindings, "Repeat"), ServerCalls.asyncServerStreamingCall(this::answer))
                        .addMethod(method(bindings, "Gather"), ServerCalls.asyncClientStreamingCall(Gathering::new))
                        .addMethod(method(bindings, "Chat"), ServerCalls.asyncBidiStreamingCall(Chatting::new)).build(),
                        new HeaderRecorder()));
        server = (ssl == null ? builder : builder.sslContext(ssl)).build().start();
    }

    private static MethodDescriptor<DynamicMessage, DynamicMessage> method(MethodBindings bindings, String name) {
        return bindings.get(NotesProto.key(name)).method();
    }

    /** Changes the answers of calls that are echoed. */
    void answer(UnaryOperator<DynamicMessage> change) {
        this.change = change;
    }

    /** From now on, calls with another authorization are refused. */
    void admit(String authorization) {
        this.authorization = authorization;
    }

    int port() {
        return server.getPort();
    }

    private void answer(DynamicMessage request, StreamObserver<DynamicMessage> answers) {
        String said = (String) request.getField(text);
        if (said.startsWith("status ")) {
            answers.onError(failure(said.substring("status ".length())));
        } else if (said.startsWith("details ")) {
            answers.onError(Status.ABORTED.withDescription("no luck").asRuntimeException(
                    details(said.substring("details ".length()))));
        } else if (said.startsWith("long ") && !said.startsWith("long answer ")) {
            answers.onError(verbose(said.split(" ", 3)));
        } else if (said.equals("silence")) {
            Context.current().addListener(context -> cancelled.complete(null), Runnable::run);
            Deadline deadline = Context.current().getDeadline();
            silent.complete(deadline == null ? -1 : deadline.timeRemaining(TimeUnit.MILLISECONDS));
        } else {
            repeat(request, answers);
            answers.onCompleted();
        }
    }

    private void repeat(DynamicMessage request, StreamObserver<DynamicMessage> answers) {
        int times = Math.max(1, (Integer) request.getField(count));
        for (int i = 0; i < times; i++) {
            answers.onNext(change.apply(times == 1 ? request : request.toBuilder().setField(count, i).build()));
        }
    }

    private static StatusRuntimeException failure(String code) {
        Status status = Status.fromCode(Status.Code.valueOf(code)).withDescription("no\nluck");
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of("retry-pushback", Metadata.ASCII_STRING_MARSHALLER), "7");
        if (status.getCode() == Status.Code.ABORTED) {
            List<Any> details = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                details.add(Any.pack(ErrorInfo.newBuilder().setReason("REASON_" + i).build()));
            }
            trailers.merge(StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
                    .setCode(status.getCode().value()).setMessage("no luck").addAllDetails(details).build()).getTrailers());
        }
        return status.asRuntimeException(trailers);
    }

    /** @param said "long", the place of the text in the failure, and the text */
    private static StatusRuntimeException verbose(String[] said) {
        if (said[1].equals("details")) {
            return StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder().setCode(Status.Code.ABORTED.value())
                    .addDetails(Any.pack(ErrorInfo.newBuilder().setReason(said[2]).build())).build());
        }
        Metadata trailers = new Metadata();
        if (said[1].equals("trailers")) {
            trailers.put(Metadata.Key.of("why", Metadata.ASCII_STRING_MARSHALLER), said[2]);
            return Status.ABORTED.asRuntimeException(trailers);
        }
        return Status.ABORTED.withDescription(said[2]).asRuntimeException(trailers);
    }

    /** Trailers that a server must not send, and that each server can. */
    private static Metadata details(String kind) {
        byte[] content = switch (kind) {
            case "mismatch" -> com.google.rpc.Status.newBuilder().setCode(Status.Code.NOT_FOUND.value())
                    .addDetails(Any.pack(ErrorInfo.newBuilder().setReason("GONE").build())).build().toByteArray();
            case "unprintable" -> com.google.rpc.Status.newBuilder().setCode(Status.Code.ABORTED.value())
                    .addDetails(Any.pack(RetryInfo.newBuilder()
                            .setRetryDelay(Duration.newBuilder().setSeconds(Long.MAX_VALUE)).build()))
                    .build().toByteArray();
            default -> new byte[] { -1, -1, -1 };
        };
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER), content);
        return trailers;
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    /** Answers each note at once. */
    private class Chatting implements StreamObserver<DynamicMessage> {

        final StreamObserver<DynamicMessage> answers;
        private boolean failed;

        Chatting(StreamObserver<DynamicMessage> answers) {
            this.answers = answers;
        }

        @Override
        public void onNext(DynamicMessage note) {
            if (failed) {
                return;
            }
            failed = ((String) note.getField(text)).startsWith("status ");
            if (failed) {
                answer(note, answers);
            } else {
                repeat(note, answers);
            }
        }

        @Override
        public void onError(Throwable cancellation) {
            cancelled.complete(null);
        }

        @Override
        public void onCompleted() {
            if (!failed) {
                answers.onCompleted();
            }
        }
    }

    private final class Gathering extends Chatting {

        private final List<Object> texts = new ArrayList<>();

        Gathering(StreamObserver<DynamicMessage> answers) {
            super(answers);
        }

        @Override
        public void onNext(DynamicMessage note) {
            texts.add(note.getField(text));
        }

        @Override
        public void onCompleted() {
            answers.onNext(DynamicMessage.newBuilder(text.getContainingType()).setField(count, texts.size())
                    .setField(tags, texts).build());
            super.onCompleted();
        }
    }

    private final class HeaderRecorder implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata metadata,
                ServerCallHandler<Q, A> next) {
            headers.add(metadata);
            String given = metadata.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER));
            if (authorization != null && !authorization.equals(given)) {
                call.close(Status.UNAUTHENTICATED.withDescription("refused: " + given), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, metadata);
        }
    }
}
