package dev.cairn.fluent;

import java.util.List;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Waits for events: {@link Flows#listen(String, ListenTarget)}. Immutable. The output is an array of what they tell, in the order in which
 * they came.
 */
public final class ListenTask extends FlowTask<ListenTask> {

    /** The tasks for each event; null for none. */
    private final List<FlowTask<?>> tasks;

    ListenTask(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> tasks) {
        super(name, place, part);
        this.tasks = tasks;
    }

    @Override
    ListenTask with(DefinitionFragment changed) {
        return new ListenTask(name(), place(), changed, tasks);
    }

    /**
     * Gives whole events, with their attributes, instead of their data.
     *
     * <pre>{@code
     * listen("paid", one(events("shop.payment.received"))).envelopes().outputAs(".[0].time")
     * }</pre>
     */
    public ListenTask envelopes() {
        return with(part().with(TextNode.valueOf("envelope"), "listen", "read"));
    }

    /** Gives the data of events as texts. */
    public ListenTask raw() {
        return with(part().with(TextNode.valueOf("raw"), "listen", "read"));
    }

    /**
     * Does tasks for each event, one event after another, in the order in which they came. The last task's output goes into the
     * output.
     *
     * <pre>{@code
     * listen("orders", any(events("shop.order.placed")).until("length == 100"))
     *         .forEach("order", call("pack", Packing::pack).with("$order"))
     * }</pre>
     *
     * @param item name of the variable that holds the event's data; {@code $index} is its number, from 0
     */
    public ListenTask forEach(String item, FlowTask<?>... tasks) {
        DefinitionFragment said = part().text(item, "foreach", "item");
        return new ListenTask(name(), place(), tasks == null ? said.missing("tasks", "null") : said,
                GroupTask.elements(tasks));
    }

    /** Names the variable that holds the number of the event instead of {@code $index}; after {@link #forEach}. */
    public ListenTask indexedBy(String variable) {
        return with(part().text(variable, "foreach", "at"));
    }

    /** The item of the output for each event: a jq expression on the output of the last task; after {@link #forEach}. */
    public ListenTask eachOutputAs(String expression) {
        return with(part().text(expression, "foreach", "output", "as"));
    }

    /** The new context after each event: a jq expression on the item of the output; after {@link #forEach}. */
    public ListenTask eachExportAs(String expression) {
        return with(part().text(expression, "foreach", "export", "as"));
    }

    /** Fails the task if what goes into the output for an event does not fulfil a schema as JSON text; after {@link #forEach}. */
    public ListenTask eachOutputSchema(String schema) {
        return with(part().parsed(schema, "foreach", "output", "schema", "document"));
    }

    /** Fails the task if the context after an event does not fulfil a schema, given as JSON text; after {@link #forEach}. */
    public ListenTask eachExportSchema(String schema) {
        return with(part().parsed(schema, "foreach", "export", "schema", "document"));
    }

    /**
     * Answers who sends an event with {@code InstanceHandle.update}.
     *
     * <pre>{@code
     * listen("add", any(events("shop.line.added")).until("false")).forEach("line", call("price", Prices::of).with("$line"))
     *         .reply("${ {price: .} }")
     * }</pre>
     *
     * @param expression an expression <code>${ … }</code>. It sees what the task reads of the event; after {@link #forEach} the item
     *        of the output for the event, once the tasks for the event are done
     */
    public ListenTask reply(String expression) {
        return with(part().expression(expression, "metadata", "cairn", "reply"));
    }

    @Override
    DefinitionFragment described() {
        return tasks == null ? part() : part().nested(GroupTask.list(tasks), "foreach", "do");
    }
}
