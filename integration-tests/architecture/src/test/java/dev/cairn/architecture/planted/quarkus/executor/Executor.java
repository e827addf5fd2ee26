package dev.cairn.architecture.planted.quarkus.executor;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.quarkus.arc.Arc;

@ApplicationScoped
public class Executor {
    @Inject
    Object injected;

    Object container = Arc.container();
}
