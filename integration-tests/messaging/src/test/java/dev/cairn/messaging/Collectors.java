package dev.cairn.messaging;

import java.time.Duration;
import java.util.Map;

import org.awaitility.Awaitility;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;

/** Instances that collect events of one tenant. */
final class Collectors {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private Collectors() {}

    /** Starts an instance, and returns when it listens. */
    static InstanceHandle listening(CairnClient cairn, String tenant, int wanted) {
        InstanceHandle instance = cairn.start("collector", Map.of("tenant", tenant, "wanted", wanted)).await().atMost(PATIENCE);
        Awaitility.await().atMost(PATIENCE).until(
                () -> instance.view().await().atMost(PATIENCE).status() == InstanceStatus.WAITING);
        return instance;
    }

    /** The events, when the wanted number has come. */
    static JsonNode collected(InstanceHandle instance) {
        return instance.result().await().atMost(PATIENCE);
    }
}
