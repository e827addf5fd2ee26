package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Fails with an error: {@link Flows#raise(String, FlowError)}. Immutable.
 */
public final class RaiseTask extends FlowTask<RaiseTask> {

    RaiseTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    RaiseTask with(DefinitionFragment changed) {
        return new RaiseTask(name(), place(), changed);
    }
}
