package dev.cairn.fluent;

import dev.cairn.fluent.source.FlowPart;
import dev.cairn.fluent.source.SourceLine;

/**
 * Fails with an error: {@link Flows#raise(String, FlowError)}. Immutable.
 */
public final class RaiseTask extends FlowTask<RaiseTask> {

    RaiseTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    RaiseTask with(FlowPart changed) {
        return new RaiseTask(name(), place(), changed);
    }
}
