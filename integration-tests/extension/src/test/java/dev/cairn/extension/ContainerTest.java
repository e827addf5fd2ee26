package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import io.quarkus.test.QuarkusUnitTest;

/** An application that is allowed to run containers, with an executable in place of a container runtime. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "The executable is a shell script")
class ContainerTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Answers `run` with its arguments from the image on, and its standard input; notes all calls. */
    private static final Path RUNTIME = executable("""
            #!/bin/sh
            echo "$@" >> "$(dirname "$0")/calls"
            if [ "$1" = run ]; then
                while [ "$1" != shop/renderer:4 ]; do shift; done
                echo "$@" with "$(cat)"
            fi
            """);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: rendering, version: 1.0.0}
                    do:
                      - render:
                          run:
                            container:
                              image: shop/renderer:4
                              arguments: [--format, "${ .format }"]
                              stdin: ${ .order }
                    """), "workflows/rendering.yaml"))
            .overrideConfigKey("quarkus.cairn.run.allowed", "container")
            .overrideConfigKey("quarkus.cairn.run.container-options", "--network=none")
            .overrideConfigKey("quarkus.cairn.run.interpreter.container", RUNTIME.toString());

    @Inject
    CairnClient cairn;

    @Test
    void aContainerGetsDataAndGivesItsOutput() throws IOException {
        JsonNode output = cairn.start("shop:rendering", Map.of("format", "pdf", "order", Map.of("id", 7)))
                .chain(instance -> instance.result()).await().atMost(LIMIT);
        assertThat(output.textValue()).isEqualTo("shop/renderer:4 --format pdf with {\"id\":7}\n");
        assertThat(calls()).contains("run --label=", "--network=none");
        // The look for containers of an earlier life, in the background.
        long endNanos = System.nanoTime() + LIMIT.toNanos();
        while (!calls().contains("ps --filter=label=dev.cairn.host=")) {
            assertThat(System.nanoTime()).describedAs(calls()).isLessThan(endNanos);
            Thread.onSpinWait();
        }
    }

    private static String calls() throws IOException {
        return Files.readString(RUNTIME.resolveSibling("calls"));
    }

    /** In one place for the class loaders that this class is loaded in. */
    private static Path executable(String script) {
        try {
            Path directory = Path.of("target", "containers-" + ProcessHandle.current().pid()).toAbsolutePath();
            Path file = Files.createDirectories(directory).resolve("docker");
            Files.writeString(file, script);
            assertThat(file.toFile().setExecutable(true)).isTrue();
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
