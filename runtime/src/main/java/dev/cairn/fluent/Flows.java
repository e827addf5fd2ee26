package dev.cairn.fluent;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import dev.cairn.definition.CallTarget.HttpOutput;
import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.MethodReferenceReader;
import dev.cairn.fluent.source.SerializableFunctions.Action0;
import dev.cairn.fluent.source.SerializableFunctions.Action1;
import dev.cairn.fluent.source.SerializableFunctions.Action2;
import dev.cairn.fluent.source.SerializableFunctions.Action3;
import dev.cairn.fluent.source.SerializableFunctions.Function0;
import dev.cairn.fluent.source.SerializableFunctions.Function1;
import dev.cairn.fluent.source.SerializableFunctions.Function2;
import dev.cairn.fluent.source.SerializableFunctions.Function3;
import dev.cairn.fluent.source.SourceLine;

/**
 * Everything a workflow in Java is written with; import it statically: {@code import static dev.cairn.fluent.Flows.*;}
 *
 * <p>
 * A workflow is a list of tasks. Each task has a name, unique in its list. The output of the task before it is its input, and
 * the output of the last task is the result of the workflow. Data are JSON; expressions are jq: {@code .order.total}. In any
 * value, a string is an expression only in the form {@code ${ .order.total }}.
 *
 * <p>
 * Nothing here throws: a mistake is reported when the application is built, with all the others.
 */
public final class Flows extends EventFactories {

    /** Go on with the next task: what happens anyway. */
    public static final Directive CONTINUE = Directive.CONTINUE;

    /** Leave this list of tasks. */
    public static final Directive EXIT = Directive.EXIT;

    /** End the workflow, from any depth. */
    public static final Directive END = Directive.END;

    /** The output of an HTTP call is the body of the answer as base64 text. */
    public static final HttpOutput RAW = HttpOutput.RAW;

    /** The output of an HTTP call is the body of the answer, read as its content type says. */
    public static final HttpOutput CONTENT = HttpOutput.CONTENT;

    /** The output of an HTTP call is {@code {request, statusCode, headers, content}}. */
    public static final HttpOutput RESPONSE = HttpOutput.RESPONSE;

    private Flows() {}

    /**
     * A workflow: tasks one after another.
     *
     * <pre>{@code
     * flow(
     *         set("total", Map.of("total", "${ .price * .quantity }")),
     *         call("ship", Shipping::ship))
     * }</pre>
     */
    public static Flow flow(FlowTask<?>... tasks) {
        DefinitionFragment part = tasks == null ? DefinitionFragment.empty().missing("tasks", "null")
                : DefinitionFragment.empty();
        return new Flow(SourceLine.here(), part, GroupTask.elements(tasks));
    }

    /**
     * Gives an object as output; it replaces the input, nothing is merged.
     *
     * <pre>{@code
     * set("total", Map.of("amount", "${ .price * .quantity }", "currency", "EUR"))
     * }</pre>
     *
     * @param values strings, numbers, booleans, lists, maps and nulls; strings of the form {@code ${ … }} are jq expressions
     */
    public static SetTask set(String name, Map<String, ?> values) {
        return new SetTask(name, SourceLine.here(), DefinitionFragment.empty().valueOrAbsent(values, "set"));
    }

    /**
     * Gives the result of an expression as output.
     *
     * <pre>{@code
     * set("total", ". + {amount: (.price * .quantity)}")
     * }</pre>
     *
     * @param expression a jq expression
     */
    public static SetTask set(String name, String expression) {
        return new SetTask(name, SourceLine.here(), DefinitionFragment.empty().text(expression, "set"));
    }

    /**
     * Gives an object as output, written value by value with {@link SetTask#to(String, Object)}.
     *
     * <pre>{@code
     * set("total").to("amount", "${ .price * .quantity }").to("currency", "EUR")
     * }</pre>
     */
    public static SetTask set(String name) {
        return new SetTask(name, SourceLine.here(), DefinitionFragment.empty());
    }

    /**
     * Calls a method. Its result becomes the output, that of a {@code Uni} or {@code CompletionStage} when it completes; an
     * exception fails the task. The argument is the task's input, or the value of {@link MethodCallTask#with(String)}, converted from
     * JSON.
     *
     * <pre>{@code
     * call("reserve", Inventory::reserve)
     * call("total", (Order order) -> order.total())
     * }</pre>
     *
     * <p>
     * {@code Inventory::reserve} calls the bean of class {@code Inventory}. A static method and a lambda are called as they are; a
     * lambda names the types of its parameters and uses nothing from around it. Any of them may take a
     * {@link dev.cairn.api.CallContext} as its last parameter.
     */
    public static <A, B, R> MethodCallTask call(String name, Function2<A, B, R> method) {
        return calling(name, method);
    }

    /** As {@link #call(String, Function2)}: a bean method without argument, or a static method or lambda with one. */
    public static <A, R> MethodCallTask call(String name, Function1<A, R> method) {
        return calling(name, method);
    }

    /** As {@link #call(String, Function2)}: a bean method with an argument and a context. */
    public static <A, B, R> MethodCallTask call(String name, Function3<A, B, R> method) {
        return calling(name, method);
    }

    /** As {@link #call(String, Function2)}: a static method or lambda without argument. */
    public static <R> MethodCallTask call(String name, Function0<R> method) {
        return calling(name, method);
    }

    /** As {@link #call(String, Function2)}, for a method without result; the output is null. */
    public static <A, B> MethodCallTask call(String name, Action2<A, B> method) {
        return calling(name, method);
    }

    /** As {@link #call(String, Function1)}, for a method without result; the output is null. */
    public static <A> MethodCallTask call(String name, Action1<A> method) {
        return calling(name, method);
    }

    /** As {@link #call(String, Function3)}, for a method without result; the output is null. */
    public static <A, B> MethodCallTask call(String name, Action3<A, B> method) {
        return calling(name, method);
    }

    /** As {@link #call(String, Function0)}, for a method without result; the output is null. */
    public static MethodCallTask call(String name, Action0 method) {
        return calling(name, method);
    }

    private static MethodCallTask calling(String name, Serializable method) {
        return new MethodCallTask(name, SourceLine.here(), DefinitionFragment.empty(), MethodReferenceReader.read(method));
    }

    /**
     * Calls a function by its name: a task that {@link Flow#useFunction} defines, or a bean method with
     * {@link dev.cairn.api.WorkflowFunction}.
     *
     * <pre>{@code
     * callFunction("ship", "shipOrder").with(Map.of("order", "${ .order }", "express", true))
     * }</pre>
     *
     * @param function the name of the function
     */
    public static FunctionCallTask callFunction(String name, String function) {
        return new FunctionCallTask(name, SourceLine.here(), DefinitionFragment.empty().text(function, "call"));
    }

    /**
     * Sends an HTTP request; no thread waits for the answer. An answer of status 300 and above fails the task.
     *
     * <pre>{@code
     * http("quote", "GET", "https://prices.example.com/{sku}").header("Accept", "application/json")
     * }</pre>
     *
     * @param method GET, POST…
     * @param endpoint a URI; {@code {sku}} in it is the value of that key of the input; or an expression {@code ${ … }}
     */
    public static HttpCallTask http(String name, String method, String endpoint) {
        return new HttpCallTask(name, SourceLine.here(),
                DefinitionFragment.empty().text(method, "with", "method").text(endpoint, "with", "endpoint"));
    }

    /**
     * Runs another workflow of the application, as an instance of its own, and waits for its output without a thread. An error of it
     * fails the task; cancelling this instance cancels it.
     *
     * <pre>{@code
     * runWorkflow("ship", "shop", "ship-order").input(Map.of("order", "${ .order }"))
     * }</pre>
     *
     * @param namespace of the workflow to run
     * @param workflow its name
     */
    public static RunWorkflowTask runWorkflow(String name, String namespace, String workflow) {
        return new RunWorkflowTask(name, SourceLine.here(),
                DefinitionFragment.empty().text(namespace, "run", "workflow", "namespace")
                        .text(workflow, "run", "workflow", "name"));
    }

    /**
     * Runs a command in the shell of the machine, if {@code quarkus.cairn.run.allowed} names {@code shell}. Its text is part of the
     * definition: data come as arguments, environment or standard input, which are never read as commands.
     *
     * <pre>{@code
     * shell("count", "wc -l \"$1\"").arguments("${ .file }")
     * }</pre>
     */
    public static RunCommandTask shell(String name, String command) {
        return RunCommandTask.shell(name, command);
    }

    /**
     * Runs a script, if {@code quarkus.cairn.run.allowed} names its language.
     *
     * <pre>{@code
     * script("sum", "python", "import json, sys; print(sum(json.load(sys.stdin)))").stdin("${ .prices }")
     * }</pre>
     *
     * @param language {@code js} or {@code python}
     */
    public static RunCommandTask script(String name, String language, String code) {
        return RunCommandTask.script(name, language, code);
    }

    /**
     * As {@link #script(String, String, String)}, with the code from a file on the class path.
     *
     * <pre>{@code
     * script("sum", "python", resource("scripts/sum.py")).stdin("${ .prices }")
     * }</pre>
     */
    public static RunCommandTask script(String name, String language, ClassPathResource source) {
        return RunCommandTask.script(name, language, source);
    }

    /**
     * Decides where the workflow goes on: the first choice whose condition holds. If none does and there is no
     * {@link #otherwise()}, it goes on with the next task. The input is passed on as it is.
     *
     * <pre>{@code
     * choose("size", when(".amount > 1000").then("review"), otherwise().then("ship"))
     * }</pre>
     */
    public static ChooseTask choose(String name, Choice... choices) {
        DefinitionFragment part = choices == null ? DefinitionFragment.empty().missing("choices", "null")
                : DefinitionFragment.empty();
        List<Choice> list = choices == null ? List.of() : Collections.unmodifiableList(Arrays.asList(choices.clone()));
        return new ChooseTask(name, SourceLine.here(), part, list);
    }

    /**
     * A choice of {@link #choose} that is taken if a condition holds.
     *
     * <pre>{@code
     * when(".amount > 1000").then("review")
     * }</pre>
     *
     * @param condition a jq expression
     */
    public static Choice when(String condition) {
        return new Choice(null, SourceLine.here(), DefinitionFragment.empty().text(condition, "when"));
    }

    /**
     * The choice of {@link #choose} that is taken if no other is.
     *
     * <pre>{@code
     * otherwise().then(END)
     * }</pre>
     */
    public static Choice otherwise() {
        return new Choice("otherwise", SourceLine.here(), DefinitionFragment.empty());
    }

    /**
     * Tasks one after another, as one task.
     *
     * <pre>{@code
     * group("prepare", call("reserve", Inventory::reserve), call("label", Labels::print)).timeout(Duration.ofMinutes(1))
     * }</pre>
     */
    public static GroupTask group(String name, FlowTask<?>... tasks) {
        DefinitionFragment part = tasks == null ? DefinitionFragment.empty().missing("tasks", "null")
                : DefinitionFragment.empty();
        return new GroupTask(name, SourceLine.here(), part, GroupTask.elements(tasks));
    }

    /**
     * Does tasks once for each item of a list, one item after another.
     *
     * <pre>{@code
     * forEach("shipAll", "parcel").in(".parcels").doing(call("ship", Carrier::ship).with("$parcel"))
     * }</pre>
     *
     * @param item name of the variable that holds the item
     */
    public static LoopTask forEach(String name, String item) {
        return new LoopTask(name, SourceLine.here(), DefinitionFragment.empty().text(item, "for", "each"), List.of());
    }

    /**
     * Begins branches that go on at the same time. The output is an array of their outputs, in the order they are written here; an
     * error in one of them fails the fork, and cancels the others. A branch of several tasks is a {@link #group}.
     *
     * <pre>{@code
     * fork("quotes", call("north", North::quote), call("south", South::quote)).outputAs("min_by(.price)")
     * }</pre>
     *
     * @param branches at least one
     */
    public static ForkTask fork(String name, FlowTask<?>... branches) {
        DefinitionFragment part = branches == null ? DefinitionFragment.empty().missing("branches", "null")
                : DefinitionFragment.empty();
        return new ForkTask(name, SourceLine.here(), part, GroupTask.elements(branches));
    }

    /**
     * Lets time pass. The due time is kept: a restart neither begins the wait again nor loses it.
     *
     * <pre>{@code
     * waitFor("coolDown", Duration.ofHours(24))
     * }</pre>
     */
    public static WaitTask waitFor(String name, Duration duration) {
        return new WaitTask(name, SourceLine.here(), DefinitionFragment.empty().duration(duration, "wait"));
    }

    /**
     * Lets as much time pass as an expression says.
     *
     * <pre>{@code
     * waitFor("coolDown", "${ .delay }")
     * }</pre>
     *
     * @param expression of the form {@code ${ … }}; gives an ISO 8601 duration such as {@code PT30S}. Or such a duration itself
     */
    public static WaitTask waitFor(String name, String expression) {
        return new WaitTask(name, SourceLine.here(), DefinitionFragment.empty().text(expression, "wait"));
    }

    /**
     * Does tasks whose errors {@link TryTask#catching(FlowErrorHandler)} handles.
     *
     * <pre>{@code
     * tryTo("charge", call("pay", Payments::pay))
     *         .catching(onError().retry(exponential(Duration.ofSeconds(1)).attempts(5)))
     * }</pre>
     */
    public static TryTask tryTo(String name, FlowTask<?>... tasks) {
        DefinitionFragment part = tasks == null ? DefinitionFragment.empty().missing("tasks", "null")
                : DefinitionFragment.empty();
        return new TryTask(name, SourceLine.here(), part, GroupTask.elements(tasks), null);
    }

    /**
     * The handling of an error of a {@link #tryTo}; it takes every error, unless it is narrowed down.
     *
     * <pre>{@code
     * onError().status(503).retry(constant(Duration.ofSeconds(5)).attempts(3)).then("giveUp")
     * }</pre>
     */
    public static FlowErrorHandler onError() {
        return new FlowErrorHandler(DefinitionFragment.empty(), List.of());
    }

    /**
     * Tries again after a delay that doubles each time.
     *
     * <pre>{@code
     * exponential(Duration.ofSeconds(1)).jitter(Duration.ofMillis(500)).attempts(5)
     * }</pre>
     */
    public static Retry exponential(Duration firstDelay) {
        return retry("exponential", firstDelay);
    }

    /**
     * Tries again after a delay that grows by itself each time.
     *
     * <pre>{@code
     * linear(Duration.ofSeconds(1)).attempts(5)
     * }</pre>
     */
    public static Retry linear(Duration firstDelay) {
        return retry("linear", firstDelay);
    }

    /**
     * Tries again after a delay that stays the same.
     *
     * <pre>{@code
     * constant(Duration.ofSeconds(1)).limit(Duration.ofMinutes(1))
     * }</pre>
     */
    public static Retry constant(Duration delay) {
        return retry("constant", delay);
    }

    private static Retry retry(String backoff, Duration delay) {
        return new Retry(DefinitionFragment.empty().duration(delay, "delay").with(DefinitionFragment.empty().json(), "backoff",
                backoff));
    }

    /**
     * Fails with an error.
     *
     * <pre>{@code
     * raise("reject", error("https://acme.example/errors/rejected", 409).title("Order rejected"))
     * }</pre>
     */
    public static RaiseTask raise(String name, FlowError error) {
        DefinitionFragment part = error == null ? DefinitionFragment.empty().absent("error", "raise")
                : DefinitionFragment.empty().nested(error.part(), "raise", "error");
        return new RaiseTask(name, SourceLine.here(), part);
    }

    /**
     * Fails with an error that the workflow has given a name.
     *
     * <pre>{@code
     * flow(raise("reject", named("rejected"))).useError("rejected", error("https://acme.example/errors/rejected", 409))
     * }</pre>
     */
    public static RaiseTask raise(String name, ComponentReference error) {
        return new RaiseTask(name, SourceLine.here(),
                ComponentReference.part(error, DefinitionFragment.empty(), "raise", "error"));
    }

    /**
     * An error for {@link #raise}.
     *
     * <pre>{@code
     * error("https://acme.example/errors/rejected", 409).detail("${ .reason }")
     * }</pre>
     *
     * @param type a URI that names the kind of error; or an expression {@code ${ … }}
     * @param status as HTTP has it, such as 409
     */
    public static FlowError error(String type, int status) {
        return new FlowError(DefinitionFragment.empty().text(type, "type").value(status, "status"));
    }

    /**
     * An error for {@link #raise} whose status is computed.
     *
     * <pre>{@code
     * error("https://acme.example/errors/rejected", "${ .status }")
     * }</pre>
     *
     * @param type a URI that names the kind of error; or an expression {@code ${ … }}
     * @param status an expression {@code ${ … }}
     */
    public static FlowError error(String type, String status) {
        return new FlowError(DefinitionFragment.empty().text(type, "type").text(status, "status"));
    }

    /**
     * A task, and the task that undoes it if a later task of the list fails.
     *
     * <p>
     * Compensations run in reverse order, each with the output of its task as input; then the list fails with the error. Each
     * is a task like any other: its effects are journaled and not done again. A failing compensation does not keep the ones
     * before it from running; its error becomes the error of the list. A task that fails itself is not undone. The same happens
     * when the instance is cancelled by {@link dev.cairn.api.InstanceHandle#cancelAndCompensate()}. A directive of a later task
     * cannot lead back to the compensated one or beyond.
     *
     * <pre>{@code
     * flow(
     *         compensated(call("reserve", Inventory::reserve), call("release", Inventory::release)),
     *         call("pay", Payments::pay))
     * }</pre>
     */
    public static CompensatedTask compensated(FlowTask<?> task, FlowTask<?> compensation) {
        if (task == null || compensation == null) {
            FlowTask<?> said = task == null ? group("unnamed") : task;
            return CompensatedTask.of(said.with(said.part().missing(task == null ? "task" : "compensation", "null")), said);
        }
        return CompensatedTask.of(task, compensation);
    }
}
