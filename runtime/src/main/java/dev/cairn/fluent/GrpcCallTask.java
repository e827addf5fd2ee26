package dev.cairn.fluent;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Calls a method of a gRPC service; its output is the answer: {@link Flows#grpc(String, ClassPathResource, String, String)}.
 * Immutable. The task needs a {@link #host} or a {@link #client}.
 */
public final class GrpcCallTask extends FlowTask<GrpcCallTask> {

    private static final String WITH = "with";
    private static final String[] AUTHENTICATION = { WITH, "service", "authentication" };
    private static final String[] HEADERS = { "metadata", "cairn", "grpc", "headers" };

    GrpcCallTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    GrpcCallTask with(DefinitionFragment changed) {
        return new GrpcCallTask(name(), place(), changed);
    }

    /**
     * The host of the server: a name or an address.
     *
     * @param host a string; in the form {@code ${ … }} a jq expression
     */
    public GrpcCallTask host(String host) {
        return with(part().text(host, WITH, "service", "host"));
    }

    /** The port of the server. Without it, 80, or 443 with {@link #tls}. */
    public GrpcCallTask port(int port) {
        return with(part().with(IntNode.valueOf(port), WITH, "service", "port"));
    }

    /** As {@link #port(int)}, by an expression of the form {@code ${ … }}. */
    public GrpcCallTask port(String expression) {
        return with(part().expression(expression, WITH, "service", "port"));
    }

    /** Encrypts the connection to the {@link #host}. */
    public GrpcCallTask tls() {
        return with(part().with(BooleanNode.TRUE, "metadata", "cairn", "grpc", "tls"));
    }

    /**
     * Calls by a client of the application's configuration, instead of a {@link #host}.
     *
     * <pre>{@code
     * grpc("reserve", resource("stock.proto"), "shop.Stock", "Reserve").client("stock")
     * }</pre>
     *
     * @param client its name in {@code quarkus.grpc.clients}
     */
    public GrpcCallTask client(String client) {
        return with(part().text(client, "metadata", "cairn", "grpc", "client"));
    }

    /**
     * The request.
     *
     * <pre>{@code
     * grpc("greet", resource("greet.proto"), "Greeter", "SayHello").host("greeter.example.com")
     *         .arguments(Map.of("name", "${ .name }"))
     * }</pre>
     *
     * @param arguments the JSON form of the request message: a map, or an expression {@code ${ … }}; a list of messages for a
     *        method that takes a stream. Strings of that form in the map or list are jq expressions
     */
    public GrpcCallTask arguments(Object arguments) {
        return with(part().valueOrAbsent(arguments, WITH, "arguments"));
    }

    /**
     * Adds a header to the call (gRPC calls this metadata).
     *
     * @param value a string, number or boolean; a string of the form {@code ${ … }} is a jq expression. If the name ends in
     *        {@code -bin}, the value is base64
     */
    public GrpcCallTask header(String name, Object value) {
        if (part().isText(HEADERS) || part().has("metadata", "cairn", "grpc", "headers", name)) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "The header \"" + name + "\" is given twice",
                    "Remove one of the two."));
        }
        return with(part().valueOrAbsent(value, "metadata", "cairn", "grpc", "headers", name));
    }

    /** Takes all headers of the call from the object that an expression of the form {@code ${ … }} gives. */
    public GrpcCallTask headers(String expression) {
        if (part().has(HEADERS)) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "Headers are given twice", "Remove one of the two."));
        }
        return with(part().text(expression, HEADERS));
    }

    /**
     * Says who calls.
     *
     * <pre>{@code
     * grpc("greet", resource("greet.proto"), "Greeter", "SayHello").client("greeter")
     *         .authentication(bearerSecret("greeterToken"))
     * }</pre>
     */
    public GrpcCallTask authentication(Credentials credentials) {
        return authenticated(credentials == null ? DefinitionFragment.empty().absent("authentication") : credentials.part());
    }

    /** As {@link #authentication(Credentials)}, with credentials that the workflow has given a name. */
    public GrpcCallTask authentication(ComponentReference credentials) {
        return authenticated(ComponentReference.part(credentials, DefinitionFragment.empty(), "use"));
    }

    private GrpcCallTask authenticated(DefinitionFragment authentication) {
        if (part().has(AUTHENTICATION)) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "Who calls is given twice", "Remove one of the two."));
        }
        return with(part().nested(authentication, AUTHENTICATION));
    }

    @Override
    DefinitionFragment described() {
        return part().implied(TextNode.valueOf("grpc"), "call");
    }
}
