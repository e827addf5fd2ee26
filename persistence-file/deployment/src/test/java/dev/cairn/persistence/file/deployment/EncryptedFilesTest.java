package dev.cairn.persistence.file.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import io.quarkus.test.QuarkusUnitTest;

/** Contents of the files of an application that encrypts, all the way from its configuration. */
class EncryptedFilesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SECRET = "4111-1111-1111-1111";
    private static final String KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(archive -> archive.addClass(Mirror.class).addAsResource(new StringAsset("""
                    document: {dsl: 1.0.0, namespace: shop, name: payments, version: 1.0.0}
                    do:
                      - keep: {set: {card: "${ .card }", notes: "${ .notes }"}}
                      - pause: {wait: {milliseconds: 1}}
                      - last: {set: {card: "${ .card }", notes: "${ .notes }"}}
                    """), "workflows/payments.yaml"))
            .overrideConfigKey("quarkus.cairn.file.path", createDirectory())
            .overrideConfigKey("quarkus.cairn.compression", "deflate")
            .overrideConfigKey("quarkus.cairn.encryption.keys.\"k.1\"", KEY)
            .overrideConfigKey("quarkus.cairn.encryption.key-id", "k.1");

    @Inject
    CairnClient client;

    @ConfigProperty(name = "quarkus.cairn.file.path")
    Path directory;

    private static String createDirectory() {
        try {
            return Files.createTempDirectory(Path.of("target"), "encrypted").toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noSecretIsInTheFiles() throws IOException {
        JsonNode input = JsonNodeFactory.instance.objectNode().put("card", SECRET).put("notes", (SECRET + " ").repeat(5_000));
        InstanceHandle instance = client.start(StartRequest.of("payments").withInput(input)).await().atMost(PATIENCE);
        assertThat(instance.result().await().atMost(PATIENCE)).isEqualTo(input);
        assertThat(instance.view().await().atMost(PATIENCE).output()).isEqualTo(input);

        List<String> files = contents();
        // The same look at the files finds what is not encrypted, and what a codec of the application puts in front.
        assertThat(files).anyMatch(content -> content.contains("shop:payments") && content.contains(instance.id()));
        assertThat(files).anyMatch(content -> content.contains("\7deflate\6mirror\7aes-gcm"));
        assertThat(files).noneMatch(content -> content.contains("4111") || content.contains("/do/1/pause"));
    }

    private List<String> contents() throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile).map(EncryptedFilesTest::content).toList();
        }
    }

    private static String content(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
