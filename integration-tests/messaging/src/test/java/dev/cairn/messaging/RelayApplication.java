package dev.cairn.messaging;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The packaged application with one relay. */
final class RelayApplication implements AutoCloseable {

    private final Path directory;
    private final int wanted;
    private final AmqpBroker amqp = new AmqpBroker();
    private final List<String> properties = new ArrayList<>();

    RelayApplication(Path directory, String kafka, int wanted) {
        this.directory = directory;
        this.wanted = wanted;
        properties.add("-Dkafka.bootstrap.servers=" + kafka);
        amqp.start().forEach((key, value) -> properties.add("-D" + key + "=" + value));
    }

    /** The command that starts a life of it. */
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-Dquarkus.cairn.node.name=relay",
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"), "-Drelay.wanted=" + wanted,
                "-Drelay.output=" + output()));
        command.addAll(properties);
        command.addAll(List.of("-jar", Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString()));
        return command;
    }

    private Path output() {
        return directory.resolve("output");
    }

    /** The output of the relay, when it has ended: the numbers of the orders. */
    List<String> relayed(Duration patience) throws IOException {
        await().atMost(patience).until(() -> Files.exists(output()));
        JsonNode numbers = new ObjectMapper().readTree(Files.readAllBytes(output()));
        List<String> texts = new ArrayList<>();
        numbers.forEach(number -> texts.add(number.asText()));
        return texts;
    }

    @Override
    public void close() {
        amqp.stop();
    }
}
