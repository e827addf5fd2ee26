package dev.cairn.fluent;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Publishes a message of an AsyncAPI document, or subscribes to its messages: {@link Flows#asyncApi(String, ClassPathResource)}. Immutable.
 *
 * <p>
 * A task with a {@link #payload} or a {@link #header} publishes. Its output is its input. A task with {@link #consume(int)},
 * {@link #consumeWhile} or {@link #consumeUntil} subscribes. Its output is the array of the messages, or of what {@link #forEach} gives.
 */
public final class AsyncApiCallTask extends FlowTask<AsyncApiCallTask> {

    private static final String WITH = "with";
    private static final String[] HEADERS = { WITH, "message", "headers" };

    /** The tasks for each message; null for none. */
    private final List<FlowTask<?>> tasks;

    AsyncApiCallTask(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> tasks) {
        super(name, place, part);
        this.tasks = tasks;
    }

    @Override
    AsyncApiCallTask with(DefinitionFragment changed) {
        return new AsyncApiCallTask(name(), place(), changed, tasks);
    }

    /** Names the document, if several have the same file name; the settings of its channels use the name. */
    public AsyncApiCallTask documentName(String name) {
        return with(part().text(name, WITH, "document", "name"));
    }

    /** The operation of the document, by its name, or its {@code operationId} in version 2. */
    public AsyncApiCallTask operation(String operation) {
        return with(part().text(operation, WITH, "operation"));
    }

    /** The channel of the document, instead of an {@link #operation}. */
    public AsyncApiCallTask channel(String channel) {
        return with(part().text(channel, WITH, "channel"));
    }

    /** The server of the document, which gives the protocol. */
    public AsyncApiCallTask server(String server) {
        return with(part().text(server, WITH, "server", "name"));
    }

    /** The value of a variable of the {@link #server}. */
    public AsyncApiCallTask serverVariable(String variable, Object value) {
        return with(part().value(value, WITH, "server", "variables", variable));
    }

    /** The protocol, if the channel has servers of several protocols. */
    public AsyncApiCallTask protocol(String protocol) {
        return with(part().text(protocol, WITH, "protocol"));
    }

    /**
     * The payload of the message to publish.
     *
     * <pre>{@code
     * asyncApi("place", resource("asyncapi/shop.yaml")).operation("placeOrder").payload(Map.of("id", "${ .order }"))
     * }</pre>
     *
     * @param payload a string, number, boolean, list, map or null; strings of the form {@code ${ … }} are jq expressions
     */
    public AsyncApiCallTask payload(Object payload) {
        return with(part().value(payload, WITH, "message", "payload"));
    }

    /**
     * Adds a header to the message to publish.
     *
     * @param value a string, number or boolean; a string of the form {@code ${ … }} is a jq expression
     */
    public AsyncApiCallTask header(String name, Object value) {
        if (part().isText(HEADERS) || part().has(WITH, "message", "headers", name)) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "The header \"" + name + "\" is given twice",
                    "Remove one of the two."));
        }
        return with(part().valueOrAbsent(value, WITH, "message", "headers", name));
    }

    /** Takes all headers of the message to publish from the object that an expression of the form {@code ${ … }} gives. */
    public AsyncApiCallTask headers(String expression) {
        if (part().has(HEADERS)) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "Headers are given twice", "Remove one of the two."));
        }
        return with(part().text(expression, HEADERS));
    }

    /**
     * Consumes only the messages for which a condition holds.
     *
     * @param condition a jq expression that sees {@code {payload, headers, correlationId}}
     */
    public AsyncApiCallTask filter(String condition) {
        return with(part().text(condition, WITH, "subscription", "filter"));
    }

    /**
     * Ends the subscription after a number of messages.
     *
     * <pre>{@code
     * asyncApi("track", resource("asyncapi/shop.yaml")).operation("followTracks")
     *         .filter(".correlationId == $workflow.input.order").consume(2)
     * }</pre>
     *
     * @param amount at least 1
     */
    public AsyncApiCallTask consume(int amount) {
        return with(part().with(IntNode.valueOf(amount), WITH, "subscription", "consume", "amount"));
    }

    /**
     * Ends the subscription after the first message for which a condition does not hold.
     *
     * @param condition a jq expression that sees the array of the messages so far
     */
    public AsyncApiCallTask consumeWhile(String condition) {
        return with(part().text(condition, WITH, "subscription", "consume", "while"));
    }

    /**
     * Ends the subscription when a condition holds before the next message.
     *
     * @param condition a jq expression that sees the array of the messages so far
     */
    public AsyncApiCallTask consumeUntil(String condition) {
        return with(part().text(condition, WITH, "subscription", "consume", "until"));
    }

    /** Ends the subscription after this time at the latest, with the messages so far. */
    public AsyncApiCallTask consumeFor(Duration period) {
        return with(part().duration(period, WITH, "subscription", "consume", "for"));
    }

    /** As {@link #consumeFor(Duration)}; the expression {@code ${ … }} gives an ISO 8601 duration such as {@code PT30S}. */
    public AsyncApiCallTask consumeFor(String expression) {
        return with(part().text(expression, WITH, "subscription", "consume", "for"));
    }

    /**
     * Does tasks for each message, one message after another. The output of the last task goes into the output.
     *
     * <pre>{@code
     * asyncApi("track", resource("asyncapi/shop.yaml")).operation("followTracks").consume(2)
     *         .forEach("track", call("note", Tracks::note).with("$track.payload"))
     * }</pre>
     *
     * @param item name of the variable that holds the message; {@code $index} is its number, from 0
     */
    public AsyncApiCallTask forEach(String item, FlowTask<?>... tasks) {
        DefinitionFragment said = part().text(item, WITH, "subscription", "foreach", "item");
        return new AsyncApiCallTask(name(), place(), tasks == null ? said.missing("tasks", "null") : said,
                GroupTask.elements(tasks));
    }

    /** Names the variable that holds the number of the message instead of {@code $index}; after {@link #forEach}. */
    public AsyncApiCallTask indexedBy(String variable) {
        return with(part().text(variable, WITH, "subscription", "foreach", "at"));
    }

    /** The item of the output for each message: a jq expression on the output of the last task; after {@link #forEach}. */
    public AsyncApiCallTask eachOutputAs(String expression) {
        return with(part().text(expression, WITH, "subscription", "foreach", "output", "as"));
    }

    /** The new context after each message: a jq expression on the item of the output; after {@link #forEach}. */
    public AsyncApiCallTask eachExportAs(String expression) {
        return with(part().text(expression, WITH, "subscription", "foreach", "export", "as"));
    }

    @Override
    DefinitionFragment described() {
        DefinitionFragment call = part().implied(TextNode.valueOf("asyncapi"), "call");
        return tasks == null ? call
                : call.nested(GroupTask.list(tasks), WITH, "subscription", "foreach", "do");
    }
}
