package dev.cairn.integrations.mcp.call;

import java.time.Duration;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.integrations.mcp.protocol.ClientIdentity;
import dev.cairn.integrations.mcp.protocol.McpCall;
import dev.cairn.integrations.mcp.protocol.McpCallErrors;
import dev.cairn.integrations.mcp.protocol.McpMessages;
import dev.cairn.integrations.mcp.session.ServerAddress;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.spi.program.ProgramLine;
import dev.cairn.value.DslDurationParser;
import dev.cairn.value.JqValues;

/** The arguments of a call, checked where they depend on data. */
final class McpCallArguments {

    /** The member of {@code _meta} by which a server recognizes a repetition. */
    static final String IDEMPOTENCY_KEY = "dev.cairn/idempotency-key";

    private static final String META = "_meta";
    private static final String ARGUMENTS = "arguments";
    private static final String ENVIRONMENT = "environment";
    private static final String AUTHORIZATION = "authorization";

    private final CallRequest request;
    private final JsonNode with;

    McpCallArguments(CallRequest request) {
        this.request = request;
        this.with = request.arguments();
    }

    OutboundCaller caller() {
        return OutboundCaller.of(request);
    }

    String method() {
        return with.path("method").asText();
    }

    /** The name of the tool. */
    String tool() {
        return with.path("parameters").path("name").asText();
    }

    /** The timeout of the call, or that of the settings. */
    long timeoutMillis(Duration usual) {
        JsonNode timeout = with.path("timeout");
        if (timeout.isMissingNode()) {
            return usual.toMillis();
        }
        try {
            return Math.max(1, DslDurationParser.millis(timeout));
        } catch (IllegalArgumentException noDuration) {
            throw invalid("The timeout of an MCP call is a duration: " + noDuration.getMessage());
        }
    }

    /** @param usual the client that the server is told if the definition has none */
    McpCall call(ClientIdentity usual, int maxBytes) {
        JsonNode client = with.path("client");
        ClientIdentity identity = new ClientIdentity(text(client, "name", usual.name()),
                text(client, "version", usual.version()),
                text(client, "protocolVersion", usual.protocolVersion()));
        return new McpCall(caller(), method(), parameters(), identity, request.idempotencyKey(), maxBytes);
    }

    private String text(JsonNode client, String name, String usual) {
        JsonNode value = client.path(name);
        if (!value.isMissingNode() && !value.isTextual()) {
            throw invalid("The " + name + " of an MCP client is a text, not " + JqValues.typeName(value));
        }
        return value.asText(usual);
    }

    /** The parameters, with the key and the trace in {@code _meta}. Members of the definition come first. */
    private JsonNode parameters() {
        JsonNode written = with.path("parameters");
        if (!written.isMissingNode() && !written.isNull() && !written.isObject()) {
            throw invalid("The parameters of an MCP call are an object, not " + JqValues.typeName(written));
        }
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        written.properties().forEach(member -> parameters.set(member.getKey(), member.getValue()));
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        meta.put(IDEMPOTENCY_KEY, request.idempotencyKey());
        request.traceContext().forEach(meta::put);
        written.path(META).properties().forEach(member -> meta.set(member.getKey(), member.getValue()));
        parameters.set(META, meta);
        return parameters;
    }

    /** True if the server is called by HTTP. */
    boolean isHttp() {
        return with.has("http");
    }

    /** The authentication of the definition, or a missing node. */
    JsonNode authentication() {
        return with.path("http").path("authentication");
    }

    /** @param credential null for none */
    ServerAddress address(OutboundCredential credential) {
        JsonNode http = with.path("http");
        if (!http.path("uri").isTextual()) {
            throw invalid("The endpoint of an MCP server is a URI, not " + JqValues.typeName(http.path("uri")));
        }
        JsonNode written = http.path("headers");
        if (!written.isMissingNode() && !written.isNull() && !written.isObject()) {
            throw invalid("The headers of an MCP call are an object, not " + JqValues.typeName(written));
        }
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> header : written.properties()) {
            if (credential != null && header.getKey().equalsIgnoreCase(AUTHORIZATION)) {
                throw invalid("The header \"Authorization\" is given beside an authentication");
            }
            headers.set(header.getKey(), header.getValue());
        }
        if (credential != null) {
            headers.put("Authorization", credential.header());
        }
        return new ServerAddress(http.path("uri").textValue(), http.path("dynamic").booleanValue(), headers);
    }

    /** The program that is the server. */
    ProgramLine program(int maxBytes) {
        JsonNode program = with.path("stdio");
        JsonNode arguments = program.path(ARGUMENTS);
        if (!arguments.isMissingNode() && !arguments.isArray()) {
            throw invalid("The arguments of a program are an array, not " + JqValues.typeName(arguments));
        }
        JsonNode environment = program.path(ENVIRONMENT);
        if (!environment.isMissingNode() && !environment.isObject()) {
            throw invalid("The environment of a program is an object, not " + JqValues.typeName(environment));
        }
        return new ProgramLine(program.path("command").asText(), arguments, environment, request.idempotencyKey(), maxBytes,
                McpCallErrors.MAX_RESPONSE_SIZE);
    }

    private RuntimeException invalid(String detail) {
        return McpCallErrors.COMMON.invalid(request.task(), detail);
    }

    static ClientIdentity usualClient(String application, String version) {
        return new ClientIdentity(application, version, McpMessages.USUAL_VERSION);
    }
}
