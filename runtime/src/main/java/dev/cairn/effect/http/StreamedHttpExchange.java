package dev.cairn.effect.http;

import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import dev.cairn.spi.outbound.OutboundHttpAnswer;
import dev.cairn.spi.outbound.OutboundRoute;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;

/** One request, up to the head of its answer, and the content that follows. Runs on the context it was started on. */
final class StreamedHttpExchange {

    private static final int FIRST_FINAL_STATUS = 200;

    private final ProxiedHttpClient client;
    private final PreparedHttpRequest call;
    private final UniEmitter<? super OutboundHttpAnswer> emitter;
    private final BooleanSupplier closed;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final TargetAdmission target = new TargetAdmission();
    private volatile HttpClientRequest request;

    StreamedHttpExchange(ProxiedHttpClient client, PreparedHttpRequest call, UniEmitter<? super OutboundHttpAnswer> emitter,
            BooleanSupplier closed) {
        this.client = client;
        this.call = call;
        this.emitter = emitter;
        this.closed = closed;
    }

    /** @param admission admits the target, or null if it needs no admission */
    void start(Uni<OutboundRoute> admission) {
        if (admission == null) {
            connect(null);
        } else {
            target.ask(admission, route -> connect(route.address()), this::fail);
        }
    }

    /** Ends the request if its answer is not there yet. */
    void cancel() {
        if (ended.compareAndSet(false, true)) {
            target.cancel();
            reset();
        }
    }

    /** @param checked the checked address, or null to resolve the host */
    private void connect(InetAddress checked) {
        if (ended.get()) {
            return;
        }
        client.request(call, checked, new RequestOptions()).onSuccess(this::send).onFailure(this::fail);
    }

    private void send(HttpClientRequest connected) {
        request = connected;
        connected.exceptionHandler(this::fail);
        if (ended.get()) {
            connected.reset();
            return;
        }
        (call.body() == null ? connected.send() : connected.send(call.body())).onSuccess(this::receive).onFailure(this::fail);
    }

    private void receive(HttpClientResponse response) {
        if (response.statusCode() < FIRST_FINAL_STATUS) {
            // The request did not ask for another protocol; the next request on this connection would be answered in it.
            response.request().connection().close();
            fail(new IOException("answered with status " + response.statusCode() + ", which no request asked for"));
            return;
        }
        response.pause();
        if (!ended.compareAndSet(false, true)) {
            reset();
            return;
        }
        Map<String, String> headers = new HashMap<>();
        response.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        emitter.complete(new OutboundHttpAnswer(response.statusCode(), headers,
                Multi.createFrom().emitter(content -> read(response, content))));
    }

    private void read(HttpClientResponse response, MultiEmitter<? super byte[]> content) {
        AtomicBoolean complete = new AtomicBoolean();
        content.onTermination(() -> {
            if (complete.compareAndSet(false, true)) {
                reset();
            }
        });
        response.handler(chunk -> content.emit(bytes(chunk)));
        response.exceptionHandler(failure -> {
            if (complete.compareAndSet(false, true) && !closed.getAsBoolean()) {
                content.fail(failure);
            }
        });
        response.endHandler(end -> {
            if (complete.compareAndSet(false, true)) {
                content.complete();
            }
        });
        response.resume();
    }

    private static byte[] bytes(Buffer chunk) {
        return chunk.getBytes();
    }

    /** A connection that was closed because the application stops says nothing of the call. */
    private void fail(Throwable failure) {
        if (ended.compareAndSet(false, true) && !closed.getAsBoolean()) {
            emitter.fail(failure);
        }
    }

    private void reset() {
        HttpClientRequest sent = request;
        if (sent != null) {
            sent.reset();
        }
    }
}
