package dev.cairn.fluent;

import java.util.List;

import com.fasterxml.jackson.databind.node.BooleanNode;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Branches that go on at the same time: {@link Flows#fork}. Immutable.
 */
public final class ForkTask extends FlowTask<ForkTask> {

    private final List<FlowTask<?>> branches;

    ForkTask(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> branches) {
        super(name, place, part);
        this.branches = branches;
    }

    @Override
    ForkTask with(DefinitionFragment changed) {
        return new ForkTask(name(), place(), changed, branches);
    }

    /**
     * Lets the branches compete: the output of the first that is done is that of the fork, and the others are cancelled at once. A
     * branch that fails is out; the fork fails when all have.
     *
     * <pre>{@code
     * fork("answer", call("ask", Expert::ask), waitFor("patience", Duration.ofHours(1))).competing()
     * }</pre>
     */
    public ForkTask competing() {
        return with(part().with(BooleanNode.TRUE, "fork", "compete"));
    }

    @Override
    DefinitionFragment described() {
        return part().nested(GroupTask.list(branches), "fork", "branches");
    }
}
