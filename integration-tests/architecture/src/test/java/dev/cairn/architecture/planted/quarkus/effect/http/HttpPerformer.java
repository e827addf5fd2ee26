package dev.cairn.architecture.planted.quarkus.effect.http;

import io.quarkus.arc.Arc;

public class HttpPerformer {
    Object container = Arc.container();
}
