package dev.cairn.extension.production;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusProdModeTest;

/** An application that can build events has prepared the SDK of CloudEvents before its threads do so, for the SDK has no lock. */
class PreparedEventsTest {

    private static final Path LOADED = Path.of("target", "event-classes.log").toAbsolutePath();

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(root -> root.addClasses(EventMain.class))
            .setApplicationName("prepared-events")
            .setRun(true)
            .setExpectExit(true)
            .setRuntimeProperties(Map.of("quarkus.http.port", "0"))
            .setJVMArgs(List.of("-Xlog:class+load=info:file=" + LOADED));

    @Test
    void preparesEventsThatWereNotBuiltYet() throws IOException {
        assertThat(APPLICATION.getExitCode()).isZero();
        assertThat(Files.readAllLines(LOADED))
                .anyMatch(line -> line.contains(" io.cloudevents.core.provider.CloudEventValidatorProvider "));
    }
}
