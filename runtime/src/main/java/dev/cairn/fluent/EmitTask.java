package dev.cairn.fluent;

import dev.cairn.fluent.source.FlowPart;
import dev.cairn.fluent.source.SourceLine;

/**
 * Emits an event: {@link Flows#emit(String, FlowEvent)}. Immutable.
 */
public final class EmitTask extends FlowTask<EmitTask> {

    EmitTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    EmitTask with(FlowPart changed) {
        return new EmitTask(name(), place(), changed);
    }
}
