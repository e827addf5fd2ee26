package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.mcp.McpArgumentBuilder;
import dev.cairn.compiler.openapi.RequestExpressionBuilder;
import dev.cairn.compiler.outbound.EndpointTargetAnalysis;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.HttpRequestSpec;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.link.ExpressionVariableUse;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.DurationPlan;
import dev.cairn.program.Operation;
import dev.cairn.program.VariableBinding;

/** Compiles {@code call}. */
final class CallCompiler {

    /** By kind of call, the artifact of the extension that makes such calls. */
    private static final Map<String, String> EXTENSIONS = Map.of(AsyncApiCompiler.CALL, "quarkus-cairn-messaging",
            GrpcCompiler.CALL, "quarkus-cairn-grpc", McpArgumentBuilder.CALL, "quarkus-cairn-mcp", A2aCompiler.CALL,
            "quarkus-cairn-a2a");

    private static final List<String> KINDS = List.of(AsyncApiCompiler.CALL, GrpcCompiler.CALL, "http", "openapi");

    private final TaskContext task;
    private final ArgumentCompiler argumentCompiler;
    private final CompilerContext context;

    CallCompiler(TaskContext task, ArgumentCompiler argumentCompiler) {
        this.task = task;
        this.argumentCompiler = argumentCompiler;
        this.context = argumentCompiler.context();
    }

    /** @param scope the variables that tasks inside of the call see */
    void compile(Task.Call call, VariableScope scope) {
        CallTarget target = call.target();
        if (target instanceof CallTarget.Http http) {
            Expression uri = new EndpointUriCompiler(context).compile(http.request().endpoint());
            emit(argumentCompiler.withAuthorization(http.request().authentication()), Operation.Call.HTTP, http(http, uri),
                    EndpointTargetAnalysis.isDynamic(uri));
        } else if (target instanceof CallTarget.OpenApi openApi) {
            openApi(openApi);
        } else if (target instanceof CallTarget.Function function) {
            function(function);
        } else if (target instanceof CallTarget.Method method) {
            method(method);
        } else if (target instanceof CallTarget.AsyncApiPublish publish && isPresent(AsyncApiCompiler.CALL, publish)) {
            AsyncApiCompiler compiler = new AsyncApiCompiler(task, argumentCompiler);
            integration(AsyncApiCompiler.CALL, compiler.publish(publish));
            compiler.giveInput(publish.location());
        } else if (target instanceof CallTarget.AsyncApiSubscribe subscribe && isPresent(AsyncApiCompiler.CALL, subscribe)) {
            new AsyncApiCompiler(task, argumentCompiler).subscribe(subscribe, call.each(), scope);
        } else if (target instanceof CallTarget.Grpc grpc && isPresent(GrpcCompiler.CALL, grpc)) {
            integration(GrpcCompiler.CALL, new GrpcCompiler(context).arguments(grpc, call.properties().timeout(),
                    new AuthenticationCompiler(context)::compile));
        } else if (target instanceof CallTarget.Mcp mcp && isPresent(McpArgumentBuilder.CALL, mcp)) {
            mcp(mcp);
        } else if (target instanceof CallTarget.A2a a2a && isPresent(A2aCompiler.CALL, a2a)) {
            new A2aCompiler().compile(a2a);
        } else if (!(target instanceof CallTarget.AsyncApiPublish || target instanceof CallTarget.AsyncApiSubscribe
                || target instanceof CallTarget.Grpc || target instanceof CallTarget.Mcp || target instanceof CallTarget.A2a)) {
            throw new IllegalArgumentException("No compiler for " + target);
        }
    }

    /** True if the application has the extension that makes calls of this kind. */
    private boolean isPresent(String call, CallTarget target) {
        if (context.catalogs().integrations().contains(call)) {
            return true;
        }
        String extension = EXTENSIONS.get(call);
        context.problems().error(CompilerErrorCodes.NO_INTEGRATION, target.location(),
                "The application has no extension for \"call: " + call + "\".",
                "Add the dependency dev.cairn:" + extension + ": quarkus extension add " + extension
                        + ", or mvn quarkus:add-extension -Dextensions=" + extension);
        return false;
    }

    private void mcp(CallTarget.Mcp call) {
        if (call.server() instanceof CallTarget.McpProgram
                && !context.catalogs().interpreters().contains(McpArgumentBuilder.CALL)) {
            context.problems().error(CompilerErrorCodes.NOT_ALLOWED, call.location(),
                    "This application is not allowed to start programs that are MCP servers.",
                    "Allow it in the configuration: quarkus.cairn.run.allowed=" + McpArgumentBuilder.CALL);
        }
        integration(McpArgumentBuilder.CALL, new McpArgumentBuilder(context.expressions()::expression,
                new EndpointUriCompiler(context)::compile, new AuthenticationCompiler(context)::compile).arguments(call));
    }

    /** A call that an integration makes: {@code {call, with}}. */
    private void integration(String call, Expression with) {
        emit(Operation.Call.INTEGRATION, ofIntegration(call, with));
    }

    private static Expression ofIntegration(String call, Expression with) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("call", text(call));
        parts.put("with", with);
        return Expression.object(parts);
    }

    private void emit(int function, Expression arguments) {
        emit(argumentCompiler, function, arguments, false);
    }

    private void emit(ArgumentCompiler compiler, int function, Expression arguments, boolean dynamicTarget) {
        CompiledTemplate compiled = compiler.bind(arguments);
        context.clock(task.task(), task.reference("#with"), task.counters(), compiled);
        context.builder().emit(labels -> new Operation.Call(task.task(), task.counters().effect(task.reference("")), function,
                compiled.expression(), dynamicTarget));
    }

    /**
     * The arguments of an HTTP call: {@code {method, uri, authentication, headers, query, body, output, redirect,
     * limits, authorization}}; the last is the stand-in for credentials, if the others have {@code $authorization}.
     */
    private Expression http(CallTarget.Http http, Expression uri) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        HttpRequestSpec request = http.request();
        parts.put("method", text(request.method()));
        parts.put("uri", uri);
        if (request.authentication() != null) {
            parts.put("authentication", new AuthenticationCompiler(context).compile(request.authentication()));
        }
        put(parts, "headers", request.headers());
        put(parts, "query", request.query());
        put(parts, "body", request.body());
        parts.put("output", text(http.output().name().toLowerCase(Locale.ROOT)));
        parts.put("redirect", Expression.literal(BooleanNode.valueOf(http.redirect())));
        limit(parts, http.bounds());
        return withAuthorization(parts);
    }

    /** @param bounds null for the limits of the application */
    private static void limit(Map<String, Expression> parts, CallTarget.HttpBounds bounds) {
        if (bounds != null) {
            parts.put("limits", Expression.literal(JsonNodeFactory.instance.objectNode()
                    .put("connectMillis", bounds.connectMillis()).put("requestMillis", bounds.requestMillis())
                    .put("maxResponseBytes", bounds.maxResponseBytes())));
        }
    }

    private static Expression withAuthorization(Map<String, Expression> parts) {
        if (ExpressionVariableUse.of(Expression.object(parts)).variables().contains(VariableScope.AUTHORIZATION)) {
            parts.put("authorization",
                    new Expression.Field(new Expression.Variable(VariableScope.AUTHORIZATION), "parameter"));
        }
        return Expression.object(parts);
    }

    /** An OpenAPI call is an HTTP call: its document is a matter of the build. */
    private void openApi(CallTarget.OpenApi call) {
        RequestExpressionBuilder request = new RequestExpressionBuilder(call, context.expressions()::expression,
                context.expressions()::parse, context.problems());
        Expression uri = request.uri();
        Expression authentication = call.authentication() == null ? null
                : new AuthenticationCompiler(context).compile(call.authentication());
        Map<String, Expression> parts = request.arguments(authentication, uri);
        limit(parts, call.bounds());
        emit(argumentCompiler.withAuthorization(call.authentication()), Operation.Call.HTTP, withAuthorization(parts),
                EndpointTargetAnalysis.isDynamic(request.target(uri)));
    }

    private void put(Map<String, Expression> parts, String name, ValueTemplate template) {
        if (template != null) {
            parts.put(name, context.expressions().expression(template));
        }
    }

    private void function(CallTarget.Function call) {
        Optional<CallableFunction> found = context.catalogs().functions().byName(call.function());
        if (found.isEmpty()) {
            String near = NameSuggestions.didYouMean(call.function(), callable());
            context.problems().error(CompilerErrorCodes.UNKNOWN_FUNCTION, call.location(),
                    "There is no function \"" + call.function()
                            + "\".",
                    near != null ? near
                            : "Define it in \"use\": {functions: …}, or give a method this name: @WorkflowFunction(\""
                                    + call.function()
                                    + "\").");
            return;
        }
        CallableFunction signature = found.get();
        emit(context.builder().function(signature.key()), arguments(call, signature));
    }

    /** The names that a call can have. */
    private Set<String> callable() {
        Set<String> names = new TreeSet<>(context.catalogs().functions().names());
        context.definition().components().functions().forEach(function -> names.add(function.properties().name()));
        names.addAll(KINDS);
        return names;
    }

    private Expression arguments(CallTarget.Function call, CallableFunction signature) {
        List<String> parameters = signature.parameters();
        if (call.arguments() == null) {
            if (parameters.size() > 1) {
                context.problems().error(CompilerErrorCodes.ARGUMENTS, call.location(), "The function \"" + call.function()
                        + "\" has several parameters: " + String.join(", ", parameters) + ".",
                        "Give each a value in \"with\".");
            }
            return Expression.array(parameters.stream().map(any -> (Expression) new Expression.Identity()).toList());
        }
        JsonNode with = call.arguments().value();
        if (with.isObject()) {
            checkNames(call, parameters, with);
        }
        Expression whole = context.expressions().expression(call.arguments());
        List<Expression> fields = new ArrayList<>();
        parameters.forEach(name -> fields.add(new Expression.Field(new Expression.Identity(), name)));
        return new Expression.Pipe(whole, Expression.array(fields));
    }

    private void checkNames(CallTarget.Function call, List<String> parameters, JsonNode with) {
        Set<String> missing = new LinkedHashSet<>(parameters);
        with.fieldNames().forEachRemaining(name -> {
            if (!missing.remove(name) && !parameters.contains(name)) {
                context.problems().error(CompilerErrorCodes.ARGUMENTS, context.definition().sources().at(
                        call.arguments().location().pointer() + "/" + SourceLocation.escape(name)),
                        "The function \"" + call.function()
                                + "\" has no parameter \"" + name + "\".",
                        suggestion(name, parameters));
            }
        });
        if (!missing.isEmpty()) {
            context.problems().error(CompilerErrorCodes.ARGUMENTS, call.arguments().location(),
                    "The function \"" + call.function()
                            + "\" needs a value for: " + String.join(", ", missing) + ".",
                    "null is a value.");
        }
    }

    private static String suggestion(String name, List<String> parameters) {
        String near = NameSuggestions.didYouMean(name, parameters);
        return near != null ? near
                : parameters.isEmpty() ? "It takes no arguments." : "It has: " + String.join(", ", parameters) + ".";
    }

    private void method(CallTarget.Method call) {
        Optional<CallableFunction> found = context.catalogs().functions().byReference(call.reference());
        if (found.isEmpty()) {
            context.problems().error(CompilerErrorCodes.UNKNOWN_FUNCTION, call.location(),
                    "The method " + call.reference().owner() + "#"
                            + call.reference().name() + call.reference().descriptor() + " cannot be called.",
                    "Make it a method of a bean or static, and not private.");
            return;
        }
        CallableFunction signature = found.get();
        Expression argument = call.arguments() == null ? new Expression.Identity()
                : context.expressions().expression(call.arguments());
        if (signature.parameters().size() > 1) {
            context.problems().error(CompilerErrorCodes.ARGUMENTS, call.location(), "The method " + call.reference().name()
                    + " has several parameters: " + String.join(", ", signature.parameters()) + ".",
                    "Call a method with one parameter; a record can hold them.");
            return;
        }
        Expression arguments = signature.parameters().isEmpty() ? Expression.array(List.of())
                : Expression.array(List.of(argument));
        emit(context.builder().function(signature.key()), arguments);
    }

    /** The parts of an error to raise, as an object. */
    static CompiledTemplate error(CompilerContext context, ErrorSpec error, VariableScope scope) {
        ExpressionCompiler expressions = context.expressions();
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("type", new EndpointUriCompiler(context).compile(error.type()));
        parts.put("status", expressions.expression(error.status()));
        putPart(expressions, parts, "instance", error.instance());
        putPart(expressions, parts, "title", error.title());
        putPart(expressions, parts, "detail", error.detail());
        return expressions.bind(Expression.object(parts), scope);
    }

    private static void putPart(ExpressionCompiler expressions, Map<String, Expression> parts, String name,
            ValueTemplate template) {
        if (template != null) {
            parts.put(name, expressions.expression(template));
        }
    }

    private static Expression text(String value) {
        return Expression.literal(TextNode.valueOf(value));
    }

    /**
     * Compiles {@code call: a2a}. The answer to a message can be a task that the agent works on for hours, so the call has several
     * effects: the message, whose outcome has the id of the task, and questions about the task with timers between them. A crash
     * repeats the effect in flight alone. The task is asked about again, and the message is not sent again.
     */
    private final class A2aCompiler {

        /** The name of the integration. */
        static final String CALL = "a2a";

        /** Methods with an outcome that can be a task at work. The integration says so by {@code working}. */
        private static final List<String> FOLLOWED = List.of("message/send", "message/stream", "tasks/resubscribe");
        private static final String WORKING = "working";
        /** No expression of a definition can name these variables: they have a blank. */
        private static final String PROGRESS = "a2a progress";
        private static final String CALL_INPUT = "a2a input";

        private final ProgramBuilder builder = context.builder();

        /**
         * The arguments are {@code {method, parameters, uri, card, dynamic, authentication}}, and {@code working} in place of
         * method and parameters for a question. {@code card} is there if the URI is that of the agent card, and {@code dynamic} if
         * input can influence the target of the URI.
         */
        void compile(CallTarget.A2a call) {
            Map<String, Expression> agent = agent(call.agent());
            Map<String, Expression> request = new LinkedHashMap<>();
            request.put("method", text(call.request().method()));
            put(request, "parameters", call.request().parameters());
            request.putAll(agent);
            if (!FOLLOWED.contains(call.request().method())) {
                integration(CALL, Expression.object(request));
                return;
            }
            int input = builder.valueRegister();
            builder.emit(labels -> new Operation.Keep(task.task(), bound(new Expression.Identity()), input));
            integration(CALL, Expression.object(request));
            follow(agent, input);
        }

        private Map<String, Expression> agent(CallTarget.A2aAgent agent) {
            Map<String, Expression> parts = new LinkedHashMap<>();
            Expression uri = new EndpointUriCompiler(context).compile(agent.connection().endpoint());
            parts.put("uri", uri);
            if (agent.card()) {
                parts.put("card", Expression.literal(BooleanNode.TRUE));
            }
            if (EndpointTargetAnalysis.isDynamic(uri)) {
                parts.put("dynamic", Expression.literal(BooleanNode.TRUE));
            }
            if (agent.connection().authentication() != null) {
                parts.put("authentication", new AuthenticationCompiler(context).compile(agent.connection().authentication()));
            }
            return parts;
        }

        /** Asks about the task until it no longer works: {@code {working: {delay, …}}} becomes {@code {output}}. */
        private void follow(Map<String, Expression> agent, int input) {
            int progress = builder.valueRegister();
            int turn = builder.numberRegister();
            EffectIdRegisters turns = task.counters().with(turn);
            JumpLabel again = builder.here();
            JumpLabel done = new JumpLabel();
            BoundExpression working = bound(new Expression.Field(new Expression.Identity(), WORKING));
            builder.emit(labels -> new Operation.Keep(task.task(), working, progress));
            builder.emit(labels -> new Operation.Unless(task.task(), working, labels.applyAsInt(done)));
            DurationPlan delay = new DurationPlan(0, bound(new Expression.Field(working.expression(), "delay")));
            builder.emit(labels -> new Operation.Wait(task.task(), turns.effect(task.reference("#wait")), delay));
            // The parts of the agent are computed of the input of the task.
            BoundExpression before = new BoundExpression(new Expression.Variable(CALL_INPUT),
                    List.of(VariableBinding.register(CALL_INPUT, input)));
            builder.emit(labels -> new Operation.Assign(task.task(), before));
            Map<String, Expression> question = new LinkedHashMap<>(agent);
            question.put(WORKING, new Expression.Variable(PROGRESS));
            CompiledTemplate arguments = argumentCompiler.withRegister(PROGRESS, progress)
                    .bind(ofIntegration(CALL, Expression.object(question)));
            context.clock(task.task(), task.reference("#question"), turns, arguments);
            builder.emit(labels -> new Operation.Call(task.task(), turns.effect(task.reference("#task")),
                    Operation.Call.INTEGRATION, arguments.expression(), false));
            builder.emit(labels -> new Operation.Jump(task.task(), labels.applyAsInt(again), turn));
            builder.place(done);
            builder.emit(labels -> new Operation.Assign(task.task(),
                    bound(new Expression.Field(new Expression.Identity(), "output"))));
        }

        private static BoundExpression bound(Expression expression) {
            return new BoundExpression(expression, List.of());
        }
    }
}
