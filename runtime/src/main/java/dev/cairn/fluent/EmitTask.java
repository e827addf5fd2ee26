package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Emits an event: {@link Flows#emit(String, FlowEvent)}. Immutable.
 */
public final class EmitTask extends FlowTask<EmitTask> {

    EmitTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    EmitTask with(DefinitionFragment changed) {
        return new EmitTask(name(), place(), changed);
    }
}
