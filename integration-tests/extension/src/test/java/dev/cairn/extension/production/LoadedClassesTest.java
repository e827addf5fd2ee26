package dev.cairn.extension.production;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusProdModeTest;

/**
 * An application that runs workflows has parsed everything when it was built: it loads no parser and no builder. It loads
 * nothing that needs an extension that it does not have, and no management API, which is off in production.
 */
class LoadedClassesTest {

    private static final List<String> PARSERS = List.of(" dev.cairn.compiler.", " dev.cairn.fluent.", " dev.cairn.deployment.",
            "snakeyaml", "dataformat.yaml");
    private static final List<String> OPTIONAL = List.of(" dev.cairn.tracing.", "opentelemetry",
            " dev.cairn.quarkus.metrics.", "micrometer", " dev.cairn.management.ManagementRequestHandler",
            " dev.cairn.management.live.", "io.quarkus.oidc.", " dev.cairn.quarkus.oidc.",
            " dev.cairn.effect.authentication.CallAuthenticator",
            " dev.cairn.effect.http.Streamed", " dev.cairn.effect.command.Conversed", " dev.cairn.spi.program.",
            " dev.cairn.spi.outbound.OutboundHttp", " dev.cairn.effect.http.AuthenticatedCalls",
            " dev.cairn.effect.http.Digest", "io.quarkus.proxy.",
            " dev.cairn.event.CloudEvent", " io.cloudevents.core.");
    private static final Path LOADED = Path.of("target", "loaded-classes.log").toAbsolutePath();

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(root -> root.addClasses(Main.class, Greeter.class)
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: default, name: in-yaml, version: 1.0.0}
                            do: [{greet: {call: greet, with: {name: "${ .name }"}}}]
                            """), "workflows/in-yaml.yaml"))
            .setApplicationName("loaded-classes")
            .setRun(true)
            .setExpectExit(true)
            .setRuntimeProperties(Map.of("quarkus.http.port", "0"))
            .setJVMArgs(List.of("-Xlog:class+load=info:file=" + LOADED));

    @Test
    void loadsNoParserAndNothingOptional() throws IOException {
        assertThat(APPLICATION.getExitCode()).isZero();
        List<String> loaded = Files.readAllLines(LOADED);

        assertThat(loaded).anyMatch(line -> line.contains(" dev.cairn.engine.Engine "));
        assertThat(loaded).anyMatch(line -> line.contains(" dev.cairn.jq."));
        assertThat(loaded.stream().filter(line -> PARSERS.stream().anyMatch(line::contains))).isEmpty();
        assertThat(loaded.stream().filter(line -> OPTIONAL.stream().anyMatch(line::contains))).isEmpty();
    }
}
