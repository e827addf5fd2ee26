package dev.cairn.compiler.openapi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.jq.JqParser;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.openapi.OpenApiOperation;
import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.definition.openapi.OperationParameter;
import dev.cairn.definition.openapi.OperationServer;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.jq.EvaluationLimitException;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.value.BodyMediaType;

/** Builds the arguments of the HTTP request that an OpenAPI call makes. Constants are encoded here, other values at run time. */
public final class RequestExpressionBuilder {

    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]+)}");
    private static final String JSON = "application/json";
    /** Characters that a path can have as they are: of RFC 3986, with the percent sign of what is encoded already. */
    private static final String PATH_CHARACTERS = "-._~!$&'()*+,;=:@/%?";

    private final CallTarget.OpenApi call;
    private final Function<ValueTemplate, Expression> templates;
    private final BiFunction<String, SourceLocation, Expression> jq;
    private final ProblemCollector problems;

    /**
     * A builder.
     *
     * @param templates compiles a template
     * @param jq parses the text of an expression
     * @param problems gets constants that cannot be encoded
     */
    public RequestExpressionBuilder(CallTarget.OpenApi call, Function<ValueTemplate, Expression> templates,
            BiFunction<String, SourceLocation, Expression> jq, ProblemCollector problems) {
        this.call = call;
        this.templates = templates;
        this.jq = jq;
        this.problems = problems;
    }

    /** The URI, whose beginning is literal text if the call does not compute the server. */
    public Expression uri() {
        OpenApiOperation operation = call.operation();
        List<Expression> parts = new ArrayList<>();
        server(operation.server(), parts);
        Matcher variable = VARIABLE.matcher(operation.path());
        int from = 0;
        while (variable.find()) {
            literal(parts, escaped(operation.path().substring(from, variable.start())));
            String name = variable.group(1);
            operation.parameters().stream()
                    .filter(parameter -> parameter.place() == ParameterPlace.PATH && parameter.name().equals(name))
                    .forEach(parameter -> add(parts, encoded(parameter)));
            from = variable.end();
        }
        literal(parts, escaped(operation.path().substring(from)));
        List<Expression> query = encoded(ParameterPlace.QUERY);
        if (!query.isEmpty()) {
            String mark = operation.path().indexOf('?') < 0 ? "?" : "&";
            add(parts, folded(Expression.array(query),
                    "map(select(. != \"\")) | join(\"&\") | if . == \"\" then . else \"" + mark + "\" + . end"));
        }
        return parts.stream().reduce((left, right) -> new Expression.Binary(BinaryOperator.ADD, left, right)).orElseThrow();
    }

    /** The part of the URI that decides about the host of the call: a server that the call computes, with the slash behind it. */
    public Expression target(Expression uri) {
        return call.operation().server().url() != null ? uri
                : new Expression.Binary(BinaryOperator.ADD, templates.apply(call.values().get(OperationServer.KEY)), text("/"));
    }

    private void server(OperationServer server, List<Expression> parts) {
        if (server.url() == null) {
            parts.add(new Expression.Pipe(value(OperationServer.KEY),
                    parse("if type != \"string\" then error(\"the URL of a server is a string, not \" + type) else rtrimstr(\"/\") end")));
            return;
        }
        Matcher variable = VARIABLE.matcher(server.url());
        int from = 0;
        while (variable.find()) {
            literal(parts, server.url().substring(from, variable.start()));
            String name = variable.group(1);
            parts.add(new Expression.Pipe(value(OperationServer.key(name)),
                    parse(ParameterExpressionText.ofVariable(name, server.variables().get(name)))));
            from = variable.end();
        }
        literal(parts, server.url().substring(from));
    }

    /**
     * The arguments besides method and URI, with the credentials.
     *
     * @param authentication the arguments of an authentication, or null
     */
    public Map<String, Expression> arguments(Expression authentication, Expression uri) {
        OpenApiOperation operation = call.operation();
        Map<String, Expression> arguments = new LinkedHashMap<>();
        arguments.put("method", text(operation.method()));
        arguments.put("uri", uri);
        if (authentication != null) {
            arguments.put("authentication", authentication);
        }
        Map<String, Expression> headers = headers();
        if (!headers.isEmpty()) {
            arguments.put("headers", Expression.object(headers));
        }
        if (operation.body() != null) {
            arguments.put("body", body(operation.body()));
        }
        arguments.put("output", text(call.output().name().toLowerCase(Locale.ROOT)));
        arguments.put("redirect", Expression.literal(BooleanNode.valueOf(call.redirect())));
        return arguments;
    }

    private Map<String, Expression> headers() {
        OpenApiOperation operation = call.operation();
        Map<String, Expression> headers = new LinkedHashMap<>();
        if (operation.accept() != null) {
            headers.put("Accept", text(operation.accept()));
        }
        if (operation.body() != null && !operation.body().mediaType().equals(JSON)) {
            headers.put("Content-Type", text(operation.body().mediaType()));
        }
        operation.parameters().stream().filter(parameter -> parameter.place() == ParameterPlace.HEADER)
                .forEach(parameter -> headers.put(parameter.name(), encoded(parameter)));
        List<Expression> cookies = encoded(ParameterPlace.COOKIE);
        if (!cookies.isEmpty()) {
            headers.put("Cookie", folded(Expression.array(cookies),
                    "map(select(. != \"\")) | if length == 0 then null else join(\"; \") end"));
        }
        return headers;
    }

    private Expression body(OperationBody body) {
        String type = BodyMediaType.of(body.mediaType()).name();
        if (type.equals(OperationBody.MULTIPART)) {
            return multipart(body);
        }
        if (!type.equals(OperationBody.FORM)) {
            return templates.apply(call.values().get(OperationBody.KEY));
        }
        if (body.fields().isEmpty() && call.values().containsKey(OperationBody.KEY)) {
            return encoded(OperationBody.KEY, ParameterExpressionText.ofForm(body.encodings()), "body");
        }
        return folded(Expression.array(body.fields().stream().map(this::encoded).toList()),
                "map(select(. != \"\")) | join(\"&\")");
    }

    /** An object of parts, as the body of {@code call: http} has them. */
    private Expression multipart(OperationBody body) {
        String text = PartExpressionText.of(body.parts());
        if (call.values().containsKey(OperationBody.KEY)) {
            return encoded(OperationBody.KEY, text, "body");
        }
        Map<String, Expression> fields = new LinkedHashMap<>();
        body.fields().forEach(field -> fields.put(field.name(), field.required() ? present(field) : value(field.key())));
        return folded(Expression.object(fields), text);
    }

    private Expression present(OperationParameter parameter) {
        return encoded(parameter.key(), "if . == null then error("
                + ParameterExpressionText.quoted("there is no value for the parameter " + parameter.name()) + ") else . end",
                "parameter \"" + parameter.name() + "\"");
    }

    private List<Expression> encoded(ParameterPlace place) {
        return call.operation().parameters().stream().filter(parameter -> parameter.place() == place).map(this::encoded)
                .toList();
    }

    private Expression encoded(OperationParameter parameter) {
        return encoded(parameter.key(), ParameterExpressionText.of(parameter), "parameter \"" + parameter.name() + "\"");
    }

    /**
     * A value, encoded by an expression. Reports a constant that cannot be encoded.
     *
     * @param what the thing that has the value, for messages
     */
    private Expression encoded(String key, String text, String what) {
        try {
            return folded(value(key), text);
        } catch (ExpressionException | EvaluationLimitException impossible) {
            problems.error(OpenApiErrorCodes.ENCODING, call.values().get(key).location(),
                    "The " + what + " cannot be encoded: " + impossible.getMessage() + ".",
                    "Correct the value, or the style that the document has for it.");
            return Expression.literal(NullNode.getInstance());
        }
    }

    /** The one result of a value; null if it has none, and an error if it has several. */
    private Expression value(String key) {
        Expression value = templates.apply(call.values().get(key));
        return value instanceof Expression.Literal ? value
                : new Expression.Index(Expression.array(List.of(value)), Expression.literal(IntNode.valueOf(0)));
    }

    /** An expression on a value, evaluated now if the value is constant. */
    private Expression folded(Expression value, String text) {
        return value instanceof Expression.Literal literal
                ? Expression.literal(ConstantEvaluationHost.evaluate(JqParser.parse(text), literal.value()))
                : new Expression.Pipe(value, parse(text));
    }

    private Expression parse(String text) {
        return jq.apply(text, call.location());
    }

    /** Adds text; adjacent texts become one. */
    private static void literal(List<Expression> parts, String text) {
        add(parts, text(text));
    }

    private static void add(List<Expression> parts, Expression part) {
        Expression last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (part instanceof Expression.Literal next && last instanceof Expression.Literal before) {
            parts.set(parts.size() - 1, text(before.value().asText() + next.value().asText()));
        } else {
            parts.add(part);
        }
    }

    private static String escaped(String path) {
        StringBuilder escaped = new StringBuilder();
        path.codePoints().forEach(character -> {
            if (character < 0x80 && (Character.isLetterOrDigit(character) || PATH_CHARACTERS.indexOf(character) >= 0)) {
                escaped.appendCodePoint(character);
            } else {
                for (byte part : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append(String.format("%%%02X", part));
                }
            }
        });
        return escaped.toString();
    }

    private static Expression text(String value) {
        return Expression.literal(TextNode.valueOf(value));
    }
}
