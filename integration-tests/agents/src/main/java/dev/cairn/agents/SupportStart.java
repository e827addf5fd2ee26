package dev.cairn.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.runtime.StartupEvent;

/**
 * Starts one instance if it is configured, however often the application starts, and writes its output to a file. A person's
 * approval comes from the configuration as well.
 */
@ApplicationScoped
class SupportStart {

    private static final Logger LOG = Logger.getLogger(SupportStart.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ConfigProperty(name = "support.question")
    Optional<String> question;

    @ConfigProperty(name = "support.output")
    Optional<Path> output;

    @ConfigProperty(name = "support.approved")
    Optional<String> approved;

    void start(@Observes StartupEvent event, CairnClient cairn, EventBus events) {
        if (question.isEmpty() || output.isEmpty()) {
            return;
        }
        InstanceHandle instance = cairn.start(StartRequest.of("support").withInput(Map.of("question", question.get()))
                .withIdempotencyKey("support")).await().atMost(PATIENCE);
        approved.ifPresent(order -> events.publish(CloudEventBuilder.v1().withId(order).withSource(URI.create("/desk"))
                .withType("shop.refund.approved").withDataContentType("application/json")
                .withData(("{\"order\": \"" + order + "\"}").getBytes(StandardCharsets.UTF_8)).build()).await()
                .atMost(PATIENCE));
        instance.resultText().subscribe().with(text -> write(output.get(), text), failure -> LOG.error("No result", failure));
    }

    /** The file is there with its whole content, or not. */
    private static void write(Path file, byte[] text) {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.write(part, text);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
