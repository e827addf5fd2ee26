package dev.cairn.compiler.reader;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.A2aAgent;
import dev.cairn.definition.CallTarget.A2aRequest;
import dev.cairn.definition.CallTarget.HttpOutput;
import dev.cairn.definition.CallTarget.McpClient;
import dev.cairn.definition.CallTarget.McpHttpServer;
import dev.cairn.definition.CallTarget.McpProgram;
import dev.cairn.definition.CallTarget.McpRequest;
import dev.cairn.definition.CallTarget.McpServer;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.HttpRequestSpec;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.ValueTemplate;

/** Reads the target of a {@code call}. */
final class CallReader {

    private static final List<String> OUTPUTS = List.of("raw", "content", "response");

    private CallReader() {}

    /**
     * The task, or null after a problem was reported.
     *
     * @param tasks reads a list of tasks inside of the call
     */
    static Task read(TaskProperties properties, ElementFieldReader task, ComponentReader reusables,
            Function<SourceElement, List<Task>> tasks) {
        SourceElement call = task.optional("call");
        if ("asyncapi".equals(call.value().textValue()) && call.method() == null) {
            SourceElement with = task.required("with");
            return with == null ? null : AsyncApiCallReader.read(properties, with, call.location(), reusables, tasks);
        }
        CallTarget target = target(call, task, reusables);
        return target == null ? null : new Task.Call(properties, target);
    }

    /** The target, or null after a problem was reported. */
    private static CallTarget target(SourceElement call, ElementFieldReader task, ComponentReader reusables) {
        String name = call.text();
        if (name == null) {
            task.free("with");
            return null;
        }
        MethodReference method = call.method();
        if (method != null) {
            return new CallTarget.Method(method, ValueReader.transformation(task.optional("with")), call.location());
        }
        if (name.equals("http")) {
            SourceElement with = task.required("with");
            return with == null ? null
                    : http(with, bounds(task), call.location(), reusables);
        }
        if (name.equals("openapi")) {
            SourceElement with = task.required("with");
            return with == null ? null : OpenApiCallReader.read(with, bounds(task), call.location(), reusables);
        }
        if (name.equals("grpc")) {
            SourceElement with = task.required("with");
            return with == null ? null
                    : GrpcCallReader.read(with, task.optional("metadata"), call.location(), reusables);
        }
        if (name.equals("mcp")) {
            SourceElement with = task.required("with");
            return with == null ? null : McpCallReader.read(with, call.location(), reusables);
        }
        if (name.equals("a2a")) {
            SourceElement with = task.required("with");
            return with == null ? null : A2aCallReader.read(with, call.location(), reusables);
        }
        SourceElement with = task.optional("with");
        ValueTemplate arguments = ValueReader.object(with);
        return with != null && arguments == null ? null : new CallTarget.Function(name, arguments, call.location());
    }

    /** The limits of the request, or null for those of the application. */
    private static CallTarget.HttpBounds bounds(ElementFieldReader task) {
        return CairnMetadataReader.bounds(task.optional("metadata"));
    }

    private static CallTarget http(SourceElement with, CallTarget.HttpBounds bounds, SourceLocation location,
            ComponentReader reusables) {
        try (ElementFieldReader fields = ElementFieldReader.of(with)) {
            SourceElement method = fields.required("method");
            String methodName = method == null ? null : method.text();
            SourceElement endpointElement = fields.required("endpoint");
            Authentication[] authentication = new Authentication[1];
            ValueTemplate endpoint = endpoint(endpointElement, found -> authentication[0] = reusables.authentication(found));
            ValueTemplate headers = ValueReader.scalars(fields.optional("headers"));
            ValueTemplate query = ValueReader.scalarsOrLists(fields.optional("query"));
            ValueTemplate body = ValueReader.value(fields.optional("body"));
            HttpOutput output = output(fields.optional("output"));
            SourceElement redirect = fields.optional("redirect");
            Boolean redirects = redirect == null ? Boolean.FALSE : redirect.bool();
            if (methodName == null || endpoint == null) {
                return null;
            }
            HttpRequestSpec request = new HttpRequestSpec(methodName.toUpperCase(Locale.ROOT), endpoint, authentication[0],
                    headers,
                    query, body);
            return new CallTarget.Http(request, output, Boolean.TRUE.equals(redirects), bounds, location);
        }
    }

    /** A URI template or expression, alone or as {@code uri}; then an authentication may stand beside it. */
    private static ValueTemplate endpoint(SourceElement element, Consumer<SourceElement> authentication) {
        if (element == null || !element.isObject()) {
            return ValueReader.text(element);
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            authentication.accept(fields.optional("authentication"));
            return ValueReader.text(fields.required("uri"));
        }
    }

    /** The part of the answer that becomes the output; the element may be null. */
    static HttpOutput output(SourceElement element) {
        String name = element == null ? null : element.oneOf(OUTPUTS);
        return name == null ? HttpOutput.CONTENT : HttpOutput.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Reads {@code call: mcp}. Gives null for what it reported as wrong. */
    private static final class McpCallReader {

        private static final List<String> METHODS = List.of("tools/list", "tools/call", "prompts/list", "prompts/get",
                "resources/list", "resources/read", "resources/templates/list");
        private static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

        private McpCallReader() {}

        static CallTarget read(SourceElement with, SourceLocation location, ComponentReader reusables) {
            try (ElementFieldReader fields = ElementFieldReader.of(with)) {
                SourceElement versionElement = fields.optional("protocolVersion");
                String version = versionElement == null ? null : versionElement.oneOf(VERSIONS);
                SourceElement methodElement = fields.required("method");
                String method = methodElement == null ? null : methodElement.oneOf(METHODS);
                SourceElement parameterElement = fields.optional("parameters");
                ValueTemplate parameters = parameterElement == null || parameterElement.isWrappedExpression()
                        ? ValueReader.value(parameterElement)
                        : ValueReader.object(parameterElement);
                SourceElement timeoutElement = fields.optional("timeout");
                DurationSpec timeout = ValueReader.duration(timeoutElement);
                McpClient client = client(fields.optional("client"), version);
                McpServer server = server(fields.required("transport"), reusables);
                if (method == null || server == null || client == null || parameterElement != null && parameters == null
                        || timeoutElement != null && timeout == null || versionElement != null && version == null) {
                    return null;
                }
                return new CallTarget.Mcp(new McpRequest(method, parameters, timeout, client), server, location);
            }
        }

        private static McpClient client(SourceElement element, String protocolVersion) {
            if (element == null) {
                return new McpClient(null, null, protocolVersion);
            }
            try (ElementFieldReader fields = ElementFieldReader.of(element)) {
                ValueTemplate name = ValueReader.text(fields.required("name"));
                ValueTemplate version = ValueReader.text(fields.required("version"));
                return name == null || version == null ? null : new McpClient(name, version, protocolVersion);
            }
        }

        private static McpServer server(SourceElement transport, ComponentReader reusables) {
            if (transport == null) {
                return null;
            }
            try (ElementFieldReader fields = ElementFieldReader.of(transport)) {
                SourceElement http = fields.optional("http");
                SourceElement stdio = fields.optional("stdio");
                SourceElement options = fields.optional("options");
                if (options != null) {
                    options.notSupported("\"options\" of a transport",
                            "Remove it; \"http\" has headers, \"stdio\" has environment.");
                }
                if (http != null && stdio != null) {
                    transport.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"http\" and \"stdio\" exclude each other",
                            "Keep one of them.");
                    return null;
                }
                if (http == null && stdio == null && transport.isObject()) {
                    transport.problem(ReaderErrorCodes.MISSING_PROPERTY, "\"transport\" does not say how to reach the server",
                            "Add http with an endpoint, or stdio with a command.");
                }
                return http != null ? http(http, reusables) : stdio != null ? program(stdio) : null;
            }
        }

        private static McpServer http(SourceElement element, ComponentReader reusables) {
            try (ElementFieldReader fields = ElementFieldReader.of(element)) {
                Authentication[] authentication = new Authentication[1];
                ValueTemplate endpoint = endpoint(fields.required("endpoint"),
                        found -> authentication[0] = authentication(found, reusables));
                ValueTemplate headers = ValueReader.scalars(fields.optional("headers"));
                return endpoint == null ? null
                        : new McpHttpServer(new HttpRequestSpec("POST", endpoint, authentication[0], headers, null, null));
            }
        }

        private static Authentication authentication(SourceElement element, ComponentReader reusables) {
            Authentication authentication = reusables.authentication(element);
            if (authentication instanceof Authentication.Digest) {
                element.notSupported("The authentication \"digest\" of an MCP call",
                        "Servers of MCP take bearer tokens or oauth2.");
                return null;
            }
            return authentication;
        }

        private static McpServer program(SourceElement element) {
            try (ElementFieldReader fields = ElementFieldReader.of(element)) {
                SourceElement commandElement = fields.required("command");
                String command = commandElement == null ? null : RunReader.code(commandElement);
                SourceElement argumentElement = fields.optional("arguments");
                ValueTemplate arguments = RunReader.arguments(argumentElement, "a list or an expression ${ … }");
                SourceElement environmentElement = fields.optional("environment");
                ValueTemplate environment = RunReader.environment(environmentElement);
                return command == null || argumentElement != null && arguments == null
                        || environmentElement != null && environment == null ? null
                                : new McpProgram(command, arguments, environment);
            }
        }
    }

    /** Reads {@code call: a2a}. Gives null for what it reported as wrong. */
    private static final class A2aCallReader {

        private static final List<String> METHODS = List.of("message/send", "message/stream", "tasks/get", "tasks/list",
                "tasks/cancel", "tasks/resubscribe", "tasks/pushNotificationConfig/set", "tasks/pushNotificationConfig/get",
                "tasks/pushNotificationConfig/list", "tasks/pushNotificationConfig/delete",
                "agent/getAuthenticatedExtendedCard");

        private A2aCallReader() {}

        static CallTarget read(SourceElement with, SourceLocation location, ComponentReader reusables) {
            try (ElementFieldReader fields = ElementFieldReader.of(with)) {
                SourceElement methodElement = fields.required("method");
                String method = methodElement == null ? null : methodElement.oneOf(METHODS);
                SourceElement parameterElement = fields.optional("parameters");
                ValueTemplate parameters = parameters(parameterElement);
                A2aAgent agent = agent(with, fields.optional("server"), fields.optional("agentCard"), reusables);
                return method == null || agent == null || parameterElement != null && parameters == null ? null
                        : new CallTarget.A2a(new A2aRequest(method, parameters), agent, location);
            }
        }

        private static ValueTemplate parameters(SourceElement element) {
            if (element == null || element.isWrappedExpression()) {
                return ValueReader.value(element);
            }
            if (element.isObject() && element.value().isEmpty()) {
                element.problem(ReaderErrorCodes.INVALID_VALUE, "\"parameters\" is empty", "Add a parameter, or remove it.");
                return null;
            }
            return ValueReader.object(element);
        }

        private static A2aAgent agent(SourceElement with, SourceElement server, SourceElement card, ComponentReader reusables) {
            if (server != null && card != null) {
                with.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"server\" and \"agentCard\" exclude each other",
                        "Keep one of them: a card names the endpoint of the agent, and server is that endpoint.");
                return null;
            }
            if (server != null) {
                return agent(server, false, reusables);
            }
            if (card == null) {
                if (with.isObject()) {
                    with.problem(ReaderErrorCodes.MISSING_PROPERTY, "The call does not say which agent it calls",
                            "Add server with the endpoint of the agent, or agentCard with the endpoint of its card.");
                }
                return null;
            }
            try (ElementFieldReader fields = ElementFieldReader.of(card)) {
                ValueReader.text(fields.optional("name"));
                SourceElement endpoint = fields.required("endpoint");
                return endpoint == null ? null : agent(endpoint, true, reusables);
            }
        }

        private static A2aAgent agent(SourceElement endpoint, boolean card, ComponentReader reusables) {
            Authentication[] authentication = new Authentication[1];
            SourceElement[] written = new SourceElement[1];
            ValueTemplate uri = endpoint(endpoint, found -> {
                written[0] = found;
                authentication[0] = authentication(found, reusables);
            });
            return uri == null || written[0] != null && authentication[0] == null ? null
                    : new A2aAgent(new HttpRequestSpec("POST", uri, authentication[0], null, null, null), card);
        }

        private static Authentication authentication(SourceElement element, ComponentReader reusables) {
            Authentication authentication = reusables.authentication(element);
            if (authentication instanceof Authentication.Digest) {
                element.notSupported("The authentication \"digest\" of an A2A call", "Agents take bearer tokens or oauth2.");
                return null;
            }
            return authentication;
        }
    }
}
