package dev.cairn.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An application that makes gRPC calls one after another, killed with SIGKILL between a request and the journal: the server has the
 * call, and the application never gets the answer. {@code -Dcrash.kills} says how often. Another one is stopped during a call.
 */
@Tag("crash")
@Tag("crash-calls")
@Tag("any-jdk")
class GrpcCrashIT {

    private static final int CALLS_A_LIFE = 20;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void repeatsTheCallInFlightAndNoOther() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);
        int calls = CALLS_A_LIFE * (settings.kills() + 1);
        try (HoldingStock stock = new HoldingStock()) {
            KilledApplication application = application(stock, calls);
            application.killDuring(stock.calls(), settings, CALLS_A_LIFE);

            finish(application, calls);
            assertThat(stock.calls().repeated()).isEqualTo(stock.calls().held());
            assertThat(stock.calls().all()).hasSize(calls + settings.kills());
        }
    }

    /** A stop gives the call under way no outcome, so that the next start makes it again. */
    @Test
    void repeatsTheCallThatAStopLeavesUnderWay() throws Exception {
        try (HoldingStock stock = new HoldingStock()) {
            CompletableFuture<String> arrived = stock.calls().holdAfter(CALLS_A_LIFE / 2);
            KilledApplication application = application(stock, CALLS_A_LIFE);
            try (ChildJvm life = application.live()) {
                arrived.get(KilledApplication.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                life.stop();
                assertThat(life.awaitEnd(KilledApplication.PATIENCE)).isTrue();
            }

            finish(application, CALLS_A_LIFE);
            assertThat(stock.calls().repeated()).isEqualTo(stock.calls().held());
            assertThat(stock.calls().all()).hasSize(CALLS_A_LIFE + 1);
        }
    }

    private KilledApplication application(HoldingStock stock, int calls) {
        return new KilledApplication(directory, "/reservations", Map.of("calls", calls),
                Map.of("quarkus.cairn.stop-timeout", "100MS", "quarkus.grpc.clients.stock.port", String.valueOf(stock.port())));
    }

    private static void finish(KilledApplication application, int calls) throws Exception {
        assertThat(application.finish()).extracting(JsonNode::asInt)
                .containsExactlyElementsOf(IntStream.range(0, calls).boxed().toList());
    }
}
