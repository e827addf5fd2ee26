package dev.cairn.architecture.planted.quarkus.http;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
public class Endpoint {}
