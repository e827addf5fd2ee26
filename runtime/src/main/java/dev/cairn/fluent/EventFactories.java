package dev.cairn.fluent;

import java.time.Duration;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/** Parts of {@link Flows} for events, messages, described services and schedules. */
abstract sealed class EventFactories extends ReusableFactories permits Flows {

    EventFactories() {}

    /**
     * Emits an event. The output is the event with all its attributes.
     *
     * <pre>{@code
     * emit("placed", event("shop.order.placed").subject("${ .orderId }").data(Map.of("order", "${ . }")))
     * }</pre>
     */
    public static EmitTask emit(String name, FlowEvent event) {
        DefinitionFragment part = event == null ? DefinitionFragment.empty().absent("event", "emit")
                : DefinitionFragment.empty().nested(event.part(), "emit", "event", "with");
        return new EmitTask(name, SourceLine.here(), part);
    }

    /**
     * An event for {@link Flows#emit}.
     *
     * <pre>{@code
     * event("shop.order.placed").data(Map.of("order", "${ . }"))
     * }</pre>
     *
     * @param type type of the event, such as {@code shop.order.placed}; or an expression {@code ${ … }}
     */
    public static FlowEvent event(String type) {
        return new FlowEvent(DefinitionFragment.empty().text(type, "type"));
    }

    /**
     * Waits for events that are published on the {@link dev.cairn.api.EventBus}. The output is an array of their data.
     *
     * <pre>{@code
     * listen("paid", one(events("shop.payment.received").correlate("order", ".data.orderId", "${ .orderId }")))
     *         .timeout(Duration.ofDays(7))
     * }</pre>
     *
     * @param awaited {@link Flows#one}, {@link Flows#all} or {@link Flows#any}
     */
    public static ListenTask listen(String name, ListenTarget awaited) {
        DefinitionFragment part = awaited == null ? DefinitionFragment.empty().absent("awaited", "listen")
                : DefinitionFragment.empty().nested(awaited.part(), "listen", "to");
        return new ListenTask(name, SourceLine.here(), part, null);
    }

    /**
     * One event.
     *
     * <pre>{@code
     * listen("paid", one(events("shop.payment.received")))
     * }</pre>
     */
    public static ListenTarget one(EventMatch match) {
        return new ListenTarget(
                match == null ? DefinitionFragment.empty().absent("one", "one")
                        : DefinitionFragment.empty().nested(match.part(), "one"));
    }

    /**
     * An event for each filter, in any order.
     *
     * <pre>{@code
     * listen("ready", all(events("shop.paid"), events("shop.packed")))
     * }</pre>
     */
    public static ListenTarget all(EventMatch... matches) {
        return new ListenTarget(ListenTarget.list("all", matches));
    }

    /**
     * An event that fits one of the filters; without filters any event.
     *
     * <pre>{@code
     * listen("decision", any(events("order.approved"), events("order.refused")))
     * }</pre>
     */
    public static AnyListenTarget any(EventMatch... matches) {
        return new AnyListenTarget(ListenTarget.list("any", matches));
    }

    /**
     * Starts an instance of the workflow for each event that fits, or for each set of events. The input is an array with the data of
     * the events.
     *
     * <pre>{@code
     * flow(…).schedule(on(one(events("shop.order.placed"))))
     * flow(…).schedule(on(all(events("shop.order.packed").correlate("order", ".data.order"),
     *         events("shop.order.billed").correlate("order", ".data.order"))))
     * }</pre>
     *
     * @param starting {@link Flows#one} or {@link Flows#any} for each event; {@link Flows#all}, or {@link Flows#any} with
     *        {@code until}, for sets of events. Filters see the event alone
     */
    public static FlowSchedule on(ListenTarget starting) {
        return FlowSchedule.ofEvents(starting);
    }

    /**
     * Events of a type, for {@link Flows#listen} and {@link Flows#on}.
     *
     * <pre>{@code
     * events("shop.payment.received").with("source", "/payments")
     * }</pre>
     *
     * @param type a text, which may be a regular expression for the whole type; or an expression {@code ${ … }} that sees it
     */
    public static EventMatch events(String type) {
        return new EventMatch(DefinitionFragment.empty().text(type, "with", "type"));
    }

    /**
     * Events by another attribute than their type, for {@link Flows#listen} and {@link Flows#on}.
     *
     * <pre>{@code
     * eventsWith("source", "/payments")
     * }</pre>
     *
     * @param attribute and what it has to be, as {@link EventMatch#with} takes them
     */
    public static EventMatch eventsWith(String attribute, Object value) {
        return new EventMatch(DefinitionFragment.empty()).with(attribute, value);
    }

    /**
     * Publishes a message that an AsyncAPI document describes, or subscribes to such messages. Needs the extension
     * {@code quarkus-cairn-messaging}. The build checks the call against the document.
     *
     * <pre>{@code
     * asyncApi("place", resource("asyncapi/shop.yaml")).operation("placeOrder").payload(Map.of("id", "${ .order }"))
     * asyncApi("track", resource("asyncapi/shop.yaml")).operation("followTracks").consume(2)
     * }</pre>
     */
    public static AsyncApiCallTask asyncApi(String name, ClassPathResource document) {
        DefinitionFragment part = DefinitionFragment.empty().text(ClassPathResource.uri(document), "with", "document",
                "endpoint");
        return new AsyncApiCallTask(name, SourceLine.here(), part, null);
    }

    /**
     * Calls an operation that an OpenAPI document describes. The build checks the call against the document.
     *
     * <pre>{@code
     * openApi("order", resource("openapi/shop.yaml"), "getOrder").parameter("id", "${ .orderId }")
     * }</pre>
     *
     * @param operationId id of the operation in the document
     */
    public static OpenApiCallTask openApi(String name, ClassPathResource document, String operationId) {
        DefinitionFragment part = DefinitionFragment.empty()
                .text(ClassPathResource.uri(document), "with", "document", "endpoint").text(operationId, "with", "operationId");
        return new OpenApiCallTask(name, SourceLine.here(), part);
    }

    /**
     * Calls a method of a gRPC service. Needs the extension {@code quarkus-cairn-grpc}. The build checks the call against the proto
     * file.
     *
     * <pre>{@code
     * grpc("greet", resource("greet.proto"), "greet.Greeter", "SayHello").host("greeter.example.com").port(9000)
     *         .arguments(Map.of("name", "${ .name }"))
     * }</pre>
     *
     * @param proto the proto file
     * @param service name of the service in it
     * @param method a method that is unary, or that streams answers: then the output is an array of them
     */
    public static GrpcCallTask grpc(String name, ClassPathResource proto, String service, String method) {
        DefinitionFragment part = DefinitionFragment.empty().text(ClassPathResource.uri(proto), "with", "proto", "endpoint")
                .text(service, "with", "service", "name").text(method, "with", "method");
        return new GrpcCallTask(name, SourceLine.here(), part);
    }

    /**
     * Makes a request of a server of the Model Context Protocol. Needs the extension {@code quarkus-cairn-mcp}. The output is the
     * result.
     *
     * <pre>{@code
     * mcp("page", "resources/read").parameters(Map.of("uri", "${ .page }")).endpoint("https://tools.example.com/mcp")
     * }</pre>
     *
     * @param method name of the method, {@code tools/list} for instance
     */
    public static FunctionCallTask.McpCallTask mcp(String name, String method) {
        return new FunctionCallTask.McpCallTask(name, SourceLine.here(),
                DefinitionFragment.empty().text(method, "with", "method"));
    }

    /**
     * Calls a tool of a server of the Model Context Protocol. Needs the extension {@code quarkus-cairn-mcp}.
     *
     * <pre>{@code
     * mcpTool("weather", "get_forecast").arguments(Map.of("city", "${ .city }")).endpoint("https://tools.example.com/mcp")
     * }</pre>
     *
     * @param tool name of the tool
     */
    public static FunctionCallTask.McpCallTask mcpTool(String name, String tool) {
        return new FunctionCallTask.McpCallTask(name, SourceLine.here(), DefinitionFragment.empty()
                .text("tools/call", "with", "method").text(tool, "with", "parameters", "name"));
    }

    /**
     * Makes a request of an agent of the Agent2Agent protocol. Needs the extension {@code quarkus-cairn-a2a}. The output is the
     * result; a task that the agent makes of a message is followed until it needs the agent no more.
     *
     * <pre>{@code
     * a2a("state", "tasks/get").parameters(Map.of("id", "${ .task }")).server("https://agent.example.com/a2a")
     * }</pre>
     *
     * @param method name of the method, {@code message/send} or {@code tasks/get} for example
     */
    public static FunctionCallTask.A2aCallTask a2a(String name, String method) {
        return new FunctionCallTask.A2aCallTask(name, SourceLine.here(),
                DefinitionFragment.empty().text(method, "with", "method"));
    }

    /**
     * Sends an agent of the Agent2Agent protocol a message with one text. Needs the extension {@code quarkus-cairn-a2a}. The output
     * is the message with which the agent answers, or the task that it has made of the message.
     *
     * <pre>{@code
     * a2aMessage("report", "${ \"Sales of \" + .quarter }").agentCard("https://agent.example.com/.well-known/agent-card.json")
     * }</pre>
     *
     * @param text text or expression of the form {@code ${ … }}
     */
    public static FunctionCallTask.A2aCallTask a2aMessage(String name, String text) {
        DefinitionFragment part = DefinitionFragment.empty().text("text", "kind").text(text, "text");
        return new FunctionCallTask.A2aCallTask(name, SourceLine.here(), DefinitionFragment.empty()
                .text("message/send", "with", "method").appended(part, "with", "parameters", "message", "parts"));
    }

    /**
     * Starts the workflow at the times that a cron expression matches.
     *
     * <pre>{@code
     * flow(…).schedule(cron("0 8 * * MON-FRI").zone("Europe/Berlin"))
     * }</pre>
     *
     * @param expression five fields, six with the second first, or a macro such as {@code @daily}
     */
    public static FlowSchedule cron(String expression) {
        return FlowSchedule.of("cron", expression);
    }

    /**
     * Starts the workflow again and again, whether or not earlier instances have ended.
     *
     * <pre>{@code
     * flow(…).schedule(every(Duration.ofMinutes(15)))
     * }</pre>
     *
     * @param period at least 100 ms
     */
    public static FlowSchedule every(Duration period) {
        return every(period == null ? null : period.toString());
    }

    /** As {@link #every(Duration)}, with an ISO 8601 duration such as {@code PT15M}. */
    public static FlowSchedule every(String period) {
        return FlowSchedule.of("every", period);
    }

    /**
     * Starts the workflow once, and again a time after each of these instances has ended, however it ended.
     *
     * <pre>{@code
     * flow(…).schedule(after(Duration.ofMinutes(15)))
     * }</pre>
     */
    public static FlowSchedule after(Duration delay) {
        return after(delay == null ? null : delay.toString());
    }

    /** As {@link #after(Duration)}, with an ISO 8601 duration such as {@code PT15M}. */
    public static FlowSchedule after(String delay) {
        return FlowSchedule.of("after", delay);
    }
}
