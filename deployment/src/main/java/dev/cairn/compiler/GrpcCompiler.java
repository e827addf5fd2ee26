package dev.cairn.compiler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.outbound.EndpointTargetAnalysis;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.GrpcServer;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.Expression;

/** Compiles the arguments of {@code call: grpc}. */
final class GrpcCompiler {

    /** The name of the integration. */
    static final String CALL = "grpc";

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    private final CompilerContext context;

    GrpcCompiler(CompilerContext context) {
        this.context = context;
    }

    /**
     * {@code {proto, service, method, client, host, port, tls, dynamic, timeout, authentication, headers, arguments}}: with
     * {@code client} or with {@code host}, {@code port}, {@code tls} and, if input can influence host or port, {@code dynamic}.
     * {@code timeout} is the constant timeout of the task in milliseconds.
     */
    Expression arguments(CallTarget.Grpc call, DurationSpec timeout, Function<Authentication, Expression> authentication) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("proto", text(call.method().proto().name()));
        parts.put("service", text(call.method().service().name()));
        parts.put("method", text(call.method().method().name()));
        server(call.server(), parts);
        if (timeout != null && timeout.expression() == null) {
            parts.put("timeout", Expression.literal(LongNode.valueOf(timeout.millis())));
        }
        if (call.server().authentication() != null) {
            parts.put("authentication", authentication.apply(call.server().authentication()));
        }
        put(parts, "headers", call.headers());
        put(parts, "arguments", call.arguments());
        return Expression.object(parts);
    }

    private void server(GrpcServer server, Map<String, Expression> parts) {
        if (server.client() != null) {
            parts.put("client", text(server.client()));
            return;
        }
        Expression host = context.expressions().expression(server.host());
        Expression port = server.port() == null
                ? Expression.literal(IntNode.valueOf(server.tls() ? HTTPS_PORT : HTTP_PORT))
                : context.expressions().expression(server.port());
        parts.put("host", host);
        parts.put("port", port);
        parts.put("tls", Expression.literal(BooleanNode.valueOf(server.tls())));
        // The analysis of HTTP endpoints decides this as well: both parts alone, in front of a path.
        if (isDynamic(host) || isDynamic(port)) {
            parts.put("dynamic", Expression.literal(BooleanNode.TRUE));
        }
    }

    private static boolean isDynamic(Expression part) {
        return EndpointTargetAnalysis
                .isDynamic(new Expression.Interpolation(null, List.of(text("http://"), part, text("/"))));
    }

    private void put(Map<String, Expression> parts, String name, ValueTemplate template) {
        if (template != null) {
            parts.put(name, context.expressions().expression(template));
        }
    }

    private static Expression text(String value) {
        return Expression.literal(TextNode.valueOf(value));
    }
}
