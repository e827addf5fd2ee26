package dev.cairn.a2a;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import io.quarkus.runtime.StartupEvent;

/** Starts one instance if it is configured, however often the application starts, and writes its output to a file. */
@ApplicationScoped
class ReportStart {

    private static final Logger LOG = Logger.getLogger(ReportStart.class);

    @ConfigProperty(name = "report.calls")
    Optional<Integer> calls;

    @ConfigProperty(name = "report.server")
    Optional<String> server;

    @ConfigProperty(name = "report.output")
    Optional<Path> output;

    void start(@Observes StartupEvent event, CairnClient cairn) {
        if (calls.isPresent() && output.isPresent()) {
            InstanceHandle instance = cairn
                    .start(StartRequest.of("reports").withInput(Map.of("calls", calls.get(), "uri", server.orElseThrow()))
                            .withIdempotencyKey("reports"))
                    .await().atMost(Duration.ofSeconds(60));
            instance.resultText().subscribe().with(text -> write(output.get(), text),
                    failure -> LOG.error("No result", failure));
        }
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
