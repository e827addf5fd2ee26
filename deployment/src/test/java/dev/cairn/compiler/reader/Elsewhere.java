package dev.cairn.compiler.reader;

import dev.cairn.fluent.FlowTask;
import dev.cairn.fluent.Flows;

final class Elsewhere {

    private Elsewhere() {}

    static FlowTask<?> broken() {
        return Flows.set("broken", "");
    }
}
