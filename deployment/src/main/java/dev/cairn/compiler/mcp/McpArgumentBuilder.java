package dev.cairn.compiler.mcp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.outbound.EndpointTargetAnalysis;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.McpHttpServer;
import dev.cairn.definition.CallTarget.McpProgram;
import dev.cairn.definition.CallTarget.McpRequest;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.Expression;

/** Makes the arguments of {@code call: mcp}. */
public final class McpArgumentBuilder {

    /** The name of the integration, and of the permission to start programs. */
    public static final String CALL = "mcp";

    private final Function<ValueTemplate, Expression> values;
    private final Function<ValueTemplate, Expression> endpoints;
    private final Function<Authentication, Expression> authentications;

    /**
     * @param values compiles values
     * @param endpoints compiles URI templates
     * @param authentications compiles authentications
     */
    public McpArgumentBuilder(Function<ValueTemplate, Expression> values, Function<ValueTemplate, Expression> endpoints,
            Function<Authentication, Expression> authentications) {
        this.values = values;
        this.endpoints = endpoints;
        this.authentications = authentications;
    }

    /**
     * {@code {method, parameters, timeout, client: {name, version, protocolVersion}, http: {uri, dynamic, headers,
     * authentication}, stdio: {command, arguments, environment}}}: with {@code http} or {@code stdio}. {@code dynamic} is there if
     * input can influence the target of the URI. {@code timeout} is a duration as definitions have it.
     */
    public Expression arguments(CallTarget.Mcp call) {
        McpRequest request = call.request();
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("method", text(request.method()));
        put(parts, "parameters", request.parameters());
        if (request.timeout() != null) {
            parts.put("timeout", duration(request.timeout()));
        }
        Map<String, Expression> client = new LinkedHashMap<>();
        put(client, "name", request.client().name());
        put(client, "version", request.client().version());
        if (request.client().protocolVersion() != null) {
            client.put("protocolVersion", text(request.client().protocolVersion()));
        }
        parts.put("client", Expression.object(client));
        if (call.server() instanceof McpHttpServer http) {
            parts.put("http", http(http));
        } else {
            parts.put("stdio", program((McpProgram) call.server()));
        }
        return Expression.object(parts);
    }

    private Expression http(McpHttpServer server) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        Expression uri = endpoints.apply(server.connection().endpoint());
        parts.put("uri", uri);
        if (EndpointTargetAnalysis.isDynamic(uri)) {
            parts.put("dynamic", Expression.literal(BooleanNode.TRUE));
        }
        put(parts, "headers", server.connection().headers());
        if (server.connection().authentication() != null) {
            parts.put("authentication", authentications.apply(server.connection().authentication()));
        }
        return Expression.object(parts);
    }

    private Expression program(McpProgram program) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("command", text(program.command()));
        put(parts, "arguments", program.arguments());
        put(parts, "environment", program.environment());
        return Expression.object(parts);
    }

    private Expression duration(DurationSpec duration) {
        return duration.expression() != null ? values.apply(duration.expression())
                : Expression.literal(JsonNodeFactory.instance.objectNode().put("milliseconds", duration.millis()));
    }

    private void put(Map<String, Expression> parts, String name, ValueTemplate template) {
        if (template != null) {
            parts.put(name, values.apply(template));
        }
    }

    private static Expression text(String value) {
        return Expression.literal(TextNode.valueOf(value));
    }
}
