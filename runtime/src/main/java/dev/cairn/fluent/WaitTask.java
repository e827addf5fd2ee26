package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Lets time pass; costs nothing meanwhile and survives a restart: {@link Flows#waitFor(String, java.time.Duration)}. Immutable.
 */
public final class WaitTask extends FlowTask<WaitTask> {

    WaitTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    WaitTask with(DefinitionFragment changed) {
        return new WaitTask(name(), place(), changed);
    }
}
