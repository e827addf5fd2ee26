package dev.cairn.fluent;

import java.util.Map;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Runs another workflow, as an instance of its own: {@link Flows#runWorkflow(String, String, String)}. Immutable.
 */
public final class RunWorkflowTask extends FlowTask<RunWorkflowTask> {

    private static final String LATEST = "latest";

    RunWorkflowTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    RunWorkflowTask with(DefinitionFragment changed) {
        return new RunWorkflowTask(name(), place(), changed);
    }

    /**
     * Which version is run; without it, the highest that the application has when the instance begins.
     *
     * <pre>{@code
     * runWorkflow("ship", "shop", "ship-order").version("1.2.0")
     * }</pre>
     */
    public RunWorkflowTask version(String version) {
        return with(part().text(version, "run", "workflow", "version"));
    }

    /**
     * The input of the workflow; by default the task's input.
     *
     * <pre>{@code
     * runWorkflow("ship", "shop", "ship-order").input("${ .order }")
     * }</pre>
     *
     * @param expression of the form {@code ${ … }}
     */
    public RunWorkflowTask input(String expression) {
        return with(part().text(expression, "run", "workflow", "input"));
    }

    /** As {@link #input(String)}, with an object; strings of the form {@code ${ … }} in it are jq expressions. */
    public RunWorkflowTask input(Map<String, ?> object) {
        return with(part().valueOrAbsent(object, "run", "workflow", "input"));
    }

    /**
     * Goes on as soon as the workflow has begun. The output of the task is then its input, and the started workflow goes on
     * independently of this one.
     *
     * <pre>{@code
     * runWorkflow("remind", "shop", "reminders").withoutWaiting()
     * }</pre>
     */
    public RunWorkflowTask withoutWaiting() {
        return with(part().with(BooleanNode.FALSE, "run", "await"));
    }

    @Override
    DefinitionFragment described() {
        return part().has("run", "workflow", "version") ? part()
                : part().implied(TextNode.valueOf(LATEST), "run", "workflow", "version");
    }
}
