package dev.cairn.definition;

import java.util.Map;

import dev.cairn.definition.asyncapi.AsyncApiChannel;
import dev.cairn.definition.openapi.OpenApiOperation;

/** Target of a {@code call}. */
public sealed interface CallTarget {

    /** Source location of the call. */
    SourceLocation location();

    /**
     * An HTTP request and its answer.
     *
     * @param request the request
     * @param output the part of the response that becomes the task's output
     * @param redirect true if a 3xx answer is a success
     * @param bounds limits of the call, or null for those of the application
     */
    record Http(HttpRequestSpec request, HttpOutput output, boolean redirect, HttpBounds bounds, SourceLocation location)
            implements CallTarget {}

    /**
     * Limits of one HTTP call; 0 for a limit of the application.
     *
     * @param connectMillis maximum time to get a connection
     * @param requestMillis maximum time of the whole call
     * @param maxResponseBytes maximum size of an accepted response body
     */
    record HttpBounds(long connectMillis, long requestMillis, int maxResponseBytes) {}

    /** Which part of an HTTP answer becomes the output. */
    enum HttpOutput {
        /** The body as base64 text. */
        RAW,
        /** The body, read as its content type says. */
        CONTENT,
        /** {@code {request, statusCode, headers, content}}. */
        RESPONSE
    }

    /**
     * An HTTP request that an OpenAPI document describes, and its answer.
     *
     * @param operation the operation
     * @param values values of its parameters, its body and its server, by the keys that these have
     * @param authentication credentials of the caller for the header {@code Authorization}, or null
     * @param output the part of the response that becomes the task's output
     * @param redirect true if a 3xx answer is a success
     * @param bounds limits of the call, or null for those of the application
     */
    record OpenApi(OpenApiOperation operation, Map<String, ValueTemplate> values, Authentication authentication,
            HttpOutput output, boolean redirect, HttpBounds bounds, SourceLocation location) implements CallTarget {
        public OpenApi {
            values = Map.copyOf(values);
        }
    }

    /**
     * A bean method that is known by a name ({@code @WorkflowFunction}).
     *
     * @param function the name
     * @param arguments an object: a value for each parameter of the method; or null, then the task's input is the only argument
     */
    record Function(String function, ValueTemplate arguments, SourceLocation location) implements CallTarget {}

    /**
     * A method reference or lambda of a fluent definition, as the Java compiler described it.
     *
     * @param reference the method
     * @param arguments the argument as a template, or null for the task's input
     */
    record Method(MethodReference reference, ValueTemplate arguments, SourceLocation location) implements CallTarget {}

    /**
     * A message that is sent to a channel of an AsyncAPI document.
     *
     * @param channel the channel
     * @param payload any value, or null for none
     * @param headers an object of scalars or an expression, or null
     */
    record AsyncApiPublish(AsyncApiChannel channel, ValueTemplate payload, ValueTemplate headers, SourceLocation location)
            implements CallTarget {}

    /**
     * Messages that are received from a channel of an AsyncAPI document.
     *
     * @param channel the channel
     * @param subscription the messages that are consumed
     */
    record AsyncApiSubscribe(AsyncApiChannel channel, MessageSubscription subscription, SourceLocation location)
            implements CallTarget {}

    /**
     * A call of a method of a gRPC service.
     *
     * @param method the method
     * @param server the server
     * @param arguments an object in the JSON form of the request message or an expression, or null for an empty message
     * @param headers an object of scalars or an expression: metadata of the call; or null
     */
    record Grpc(GrpcMethodReference method, GrpcServer server, ValueTemplate arguments, ValueTemplate headers,
            SourceLocation location) implements CallTarget {}

    /**
     * The method that a gRPC call names.
     *
     * @param proto path of the proto file from the root of the class path
     * @param service name of the service, with or without its package
     * @param method name of the method
     */
    record GrpcMethodReference(NamedElement proto, NamedElement service, NamedElement method) {}

    /**
     * A name in a definition.
     *
     * @param location its source location
     */
    record NamedElement(String name, SourceLocation location) {}

    /**
     * The server of a gRPC call.
     *
     * @param host a name or an address, as text or expression; null with a client
     * @param port a number or an expression, or null for the usual one; null with a client
     * @param client client of {@code quarkus.grpc.clients}, which has host, port and encryption; or null
     * @param tls true for an encrypted connection to the host
     * @param authentication the caller's credentials, or null
     */
    record GrpcServer(ValueTemplate host, ValueTemplate port, String client, boolean tls, Authentication authentication) {}

    /**
     * A request to a server of the Model Context Protocol.
     *
     * @param request the request
     * @param server the server
     */
    record Mcp(McpRequest request, McpServer server, SourceLocation location) implements CallTarget {}

    /**
     * A request of the Model Context Protocol.
     *
     * @param method name of the method, such as {@code tools/call}
     * @param parameters an object or an expression, or null for none
     * @param timeout maximum time of the call, or null for that of the application
     * @param client the client that the server is told
     */
    record McpRequest(String method, ValueTemplate parameters, DurationSpec timeout, McpClient client) {}

    /**
     * The client that a server of the Model Context Protocol is told.
     *
     * @param name text or expression, or null for that of the application
     * @param version text or expression, or null for that of the application
     * @param protocolVersion version of the protocol that it asks for, or null for the usual one
     */
    record McpClient(ValueTemplate name, ValueTemplate version, String protocolVersion) {}

    /** A server of the Model Context Protocol. */
    sealed interface McpServer {}

    /**
     * A server that is called by HTTP.
     *
     * @param connection method, endpoint, authentication and headers of the requests
     */
    record McpHttpServer(HttpRequestSpec connection) implements McpServer {}

    /**
     * A program of the machine that is called by its standard input and output. Data never become its name.
     *
     * @param command path of the program, or a name that is looked up in the {@code PATH}
     * @param arguments a list of scalars or an expression that gives one, or null for none
     * @param environment an object of scalars or an expression that gives one, or null for none
     */
    record McpProgram(String command, ValueTemplate arguments, ValueTemplate environment) implements McpServer {}

    /**
     * A request to an agent of the Agent2Agent protocol.
     *
     * @param request the request
     * @param agent the agent
     */
    record A2a(A2aRequest request, A2aAgent agent, SourceLocation location) implements CallTarget {}

    /**
     * A request of the Agent2Agent protocol.
     *
     * @param method name of the method, such as {@code message/send}
     * @param parameters an object or an expression, or null for none
     */
    record A2aRequest(String method, ValueTemplate parameters) {}

    /**
     * An agent of the Agent2Agent protocol.
     *
     * @param connection endpoint and authentication, of the agent or of its card
     * @param card true if the endpoint is that of the agent card, which names the endpoint of the agent
     */
    record A2aAgent(HttpRequestSpec connection, boolean card) {}

    /**
     * The messages that a subscription consumes.
     *
     * @param filter a condition on each message, or null
     * @param limit rule that ends the subscription
     * @param amount number of messages for {@link ConsumptionLimit#AMOUNT}, otherwise 0
     * @param condition condition on the messages so far for the other rules, otherwise null
     * @param period longest time of the subscription, or null
     */
    record MessageSubscription(ValueTemplate filter, ConsumptionLimit limit, int amount, ValueTemplate condition,
            DurationSpec period) {}

    /** The rules that end a subscription. */
    enum ConsumptionLimit {
        /** A number of messages. */
        AMOUNT,
        /** A condition that is asked after each message, and does not hold. */
        WHILE,
        /** A condition that is asked before each message, and holds. */
        UNTIL
    }
}
