package dev.cairn.event;

import java.net.URI;

import org.jboss.logging.Logger;

import io.cloudevents.core.builder.CloudEventBuilder;

/** The SDK of CloudEvents. */
public final class CloudEventSdk {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private CloudEventSdk() {}

    /**
     * Builds an event. To be called once before several threads build theirs: each build goes through one {@code ServiceLoader} of the
     * SDK, and threads that load its providers at the same time fail. Providers that are loaded are only read.
     */
    public static void prepare() {
        try {
            CloudEventBuilder.v1().withId("0").withSource(URI.create("/")).withType("prepare").build();
        } catch (RuntimeException refusal) {
            LOG.debug("A validator of the application refuses this event, and is loaded by that", refusal);
        }
    }
}
