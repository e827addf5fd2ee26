package dev.cairn.deployment.document;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads the body of an answer into memory, and breaks off when it is too long. */
final class LimitedBodySubscriber implements HttpResponse.BodySubscriber<byte[]> {

    private static final int IGNORE = -1;

    private final int maxBytes;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    private LimitedBodySubscriber(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Reads a body of at most this many bytes. */
    static LimitedBodySubscriber reading(int maxBytes) {
        return new LimitedBodySubscriber(maxBytes);
    }

    /** Takes any body as empty, and does not wait for it. */
    static LimitedBodySubscriber ignoring() {
        return new LimitedBodySubscriber(IGNORE);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription started) {
        subscription = started;
        if (maxBytes == IGNORE) {
            body.complete(content.toByteArray());
            started.cancel();
        } else {
            started.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (content.size() + buffer.remaining() > maxBytes) {
                subscription.cancel();
                body.completeExceptionally(new IOException("the answer has more than " + maxBytes + " bytes"));
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            content.writeBytes(part);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(content.toByteArray());
    }
}
