package dev.cairn.fluent;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Calls a function by its name: a function of the workflow, or a bean method with {@code @WorkflowFunction}:
 * {@link Flows#callFunction(String, String)}. Immutable.
 */
public final class FunctionCallTask extends FlowTask<FunctionCallTask> {

    FunctionCallTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    FunctionCallTask with(DefinitionFragment changed) {
        return new FunctionCallTask(name(), place(), changed);
    }

    /**
     * A value for each parameter of the method, or the input of a function of the workflow; without it, that is the task's input.
     *
     * <pre>{@code
     * callFunction("ship", "shipOrder").with(Map.of("order", "${ .order }", "express", true))
     * }</pre>
     *
     * @param arguments by the names of the parameters; strings of the form {@code ${ … }} are jq expressions
     */
    public FunctionCallTask with(Map<String, ?> arguments) {
        return with(part().valueOrAbsent(arguments, "with"));
    }

    /**
     * Makes a request of a server of the Model Context Protocol; its output is the result: {@link Flows#mcp(String, String)}.
     * Immutable. The task needs an {@link #endpoint} or a {@link #program}.
     */
    public static final class McpCallTask extends FlowTask<McpCallTask> {

        private static final String WITH = "with";
        private static final String HEADERS = "headers";
        private static final String TRANSPORT = "transport";
        private static final String HTTP = "http";
        private static final String STDIO = "stdio";

        McpCallTask(String name, SourceLine place, DefinitionFragment part) {
            super(name, place, part);
        }

        @Override
        McpCallTask with(DefinitionFragment changed) {
            return new McpCallTask(name(), place(), changed);
        }

        /**
         * The parameters of the method.
         *
         * <pre>{@code
         * mcp("page", "resources/read").parameters(Map.of("uri", "${ .page }")).endpoint("https://tools.example.com/mcp")
         * }</pre>
         *
         * @param parameters a map, or an expression {@code ${ … }}. Strings of that form in the map are jq expressions
         */
        public McpCallTask parameters(Object parameters) {
            return with(part().valueOrAbsent(parameters, WITH, "parameters"));
        }

        /**
         * The arguments of a tool or prompt.
         *
         * <pre>{@code
         * mcpTool("weather", "get_forecast").arguments(Map.of("city", "${ .city }")).endpoint("https://tools.example.com/mcp")
         * }</pre>
         *
         * @param arguments a map, or an expression {@code ${ … }}. Strings of that form in the map are jq expressions
         */
        public McpCallTask arguments(Object arguments) {
            return with(part().valueOrAbsent(arguments, WITH, "parameters", "arguments"));
        }

        /**
         * Calls a server by HTTP.
         *
         * @param endpoint URI, URI template or expression {@code ${ … }}
         */
        public McpCallTask endpoint(String endpoint) {
            return with(part().text(endpoint, WITH, TRANSPORT, HTTP, "endpoint", "uri"));
        }

        /** Adds a header to the requests to the {@link #endpoint}. A string of the form {@code ${ … }} is a jq expression. */
        public McpCallTask header(String name, String value) {
            if (part().isText(WITH, TRANSPORT, HTTP, HEADERS) || part().has(WITH, TRANSPORT, HTTP, HEADERS, name)) {
                return givenTwice("The header \"" + name + "\" is given twice");
            }
            return with(part().text(value, WITH, TRANSPORT, HTTP, HEADERS, name));
        }

        /** Takes all headers from the object that an expression of the form {@code ${ … }} gives. */
        public McpCallTask headers(String expression) {
            if (part().has(WITH, TRANSPORT, HTTP, HEADERS)) {
                return givenTwice("Headers are given twice");
            }
            return with(part().text(expression, WITH, TRANSPORT, HTTP, HEADERS));
        }

        /** Says who calls the {@link #endpoint}. */
        public McpCallTask authentication(Credentials credentials) {
            return authenticated(
                    credentials == null ? DefinitionFragment.empty().absent("authentication") : credentials.part());
        }

        /** As {@link #authentication(Credentials)}, with credentials that the workflow has given a name. */
        public McpCallTask authentication(ComponentReference credentials) {
            return authenticated(ComponentReference.part(credentials, DefinitionFragment.empty(), "use"));
        }

        private McpCallTask authenticated(DefinitionFragment authentication) {
            String[] path = { WITH, TRANSPORT, HTTP, "endpoint", "authentication" };
            return part().has(path) ? givenTwice("Who calls is given twice") : with(part().nested(authentication, path));
        }

        /**
         * Starts a program that is the server, and calls it by its standard input and output.
         *
         * <pre>{@code
         * mcpTool("read", "read_file").arguments(Map.of("path", "${ .file }")).program("files-server", "${ .directory }")
         * }</pre>
         *
         * @param command path of the program, or a name that is looked up in the {@code PATH}
         * @param arguments its arguments; strings of the form {@code ${ … }} are jq expressions
         */
        public McpCallTask program(String command, Object... arguments) {
            DefinitionFragment named = part().text(command, WITH, TRANSPORT, STDIO, "command");
            return with(arguments == null || arguments.length == 0 ? named
                    : named.value(Arrays.asList(arguments), WITH, TRANSPORT, STDIO, "arguments"));
        }

        /**
         * Variables of the {@link #program}.
         *
         * @param variables a map, or an expression {@code ${ … }}. Strings of that form in the map are jq expressions
         */
        public McpCallTask environment(Object variables) {
            return with(part().valueOrAbsent(variables, WITH, TRANSPORT, STDIO, "environment"));
        }

        /**
         * Fails the call if it takes longer, instead of {@code quarkus.cairn.mcp.timeout}; {@link #timeout(Duration)} counts from
         * the beginning of the task.
         */
        public McpCallTask callTimeout(Duration duration) {
            return with(part().duration(duration, WITH, "timeout"));
        }

        /** The version of the protocol to ask for, such as {@code 2025-06-18}. */
        public McpCallTask protocolVersion(String version) {
            return with(part().text(version, WITH, "protocolVersion"));
        }

        /** The name and version of the client that the server is told, instead of those of the application. */
        public McpCallTask client(String name, String version) {
            return with(part().text(name, WITH, "client", "name").text(version, WITH, "client", "version"));
        }

        private McpCallTask givenTwice(String message) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, message, "Remove one of the two."));
        }

        @Override
        DefinitionFragment described() {
            return part().implied(TextNode.valueOf("mcp"), "call");
        }
    }

    /**
     * Makes a request of an agent of the Agent2Agent protocol; its output is the result: {@link Flows#a2a(String, String)}.
     * Immutable. The task needs a {@link #server} or an {@link #agentCard}.
     */
    public static final class A2aCallTask extends FlowTask<A2aCallTask> {

        private static final String WITH = "with";
        private static final String SERVER = "server";
        private static final String CARD = "agentCard";
        private static final String ENDPOINT = "endpoint";

        A2aCallTask(String name, SourceLine place, DefinitionFragment part) {
            super(name, place, part);
        }

        @Override
        A2aCallTask with(DefinitionFragment changed) {
            return new A2aCallTask(name(), place(), changed);
        }

        /**
         * The parameters of the method.
         *
         * <pre>{@code
         * a2a("state", "tasks/get").parameters(Map.of("id", "${ .task }")).server("https://agent.example.com/a2a")
         * }</pre>
         *
         * @param parameters a map, or an expression {@code ${ … }}. Strings of that form in the map are jq expressions
         */
        public A2aCallTask parameters(Object parameters) {
            return with(part().valueOrAbsent(parameters, WITH, "parameters"));
        }

        /**
         * Calls the agent with this endpoint.
         *
         * @param endpoint URI, URI template or expression {@code ${ … }}
         */
        public A2aCallTask server(String endpoint) {
            return with(part().text(endpoint, WITH, SERVER, "uri"));
        }

        /** As {@link #server(String)}, with credentials. */
        public A2aCallTask server(String endpoint, Credentials credentials) {
            return server(endpoint).authenticated(part(credentials), WITH, SERVER, "authentication");
        }

        /** As {@link #server(String)}, with credentials that the workflow has given a name. */
        public A2aCallTask server(String endpoint, ComponentReference credentials) {
            return server(endpoint).authenticated(part(credentials), WITH, SERVER, "authentication");
        }

        /**
         * Calls the agent that a card describes. The card is read when the task runs.
         *
         * @param endpoint URI, URI template or expression {@code ${ … }} of the card
         */
        public A2aCallTask agentCard(String endpoint) {
            return with(part().text(endpoint, WITH, CARD, ENDPOINT, "uri"));
        }

        /** As {@link #agentCard(String)}, with credentials for the card and for the agent. */
        public A2aCallTask agentCard(String endpoint, Credentials credentials) {
            return agentCard(endpoint).authenticated(part(credentials), WITH, CARD, ENDPOINT, "authentication");
        }

        /** As {@link #agentCard(String)}, with credentials for the card and for the agent that the workflow has given a name. */
        public A2aCallTask agentCard(String endpoint, ComponentReference credentials) {
            return agentCard(endpoint).authenticated(part(credentials), WITH, CARD, ENDPOINT, "authentication");
        }

        private static DefinitionFragment part(Credentials credentials) {
            return credentials == null ? DefinitionFragment.empty().absent("authentication") : credentials.part();
        }

        private static DefinitionFragment part(ComponentReference credentials) {
            return ComponentReference.part(credentials, DefinitionFragment.empty(), "use");
        }

        private A2aCallTask authenticated(DefinitionFragment authentication, String... path) {
            return with(part().nested(authentication, path));
        }

        @Override
        DefinitionFragment described() {
            return part().implied(TextNode.valueOf("a2a"), "call");
        }
    }
}
