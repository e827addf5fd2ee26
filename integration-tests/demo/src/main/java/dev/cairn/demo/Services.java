package dev.cairn.demo;

import java.net.URI;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkus.vertx.http.HttpServer;
import io.smallrye.common.annotation.NonBlocking;

/** Knows where other services are: definitions are compiled with the application and cannot know it. */
@ApplicationScoped
public class Services {

    private final Shop shop;
    private final HttpServer server;

    Services(Shop shop, HttpServer server) {
        this.shop = shop;
        this.server = server;
    }

    /** URI of the risk service. Only computes, so it may run on the event loop. */
    @NonBlocking
    public URI risk() {
        return shop.risk().uri().orElseGet(() -> server.getLocalBaseUri().resolve("/stub/risk"));
    }
}
