package dev.cairn.effect.http;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.regex.Pattern;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2Headers;
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
    private static final Pattern INTERIM_STATUS = Pattern.compile("1\\d\\d");

    private boolean dropping;

    private InterimResponseFilter() {}

    /** Stands in front of the handler of Vert.x from now on. */
    static void drop(HttpConnection connection) {
        ChannelHandlerContext context = ((ConnectionBase) connection).channelHandlerContext();
        if (context.handler() instanceof Http2ConnectionHandler http2) {
            http2.decoder().frameListener(filtered(http2.decoder().frameListener()));
        } else {
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

    /** The same for HTTP/2: an interim answer is a frame of headers that does not end its stream. */
    private static Http2FrameListener filtered(Http2FrameListener listener) {
        return (Http2FrameListener) Proxy.newProxyInstance(Http2FrameListener.class.getClassLoader(),
                new Class<?>[] { Http2FrameListener.class }, (proxy, method, arguments) -> {
                    if (method.getName().equals("onHeadersRead") && !isLast(arguments) && isUnknown(headers(arguments))) {
                        return null;
                    }
                    try {
                        return method.invoke(listener, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private static boolean isLast(Object[] arguments) {
        return (boolean) arguments[arguments.length - 1];
    }

    private static Http2Headers headers(Object[] arguments) {
        return (Http2Headers) arguments[2];
    }

    private static boolean isUnknown(Http2Headers headers) {
        CharSequence status = headers.status();
        // Trailers have none, and Vert.x refuses a status that is no number.
        return status != null && INTERIM_STATUS.matcher(status).matches() && isUnknown(Integer.parseInt(status.toString()));
    }
}
