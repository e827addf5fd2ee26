package dev.cairn.quarkus.oidc;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import io.vertx.ext.web.codec.BodyCodec;
import io.vertx.ext.web.codec.spi.BodyStream;

/** Reads answers of a bounded size. A larger answer fails, and the rest of it is not kept. */
final class BoundedBodyCodec implements BodyCodec<Buffer> {

    private final int maxBytes;
    private final Runnable exceeded;

    /** @param exceeded called when an answer is larger */
    BoundedBodyCodec(int maxBytes, Runnable exceeded) {
        this.maxBytes = maxBytes;
        this.exceeded = exceeded;
    }

    @Override
    public void create(Handler<AsyncResult<BodyStream<Buffer>>> handler) {
        handler.handle(Future.succeededFuture(new BoundedBodyStream()));
    }

    /** One answer. Called on one event loop. */
    private final class BoundedBodyStream implements BodyStream<Buffer> {

        private final Buffer body = Buffer.buffer();
        private final Promise<Buffer> result = Promise.promise();

        @Override
        public Future<Buffer> result() {
            return result.future();
        }

        @Override
        public Future<Void> write(Buffer data) {
            if (body.length() + data.length() <= maxBytes) {
                body.appendBuffer(data);
                return Future.succeededFuture();
            }
            exceeded.run();
            return Future.failedFuture("The answer has more than " + maxBytes + " bytes");
        }

        @Override
        public void write(Buffer data, Handler<AsyncResult<Void>> handler) {
            write(data).onComplete(handler);
        }

        @Override
        public void end(Handler<AsyncResult<Void>> handler) {
            result.tryComplete(body);
            handler.handle(Future.succeededFuture());
        }

        @Override
        public void handle(Throwable failure) {
            result.tryFail(failure);
        }

        @Override
        public BodyStream<Buffer> exceptionHandler(Handler<Throwable> handler) {
            return this;
        }

        @Override
        public WriteStream<Buffer> setWriteQueueMaxSize(int maxSize) {
            return this;
        }

        @Override
        public boolean writeQueueFull() {
            return false;
        }

        @Override
        public WriteStream<Buffer> drainHandler(Handler<Void> handler) {
            return this;
        }
    }
}
