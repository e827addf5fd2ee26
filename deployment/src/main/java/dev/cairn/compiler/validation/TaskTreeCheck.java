package dev.cairn.compiler.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Catch;
import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.HttpRequestSpec;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.ReusableComponents;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskDataRules;
import dev.cairn.definition.TaskProperties;

/**
 * Checks tasks and the tasks inside them.
 */
final class TaskTreeCheck {

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> TAKEN = Set.of("context", "input", "output", "task", "workflow", "runtime", "secrets",
            "authorization", "config", "ENV", "__loc__", "__prog_args");

    private final SourceMap sources;
    private final ProblemCollector problems;
    private final LiteralExpressionCheck templates;
    private final JsonSchemaCheck schemas;
    private final TaskListCheck lists;
    private final ErrorCheck errors;
    private final HttpCheck http;
    private final EventCheck events;

    TaskTreeCheck(SourceMap sources, ProblemCollector problems, LiteralExpressionCheck templates, JsonSchemaCheck schemas) {
        this.sources = sources;
        this.problems = problems;
        this.templates = templates;
        this.schemas = schemas;
        this.lists = new TaskListCheck(sources, problems);
        this.errors = new ErrorCheck(sources, problems, templates);
        this.http = new HttpCheck(sources, problems);
        this.events = new EventCheck(sources, problems, templates);
    }

    /** Checks components that are used by name, and unused functions and extensions. */
    void components(ReusableComponents components) {
        components.errors().forEach(errors::raised);
        components.retries().forEach(retry -> RetryAndTimeoutCheck.retry(retry, problems));
        components.timeouts().forEach(timeout -> RetryAndTimeoutCheck.timeout(timeout, problems));
        components.functions()
                .forEach(function -> list(List.of(function), function.location().pointer(), VariableNameScope.OUTERMOST));
        components.extensions().forEach(extension -> extension(extension, VariableNameScope.OUTERMOST));
    }

    /**
     * @param pointer of the list
     */
    void list(List<Task> tasks, String pointer, VariableNameScope scope) {
        tasks.forEach(task -> task(task, scope));
        lists.check(tasks, pointer);
    }

    private void task(Task task, VariableNameScope scope) {
        properties(task.properties());
        task.properties().extensions().forEach(extension -> extension(extension, scope));
        String pointer = task.location().pointer();
        if (task instanceof Task.Set set) {
            templates.check(set.value());
        } else if (task instanceof Task.Switch choice) {
            cases(choice.cases(), pointer);
        } else if (task instanceof Task.Do group) {
            list(group.tasks(), pointer + "/do", scope);
        } else if (task instanceof Task.For loop) {
            loop(loop, pointer, scope);
        } else if (task instanceof Task.Fork fork) {
            fork.branches().forEach(branch -> task(branch, scope));
            lists.branches(fork.branches(), pointer + "/fork/branches");
        } else if (task instanceof Task.Call call) {
            call(call.target(), pointer);
            if (call.each() != null) {
                each(call.each(), pointer + "/with/subscription/foreach", scope);
            }
        } else if (task instanceof Task.Run run) {
            run(run.target());
        } else if (task instanceof Task.Raise raise) {
            errors.raised(raise.error());
        } else if (task instanceof Task.Emit emit) {
            events.emitted(emit.event());
        } else if (task instanceof Task.Listen listen) {
            events.consumed(listen.to());
            if (listen.each() != null) {
                each(listen.each(), pointer + "/foreach", scope);
            }
        } else if (task instanceof Task.Try guarded) {
            list(guarded.tasks(), pointer + "/try", scope);
            handler(guarded.handler(), pointer + "/catch", scope);
        }
    }

    private void properties(TaskProperties properties) {
        TaskDataRules data = properties.data();
        DefinitionValidator.input(data.input(), templates, schemas);
        DefinitionValidator.output(data.output(), templates, schemas);
        DefinitionValidator.output(data.export(), templates, schemas);
        RetryAndTimeoutCheck.timeout(properties.timeout(), problems);
    }

    private void extension(ExtensionTasks extension, VariableNameScope scope) {
        String pointer = extension.location().pointer();
        if (!extension.before().isEmpty()) {
            list(extension.before(), pointer + "/before", scope);
        }
        if (!extension.after().isEmpty()) {
            list(extension.after(), pointer + "/after", scope);
        }
    }

    private void cases(List<SwitchCase> cases, String pointer) {
        SourceLocation location = sources.at(pointer + "/switch");
        if (cases.isEmpty() && !problems.hasErrorsWithin(location)) {
            problems.error(ValidationErrorCodes.EMPTY_LIST, location, "The switch has no cases", "Add one.");
        }
        Set<String> names = new HashSet<>();
        cases.stream().filter(candidate -> !names.add(candidate.name())).forEach(twice -> problems.error(
                ValidationErrorCodes.DUPLICATE_NAME, twice.location(),
                "The switch has a case named \"" + twice.name() + "\" already",
                "Rename one of the two."));
        List<SwitchCase> defaults = cases.stream().filter(candidate -> candidate.when() == null
                && !problems.hasErrorsWithin(candidate.location())).toList();
        for (SwitchCase more : defaults.subList(Math.min(1, defaults.size()), defaults.size())) {
            problems.error(ValidationErrorCodes.SEVERAL_DEFAULTS, more.location(),
                    "A switch has one case without \"when\", and \"" + defaults.get(0).name() + "\" is one already",
                    "Add a condition, or remove the case.");
        }
    }

    private void loop(Task.For loop, String pointer, VariableNameScope scope) {
        variable(loop.each(), pointer + "/for/each", scope);
        variable(loop.at(), pointer + "/for/at", scope.with(loop.each()));
        templates.check(loop.in());
        list(loop.tasks(), pointer + "/do", scope.with(loop.each()).with(loop.at()));
    }

    private void each(ListenLoop each, String pointer, VariableNameScope scope) {
        variable(each.item(), pointer + "/item", scope);
        variable(each.at(), pointer + "/at", scope.with(each.item()));
        DefinitionValidator.output(each.output(), templates, schemas);
        DefinitionValidator.output(each.export(), templates, schemas);
        if (!each.tasks().isEmpty()) {
            list(each.tasks(), pointer + "/do", scope.with(each.item()).with(each.at()));
        }
    }

    private void call(CallTarget target, String pointer) {
        if (target instanceof CallTarget.Http call) {
            HttpRequestSpec request = call.request();
            http.check(request, pointer);
            templates.checkField(request.headers());
            templates.checkField(request.query());
            authentication(request.authentication());
            templates.check(request.body());
        } else if (target instanceof CallTarget.OpenApi call) {
            call.values().values().forEach(templates::checkField);
            authentication(call.authentication());
        } else if (target instanceof CallTarget.Function function) {
            templates.check(function.arguments());
        } else if (target instanceof CallTarget.Method method) {
            templates.check(method.arguments());
        } else if (target instanceof CallTarget.AsyncApiPublish publish) {
            templates.check(publish.payload());
            templates.checkField(publish.headers());
        } else if (target instanceof CallTarget.Grpc grpc) {
            templates.checkField(grpc.server().host());
            templates.checkField(grpc.server().port());
            templates.checkField(grpc.headers());
            authentication(grpc.server().authentication());
            templates.check(grpc.arguments());
        } else if (target instanceof CallTarget.Mcp mcp) {
            mcp(mcp, pointer);
        } else if (target instanceof CallTarget.A2a a2a) {
            new A2aCallCheck(sources, problems).parameters(a2a.request(), a2a.location());
            templates.check(a2a.request().parameters());
            http.check(a2a.agent().connection(), pointer);
            authentication(a2a.agent().connection().authentication());
        }
    }

    private void mcp(CallTarget.Mcp call, String pointer) {
        McpCallCheck check = new McpCallCheck(sources, problems);
        check.parameters(call.request(), call.location());
        templates.check(call.request().parameters());
        templates.checkField(call.request().client().name());
        templates.checkField(call.request().client().version());
        RetryAndTimeoutCheck.timeout(call.request().timeout(), problems);
        if (call.server() instanceof CallTarget.McpHttpServer server) {
            http.check(server.connection(), pointer);
            check.headers(server.connection().headers());
            templates.checkField(server.connection().headers());
            authentication(server.connection().authentication());
        } else if (call.server() instanceof CallTarget.McpProgram program) {
            templates.check(program.arguments());
            templates.check(program.environment());
        }
    }

    private void authentication(Authentication authentication) {
        if (authentication != null) {
            authentication.templates().forEach(templates::checkField);
        }
    }

    private void run(RunTarget target) {
        if (target instanceof RunTarget.Workflow workflow) {
            templates.check(workflow.input());
        } else if (target instanceof RunTarget.Container container) {
            templates.check(container.container().name());
            run(container.process());
        } else if (target instanceof RunTarget.Command command) {
            templates.checkCode(command.code(), command.location());
            templates.check(command.arguments());
            templates.check(command.environment());
            templates.check(command.stdin());
        }
    }

    private void handler(Catch handler, String pointer, VariableNameScope scope) {
        errors.caught(handler.errors().filter(), pointer);
        if (!handler.as().equals("error")) {
            variable(handler.as(), pointer + "/as", scope);
        }
        if (handler.retry() != null) {
            RetryAndTimeoutCheck.retry(handler.retry(), problems);
        }
        if (!handler.tasks().isEmpty()) {
            list(handler.tasks(), pointer + "/do", scope.with(handler.as()));
        }
    }

    private void variable(String name, String pointer, VariableNameScope scope) {
        SourceLocation location = sources.at(pointer);
        if (!VARIABLE.matcher(name).matches()) {
            problems.error(ValidationErrorCodes.VARIABLE_NAME, location, "\"" + name + "\" cannot be the name of a variable",
                    name.startsWith("$") ? "Write it without the $." : "Use letters, digits and underscores.");
        } else if (TAKEN.contains(name)) {
            problems.error(ValidationErrorCodes.VARIABLE_NAME, location, "The variable $" + name + " is always there",
                    "Choose another name.");
        } else if (scope.has(name)) {
            problems.warning(ValidationErrorCodes.HIDDEN_VARIABLE, location, "$" + name + " hides the one around it",
                    "Choose another name if both are needed.");
        }
    }
}
