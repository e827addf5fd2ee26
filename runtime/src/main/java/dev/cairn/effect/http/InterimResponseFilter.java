package dev.cairn.effect.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Drops interim answers, which a server may send before the answer (RFC 9110, section 15.2). Vert.x takes those that it does not know
 * for the answer, and gives the connection to another request, which the answer is taken for then.
 */
final class InterimResponseFilter extends ChannelInboundHandlerAdapter {

    private static final int SWITCHING_PROTOCOLS = 101;
    /** An interim status that Vert.x handles, as it handles 100. */
    private static final int EARLY_HINTS = 103;

    private boolean dropping;

    private InterimResponseFilter() {}

    /** Stands in front of the handler of Vert.x from now on. */
    static void drop(HttpConnection connection) {
        ChannelHandlerContext context = ((ConnectionBase) connection).channelHandlerContext();
        // HTTP/2 has an answer and its interim answers in one stream.
        if (!(context.handler() instanceof Http2ConnectionHandler)) {
            context.pipeline().addBefore("handler", "interim", new InterimResponseFilter());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        dropping = dropping || message instanceof HttpResponse response && isUnknown(response.status().code());
        if (!dropping) {
            context.fireChannelRead(message);
            return;
        }
        dropping = !(message instanceof LastHttpContent);
        ReferenceCountUtil.release(message);
    }

    private static boolean isUnknown(int status) {
        return status > SWITCHING_PROTOCOLS && status < 200 && status != EARLY_HINTS;
    }
}
