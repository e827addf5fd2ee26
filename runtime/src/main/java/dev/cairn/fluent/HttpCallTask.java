package dev.cairn.fluent;

import java.time.Duration;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.CallTarget.HttpOutput;
import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Sends an HTTP request; its output is the answer's body: {@link Flows#http(String, String, String)}. Immutable.
 */
public final class HttpCallTask extends FlowTask<HttpCallTask> {

    HttpCallTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    HttpCallTask with(DefinitionFragment changed) {
        return new HttpCallTask(name(), place(), changed);
    }

    /**
     * Adds a header to the request.
     *
     * <pre>{@code
     * http("quote", "GET", "https://prices.example.com/{sku}").header("Accept-Language", "${ .language }")
     * }</pre>
     *
     * @param value a string; in the form {@code ${ … }} a jq expression
     */
    public HttpCallTask header(String name, String value) {
        return member("headers", name, value);
    }

    /** Takes all headers from the object that an expression of the form {@code ${ … }} gives. */
    public HttpCallTask headers(String expression) {
        return members("headers", expression);
    }

    /**
     * Adds a parameter to the query.
     *
     * <pre>{@code
     * http("search", "GET", "https://shop.example.com/items").query("q", "${ .words }").query("limit", 10)
     * }</pre>
     *
     * @param value a string, number or boolean; a string of the form {@code ${ … }} is a jq expression
     */
    public HttpCallTask query(String name, Object value) {
        return member("query", name, value);
    }

    /** Takes the query from the object that an expression of the form {@code ${ … }} gives. */
    public HttpCallTask query(String expression) {
        return members("query", expression);
    }

    /**
     * Sends a body, as JSON unless a header says otherwise.
     *
     * <pre>{@code
     * http("pay", "POST", "https://bank.example.com/payments").body(Map.of("amount", "${ .total }"))
     * }</pre>
     *
     * @param body a string, number, boolean, list, map or null; strings of the form {@code ${ … }} are jq expressions
     */
    public HttpCallTask body(Object body) {
        return with(part().value(body, "with", "body"));
    }

    /**
     * Fails the call if it gets no connection in this time, the wait for a free one included. A time longer than
     * {@code quarkus.cairn.http-client.connect-timeout} has no effect.
     *
     * <pre>{@code
     * http("quote", "GET", "https://prices.example.com/{sku}").connectTimeout(Duration.ofSeconds(1))
     * }</pre>
     */
    public HttpCallTask connectTimeout(Duration duration) {
        return with(part().duration(duration, "metadata", "cairn", "http", "connectTimeout"));
    }

    /**
     * Fails the call if it takes longer, up to the last byte of the answer, instead of
     * {@code quarkus.cairn.http-client.request-timeout}. An error of type communication; {@link #timeout(Duration)} gives one of type
     * timeout, and counts from the beginning of the task.
     */
    public HttpCallTask requestTimeout(Duration duration) {
        return with(part().duration(duration, "metadata", "cairn", "http", "requestTimeout"));
    }

    /**
     * Fails the call if the body of the answer is longer. A limit above {@code quarkus.cairn.http-client.max-response-size} has no
     * effect.
     *
     * @param bytes at least 1
     */
    public HttpCallTask maxResponseBytes(int bytes) {
        return with(part().with(IntNode.valueOf(bytes), "metadata", "cairn", "http", "maxResponseBytes"));
    }

    /**
     * Which part of the answer becomes the output.
     *
     * <pre>{@code
     * http("quote", "GET", "https://prices.example.com/{sku}").output(RESPONSE).outputAs(".headers.ETag")
     * }</pre>
     */
    public HttpCallTask output(HttpOutput output) {
        return with(output == null ? part().absent("output", "with", "output")
                : part().with(TextNode.valueOf(output.name().toLowerCase(Locale.ROOT)), "with", "output"));
    }

    /**
     * Says who calls by user name and password (HTTP Basic).
     *
     * <pre>{@code
     * http("pet", "GET", "https://pets.example.com/1").basic("${ $secrets.pets.username }", "${ $secrets.pets.password }")
     * }</pre>
     *
     * @param username a string; in the form {@code ${ … }} a jq expression
     * @param password as the user name
     */
    public HttpCallTask basic(String username, String password) {
        return authentication(Credentials.ofUser(username, password));
    }

    /**
     * Says who calls by a bearer token.
     *
     * <pre>{@code
     * http("pet", "GET", "https://pets.example.com/1").bearer("${ $secrets.petToken }")
     * }</pre>
     *
     * @param token a string; in the form {@code ${ … }} a jq expression
     */
    public HttpCallTask bearer(String token) {
        return authentication(Credentials.ofToken(token));
    }

    /**
     * Says who calls.
     *
     * <pre>{@code
     * http("pet", "GET", "https://pets.example.com/1").authentication(bearerSecret("petStore"))
     * }</pre>
     */
    public HttpCallTask authentication(Credentials credentials) {
        DefinitionFragment said = credentials == null ? DefinitionFragment.empty().absent("authentication")
                : credentials.part();
        return authenticated(said);
    }

    /**
     * Says who calls by credentials that the workflow has given a name.
     *
     * <pre>{@code
     * flow(http("pet", "GET", "https://pets.example.com/1").authentication(named("pets")))
     *         .useAuthentication("pets", bearerSecret("petStore")).secrets("petStore")
     * }</pre>
     */
    public HttpCallTask authentication(ComponentReference credentials) {
        return authenticated(ComponentReference.part(credentials, DefinitionFragment.empty(), "use"));
    }

    private HttpCallTask authenticated(DefinitionFragment authentication) {
        if (part().has("with", "endpoint", "authentication")) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "Who calls is given twice", "Remove one of the two."));
        }
        // The long form of the endpoint has room for it.
        DefinitionFragment said = part().isText("with", "endpoint")
                ? part().implied(part().json().at("/with/endpoint"), "with", "endpoint", "uri")
                : part();
        return with(said.nested(authentication, "with", "endpoint", "authentication"));
    }

    /** Takes an answer of status 3xx as a success; without this it is an error. */
    public HttpCallTask acceptRedirects() {
        return with(part().with(BooleanNode.TRUE, "with", "redirect"));
    }

    private HttpCallTask member(String group, String name, Object value) {
        if (name == null || name.isBlank() || value == null) {
            return with(part().missing(group, "null or without a name"));
        }
        if (part().has("with", group, name)) {
            return with(
                    part().mistake(FluentErrorCodes.GIVEN_TWICE, "\"" + name + "\" is given twice", "Remove one of the two."));
        }
        if (part().isText("with", group)) {
            return givenByExpression(group);
        }
        if (!(value instanceof CharSequence || value instanceof Number || value instanceof Boolean)) {
            return with(part().mistake(FluentErrorCodes.NO_JSON, "\"" + name + "\" must be a string, number or boolean",
                    "Write it as text."));
        }
        return with(part().value(value, "with", group, name));
    }

    private HttpCallTask members(String group, String expression) {
        if (part().has("with", group)) {
            return givenByExpression(group);
        }
        return with(part().text(expression, "with", group));
    }

    private HttpCallTask givenByExpression(String group) {
        return with(part().mistake(FluentErrorCodes.GIVEN_TWICE,
                "\"" + group + "\" is given by one expression or by single values, not both", "Remove one of the two."));
    }

    @Override
    DefinitionFragment described() {
        return part().implied(TextNode.valueOf("http"), "call");
    }
}
