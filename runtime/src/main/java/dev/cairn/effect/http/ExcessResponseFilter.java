package dev.cairn.effect.http;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Closes a connection of HTTP/1.1 that carries more than the answer. Vert.x gives the connection to another request with the end of the
 * answer, and would take the rest of the same read for the answer to that request.
 */
final class ExcessResponseFilter extends ChannelDuplexHandler {

    private static final int FIRST_FINAL_STATUS = 200;
    /** Ends a message whose beginning the decoder has kept. A decoder that has kept nothing skips empty lines. */
    private static final ByteBuf EMPTY_LINES = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer("\r\n\r\n", StandardCharsets.US_ASCII).asReadOnly());

    private boolean isFinal;
    /** True from the end of an answer to the end of the read that it came with. */
    private boolean answered;
    /** Number of requests whose answers have not ended. */
    private int requests;

    private ExcessResponseFilter() {}

    /** Stands in front of the handler of Vert.x from now on. A frame of HTTP/2 names the request that it answers. */
    static void install(HttpConnection connection) {
        ChannelPipeline pipeline = ((ConnectionBase) connection).channelHandlerContext().pipeline();
        if (pipeline.get("codec") != null) {
            ExcessResponseFilter filter = new ExcessResponseFilter();
            pipeline.addBefore("codec", "reads", filter.new ReadBoundary());
            pipeline.addBefore("handler", "excess", filter);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpRequest) {
            requests++;
        }
        context.write(message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (answered) {
            ReferenceCountUtil.release(message);
            context.close();
            return;
        }
        if (message instanceof HttpResponse response) {
            isFinal = response.status().code() >= FIRST_FINAL_STATUS;
        }
        answered = isFinal && message instanceof LastHttpContent;
        if (answered) {
            requests--;
        }
        context.fireChannelRead(message);
    }

    /** Stands in front of the decoder, which hands on all messages that it makes of a read before the next one. */
    private final class ReadBoundary extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (requests == 0) {
                // The decoder would keep a part of a message, and take it for the beginning of the next answer.
                ReferenceCountUtil.release(message);
                context.close();
                return;
            }
            context.fireChannelRead(message);
            if (answered) {
                context.fireChannelRead(EMPTY_LINES.duplicate());
            }
            answered = false;
        }
    }
}
