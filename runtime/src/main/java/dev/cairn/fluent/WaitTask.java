package dev.cairn.fluent;

import dev.cairn.fluent.source.FlowPart;
import dev.cairn.fluent.source.SourceLine;

/**
 * Lets time pass; costs nothing meanwhile and survives a restart: {@link Flows#waitFor(String, java.time.Duration)}. Immutable.
 */
public final class WaitTask extends FlowTask<WaitTask> {

    WaitTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    WaitTask with(FlowPart changed) {
        return new WaitTask(name(), place(), changed);
    }
}
