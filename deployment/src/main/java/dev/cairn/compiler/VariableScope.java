package dev.cairn.compiler;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.config.ConfigCatalog;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;
import dev.cairn.jq.link.ExpressionVariableUse;
import dev.cairn.jq.link.ExpressionVariableUse.VariableRead;
import dev.cairn.program.VariableBinding;
import dev.cairn.program.VariableBinding.Source;

/**
 * The variables that an expression can see where it stands (DSL, "Runtime Expression Arguments"). Immutable; what is added makes a
 * new scope.
 */
final class VariableScope {

    /** Of an expression that sees its input and nothing else. */
    static final VariableScope NONE = new VariableScope(Map.of(), false, false, false);

    static final String SECRETS = "secrets";

    static final String INPUT = "input";

    /** Only the arguments of a call with an authentication have it. */
    static final String AUTHORIZATION = "authorization";

    /** Variables of the DSL, which no loop or handler can define. */
    private static final Set<String> NOT_DEFINED = Set.of("context", "input", "output", "task", "workflow", "runtime", SECRETS,
            AUTHORIZATION, ConfigCatalog.CONFIG);

    /** The descriptors of the DSL, with what each has. */
    private static final Map<String, Set<String>> DESCRIPTORS = Map.of(
            "task", Set.of("name", "reference", "definition", "input", "output", "startedAt"),
            "workflow", Set.of("id", "definition", "input", "startedAt"),
            "runtime", Set.of("name", "version", "metadata"),
            AUTHORIZATION, Set.of("scheme", "parameter"));

    /** Properties of definitions, which the examples of the specification read off {@code $task} itself, such as {@code $task.with}. */
    private static final Set<String> TASK_PROPERTIES = Set.of("call", "catch", "do", "emit", "export", "for", "foreach", "fork",
            "if", "listen", "metadata", "raise", "run", "set", "switch", "then", "timeout", "try", "wait", "while", "with");

    /** Of a variable that is there, and cannot be read. */
    private static final Variable HIDDEN = (name, facts) -> null;

    private final Map<String, Variable> variables;
    private final boolean extending;
    private final boolean done;
    private final boolean open;

    private VariableScope(Map<String, Variable> variables, boolean extending, boolean done, boolean open) {
        this.variables = variables;
        this.extending = extending;
        this.done = done;
        this.open = open;
    }

    /** The variables that every expression of a definition has. {@code $context} is not among them: it does not exist before the first task. */
    static VariableScope of(Definition definition, String runtimeVersion) {
        ObjectNode runtime = JsonNodeFactory.instance.objectNode();
        runtime.put("name", "cairn").put("version", runtimeVersion).putObject("metadata");
        return NONE
                .with("runtime", (name, facts) -> VariableBinding.constant(name, runtime))
                .with("workflow", (name, facts) -> workflow(name, facts, definition));
    }

    /** With {@code $context}, which the builder then makes begin as the specification says. */
    VariableScope withContext(ProgramBuilder builder) {
        return with("context", (name, facts) -> {
            builder.beginContext();
            return VariableBinding.of(name, Source.CONTEXT);
        });
    }

    /** With {@code $context} as it is; the program does not change: it is null before the first export, unless another expression reads it. */
    VariableScope withContextAsItIs() {
        return with("context", (name, facts) -> VariableBinding.of(name, Source.CONTEXT));
    }

    /** With a variable that is kept in a register: of a loop, or the error of a catch. */
    VariableScope withRegister(String variable, int register) {
        return with(variable, (name, facts) -> VariableBinding.register(name, register));
    }

    /** For a component that is not used: a later user may have defined any variable. */
    VariableScope open() {
        return new VariableScope(variables, extending, done, true);
    }

    /** For the tasks of an extension: {@code $task} stays the extended task. */
    VariableScope extending() {
        return new VariableScope(variables, true, done, open);
    }

    /** With {@code $task}, which has no output yet. */
    VariableScope withTask(Task task, JsonNode source, TaskRegisterAllocator needs) {
        return withTask(task, source, needs, false);
    }

    /** With {@code $task} and its output. */
    VariableScope withTaskDone(Task task, JsonNode source, TaskRegisterAllocator needs) {
        return withTask(task, source, needs, true);
    }

    /** True if {@code $task} has an output. */
    boolean isTaskDone() {
        return done;
    }

    private VariableScope withTask(Task task, JsonNode source, TaskRegisterAllocator needs, boolean isDone) {
        if (extending) {
            return this;
        }
        return new VariableScope(variables, false, isDone, open).with("task", (name, facts) -> {
            ObjectNode constant = JsonNodeFactory.instance.objectNode();
            constant.put("name", task.name()).put("reference", task.location().pointer());
            JsonNode written = source.at(task.location().pointer());
            if (facts.mayRead(name, "definition")) {
                // A function's task stands where it is called, and nothing is written there.
                constant.set("definition", written.isMissingNode() ? NullNode.getInstance() : written);
            }
            TASK_PROPERTIES.stream().filter(key -> written.has(key) && facts.reads().contains(new VariableRead(name, key)))
                    .forEach(key -> constant.set(key, written.get(key)));
            int raw = facts.mayRead(name, "input") ? needs.keepRaw() : -1;
            int started = facts.mayRead(name, "startedAt") ? needs.keepStarted() : -1;
            int output = isDone && facts.mayRead(name, "output") ? needs.keepOutput() : -1;
            return new VariableBinding(name, Source.TASK, raw, started, output, constant);
        });
    }

    /** With {@code $input} where the current value is the task's input. */
    VariableScope withCurrentInput() {
        return with(INPUT, (name, facts) -> VariableBinding.of(name, Source.CURRENT));
    }

    /** With {@code $input} where the current value is something else by now. */
    VariableScope withKeptInput(TaskRegisterAllocator needs) {
        return with(INPUT, (name, facts) -> VariableBinding.register(name, needs.keepInput()));
    }

    /** With an {@code $input} that cannot be read, since it has secrets. */
    VariableScope withHiddenInput() {
        return with(INPUT, HIDDEN);
    }

    /** True if a variable is there and cannot be read. */
    boolean hides(String name) {
        return variables.get(name) == HIDDEN;
    }

    /** With {@code $secrets}, of which an expression sees those it names. */
    VariableScope withSecrets(List<String> names) {
        return with(SECRETS, (name, facts) -> {
            ArrayNode read = JsonNodeFactory.instance.arrayNode();
            names.stream().filter(secret -> facts.mayRead(SECRETS, secret)).forEach(read::add);
            return new VariableBinding(name, Source.SECRETS, -1, -1, -1, read);
        });
    }

    /** With {@code $authorization}, whose parameter is put into the request when it is made. */
    VariableScope withAuthorization(String scheme) {
        ObjectNode constant = JsonNodeFactory.instance.objectNode().put("scheme", scheme);
        return with(AUTHORIZATION,
                (name, facts) -> new VariableBinding(name, Source.AUTHORIZATION, -1, -1, -1, constant));
    }

    /** With {@code $config}, of which an expression sees the properties it names. */
    VariableScope withConfig(ConfigCatalog catalog) {
        return with(ConfigCatalog.CONFIG, (name, facts) -> new VariableBinding(name, Source.CONFIG, -1, -1, -1,
                catalog.values(facts.reads().stream().filter(read -> read.variable().equals(name) && read.key() != null)
                        .map(VariableRead::key).toList())));
    }

    /** The binding of a variable, or null if there is none. */
    VariableBinding bind(String name, ExpressionVariableUse facts) {
        Variable variable = variables.get(name);
        return variable == null ? null : variable.bind(name, facts);
    }

    /** True if an expression can name a variable. A variable without a binding belongs to another scope. */
    boolean mayHave(String name) {
        return variables.containsKey(name) || open && !NOT_DEFINED.contains(name);
    }

    /** All names, for messages. */
    Set<String> names() {
        return variables.keySet();
    }

    /** The properties of a variable that are known at build time; empty if none are. */
    static Set<String> keys(String name) {
        Set<String> keys = new TreeSet<>(DESCRIPTORS.getOrDefault(name, Set.of()));
        if (name.equals("task")) {
            keys.addAll(TASK_PROPERTIES);
        }
        return keys;
    }

    private VariableScope with(String name, Variable variable) {
        Map<String, Variable> more = new TreeMap<>(variables);
        more.put(name, variable);
        return new VariableScope(more, extending, done, open);
    }

    private static VariableBinding workflow(String name, ExpressionVariableUse facts, Definition definition) {
        ObjectNode constant = JsonNodeFactory.instance.objectNode();
        if (facts.mayRead(name, "definition")) {
            constant.set("definition", definition.source());
        }
        return new VariableBinding(name, Source.WORKFLOW, -1, -1, -1, constant);
    }

    /** Makes the binding of a variable for an expression of which these are the facts. */
    private interface Variable {
        VariableBinding bind(String name, ExpressionVariableUse facts);
    }
}
