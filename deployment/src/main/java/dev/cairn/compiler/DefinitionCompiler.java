package dev.cairn.compiler;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.cairn.compiler.config.ConfigCatalog;
import dev.cairn.definition.Definition;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.AnswerPlan;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.InstanceSettingsPlan;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramMetadata;
import dev.cairn.program.ProgramTriggers;
import dev.cairn.program.TaskInfo;

/** Compiles definitions. Used by one thread. */
public final class DefinitionCompiler {

    private final CallableCatalogs catalogs;
    private final String runtimeVersion;
    private final ConfigCatalog config;

    /** For definitions that run no other workflow. */
    public DefinitionCompiler(CallableMethodCatalog functions, String runtimeVersion) {
        this(functions, WorkflowCatalog.NONE, Set.of(), runtimeVersion);
    }

    /** For an application without integrations. */
    public DefinitionCompiler(CallableMethodCatalog functions, WorkflowCatalog workflows, Set<String> interpreters,
            String runtimeVersion) {
        this(functions, workflows, interpreters, Set.of(), runtimeVersion);
    }

    /**
     * @param functions the callable functions
     * @param workflows the workflows that can be run
     * @param interpreters interpreters that commands and scripts may use: {@code shell}, {@code js}, {@code python}
     * @param integrations kinds of calls that extensions of the application make, such as {@code asyncapi}
     * @param runtimeVersion value of {@code $runtime.version}
     */
    public DefinitionCompiler(CallableMethodCatalog functions, WorkflowCatalog workflows, Set<String> interpreters,
            Set<String> integrations, String runtimeVersion) {
        this(new CallableCatalogs(functions, workflows, interpreters, integrations), runtimeVersion, ConfigCatalog.NONE);
    }

    private DefinitionCompiler(CallableCatalogs catalogs, String runtimeVersion, ConfigCatalog config) {
        this.catalogs = catalogs;
        this.runtimeVersion = runtimeVersion;
        this.config = config;
    }

    /** A compiler for definitions that may read some of the configuration. */
    public DefinitionCompiler withConfig(ConfigCatalog readable) {
        return new DefinitionCompiler(catalogs, runtimeVersion, readable);
    }

    /**
     * Compiles a definition.
     *
     * @param problems gets all that is wrong
     * @return the program; empty if there were errors
     */
    public Optional<Program> compile(Definition definition, ProblemCollector problems) {
        ProblemCollector found = new ProblemCollector();
        ProgramBuilder builder = new ProgramBuilder();
        int workflow = builder.task(new TaskInfo(definition.document().name(), "workflow", ""));
        JumpLabel end = new JumpLabel();
        CompilerContext context = new CompilerContext(definition, builder,
                new ExpressionCompiler(found, definition.sources(), definition.components().secrets(), config),
                catalogs, found, end);
        int inputSchema = builder.schema(definition.input().schema());
        compile(context, workflow, VariableScope.of(definition, runtimeVersion));
        InstanceSettingsPlan instances = InstanceSpecCompiler.compile(context);
        ProgramTriggers triggers = triggers(context);
        builder.compileReplies();
        AnswerPlan answers = new AnswerPlan(QueryCompiler.compile(context,
                VariableScope.of(definition, runtimeVersion).withContextAsItIs()), builder.replies());
        ComponentExpressionCheck.check(context, VariableScope.of(definition, runtimeVersion));
        // A problem that an earlier check has found at the same location is the same fault, reported once.
        found.all().stream().filter(problem -> !problems.hasErrorsAt(problem.location())).toList().forEach(problems::add);
        if (found.hasErrors()) {
            return Optional.empty();
        }
        ProgramMetadata header = new ProgramMetadata(definition.document().qualifiedName(), definition.document().version(),
                triggers, instances, answers);
        Program program = builder.build(header, inputSchema);
        return keepsWhatItNames(program, definition, problems) ? Optional.of(program) : Optional.empty();
    }

    /** Events are kept by their types: a workflow whose tasks name none would keep nothing, without a word. */
    private static boolean keepsWhatItNames(Program program, Definition definition, ProblemCollector problems) {
        if (program.header().instances().keptEventMillis() == 0 || program.operations().stream().anyMatch(
                operation -> operation instanceof Operation.Listen listen && !listen.plan().types().isEmpty())) {
            return true;
        }
        problems.error(CompilerErrorCodes.KEPT_EVENTS, definition.sources().at("/document/metadata/cairn/events/keep"),
                "No task listens for events of a type that is a plain string, so none can be kept",
                "Name the type in the filters, or remove events.keep.");
        return false;
    }

    private static ProgramTriggers triggers(CompilerContext context) {
        DefinitionTriggers triggers = context.definition().triggers();
        return new ProgramTriggers(triggers.http() == null ? null : triggers.http().path(), triggers.schedules(),
                EventTriggerCompiler.compile(context, triggers.events()));
    }

    private static void compile(CompilerContext context, int workflow, VariableScope begins) {
        Definition definition = context.definition();
        ProgramBuilder builder = context.builder();
        TaskRegisterAllocator needs = new TaskRegisterAllocator(builder);
        EffectIdRegisters none = EffectIdRegisters.NONE;
        CompiledTemplate from = context.expressions().compile(definition.input().from(), begins);
        context.clock(workflow, "/#input", none, from);
        builder.emitIf(() -> from.expression() != null || needs.input() >= 0,
                labels -> new Operation.Enter(workflow, null, 0, -1, -1, from.expression(), needs.input()));
        // DSL, "Data Flow": the transformed input of the workflow is the first context.
        builder.emitIf(builder::beginsContext, labels -> new Operation.Leave(workflow, null, -1, -1,
                new BoundExpression(new Expression.Identity(), List.of()), -1));
        VariableScope scope = begins.withContext(builder);
        DeadlineCompiler.Open timeout = DeadlineCompiler.open(context, workflow, "/#timeout", definition.timeout(),
                scope.withCurrentInput(), none);
        new TaskListCompiler(context).compile(definition.tasks(), scope, none, context.end());
        builder.place(context.end());
        timeout.close(context);
        CompiledTemplate as = context.expressions().compile(definition.output().as(), scope.withKeptInput(needs));
        context.clock(workflow, "/#output", none, as);
        int schema = builder.schema(definition.output().schema());
        builder.emit(labels -> new Operation.Finish(workflow, as.expression(), schema));
    }
}
