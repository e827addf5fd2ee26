package dev.cairn.architecture.planted.quarkus.effect.function;

import io.quarkus.arc.Arc;

public class FunctionPerformer {
    Object container = Arc.container();
}
