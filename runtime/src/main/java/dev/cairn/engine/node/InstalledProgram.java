package dev.cairn.engine.node;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.SearchKeys;
import dev.cairn.engine.port.EffectCallSite;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.executor.AnswerExpression;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TraceContext;
import dev.cairn.link.AnswerLinker;
import dev.cairn.link.CallerTokenUse;
import dev.cairn.link.LinkedEventTrigger;
import dev.cairn.link.LinkedSearchKeys;
import dev.cairn.link.ListenSignatures;
import dev.cairn.link.ProgramLinker;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.value.CompiledSchema;
import dev.cairn.value.LazySchema;

/** A program with all that its instances need: handlers, the schema of its input, and who makes its calls. Immutable. */
public final class InstalledProgram {

    private final LinkedProgram linked;
    private final LazySchema inputSchema;
    private final EffectPerformer[] performers;
    private final EffectCallSite[] sites;
    private final LinkedSearchKeys keys;
    private final LinkedEventTrigger trigger;
    private final Map<String, AnswerExpression> queries;
    private final ListenSignatures listens;
    private final boolean observes;
    private final boolean passesCallerOn;

    private InstalledProgram(LinkedProgram linked, EffectPerformer[] performers) {
        int schema = linked.program().inputSchema();
        this.keys = new LinkedSearchKeys(linked.program().header().instances());
        this.trigger = ProgramLinker.trigger(linked.program());
        this.queries = AnswerLinker.queries(linked.program());
        this.listens = ProgramLinker.listens(linked.program(),
                // These events are made only for listeners in memory.
                LifecycleEventTypes::isOne);
        this.linked = linked;
        this.inputSchema = schema < 0 ? null : linked.schemas().get(schema);
        this.performers = performers;
        this.sites = linked.program().operations().stream().map(operation -> site(linked.program(), operation))
                .toArray(EffectCallSite[]::new);
        this.passesCallerOn = CallerTokenUse.isIn(linked.program());
        this.observes = linked.program().operations().stream()
                .anyMatch(operation -> operation instanceof Operation.Listen listen
                        && listen.plan().types().stream().anyMatch(LifecycleEventTypes::isOne))
                || trigger != null
                        && linked.program().triggers().events().types().stream().anyMatch(LifecycleEventTypes::isOne);
    }

    /** Links a program without secrets; otherwise as {@link #of(Program, Function, EffectPerformer, EffectPerformer, EffectPerformer, Supplier,
     * LongSupplier)}. HTTP calls, commands and integrations have the same performer. */
    public static InstalledProgram of(Program program, Function<String, EffectPerformer> functions, EffectPerformer http) {
        return of(program, functions, http, http, http, JsonNodeFactory.instance::objectNode,
                () -> LinkedProgram.USUAL_OUTPUT_BYTES);
    }

    /**
     * Links a program.
     *
     * @param program the data
     * @param functions gives the performer of a function by its key; never null for a key of the program
     * @param http makes HTTP calls
     * @param commands runs commands
     * @param integrations makes the calls of integrations
     * @param surroundings gives {@code {secrets, config, authorization}} when an expression reads one: two objects by name, and the
     *        stand-in of the process for the parameter of credentials
     * @param maxOutputBytes maximum size of the values of one evaluation; asked when an instance begins
     */
    public static InstalledProgram of(Program program, Function<String, EffectPerformer> functions, EffectPerformer http,
            EffectPerformer commands, EffectPerformer integrations, Supplier<JsonNode> surroundings,
            LongSupplier maxOutputBytes) {
        List<Operation> operations = program.operations();
        EffectPerformer[] performers = new EffectPerformer[operations.size()];
        for (int i = 0; i < performers.length; i++) {
            if (operations.get(i) instanceof Operation.Call call) {
                performers[i] = performer(call.function(), program, functions, http, commands, integrations);
            }
        }
        return new InstalledProgram(ProgramLinker.link(program, surroundings, maxOutputBytes), performers);
    }

    private static EffectCallSite site(Program program, Operation operation) {
        boolean calls = operation instanceof Operation.Call || operation instanceof Operation.Emit;
        return !calls ? null
                : new EffectCallSite(program.workflow(), program.version(), program.tasks().get(operation.task()).reference(),
                        operation instanceof Operation.Call call && call.dynamicTarget());
    }

    private static EffectPerformer performer(int function, Program program, Function<String, EffectPerformer> functions,
            EffectPerformer http, EffectPerformer commands, EffectPerformer integrations) {
        switch (function) {
            case Operation.Call.WORKFLOW:
                return null;
            case Operation.Call.HTTP:
                return http;
            case Operation.Call.COMMAND:
                return commands;
            case Operation.Call.INTEGRATION:
                return integrations;
            default:
                return functions.apply(program.functions().get(function));
        }
    }

    /** True if it makes calls with the bearer token of its caller. */
    public boolean passesCallerOn() {
        return passesCallerOn;
    }

    /** The data. */
    public Program program() {
        return linked.program();
    }

    public LinkedProgram linked() {
        return linked;
    }

    /**
     * The state of an instance that begins, and notes its tasks if the journal is to keep them.
     *
     * @param trace trace position of the starting code, or null
     */
    public InstanceState begin(String id, JournalEvent.Started start, boolean keepsTasks, TraceContext trace) {
        InstanceState state = ProgramExecutor.begin(id, linked, start);
        state.traceMark(trace);
        if (keepsTasks) {
            state.noteTasks();
        }
        return state;
    }

    /** The performer of a call; null for a run of another workflow or an event, which the engine performs. */
    public EffectPerformer performer(int operation) {
        return performers[operation];
    }

    /** The task of a call or an emitted event. */
    public EffectCallSite site(int operation) {
        return sites[operation];
    }

    /**
     * Makes the search keys of an instance.
     *
     * @throws IllegalArgumentException if an expression fails or gives no scalar, or a key is too long
     */
    public SearchKeys keys(JsonNode input, SearchKeys given, int budget) {
        LinkedSearchKeys.Keys found = keys.of(input, given.businessKey(), given.attributes(), budget);
        return new SearchKeys(found.businessKey(), found.attributes());
    }

    /** The events that start its instances, or null. */
    public LinkedEventTrigger trigger() {
        return trigger;
    }

    /** Its queries, by name. */
    public Map<String, AnswerExpression> queries() {
        return queries;
    }

    /** The keys by which an index finds its instances while they listen. */
    public ListenSignatures listens() {
        return listens;
    }

    /** True if tasks of it listen for lifecycle events, or if such events start its instances. */
    public boolean observes() {
        return observes;
    }

    /** True if it runs other workflows: an instance that ends early has them to end first. */
    public boolean runsWorkflows() {
        return program().operations().stream().anyMatch(
                operation -> operation instanceof Operation.Call call && call.function() == Operation.Call.WORKFLOW);
    }

    /** Compiles its schemas, so that no instance waits for it on an event loop. */
    public void prepare() {
        linked.schemas().forEach(LazySchema::prepare);
    }

    /** Violations of the input schema by a value; empty if it has none, or if there is no schema. */
    public List<CompiledSchema.Violation> violations(JsonNode input) {
        return inputSchema == null ? List.of() : inputSchema.validate(input);
    }
}
