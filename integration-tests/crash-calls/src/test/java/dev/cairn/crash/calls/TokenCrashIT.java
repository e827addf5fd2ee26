package dev.cairn.crash.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.calls.ChargeServer.AuthorizedCall;
import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An application that makes calls with tokens of OAuth 2.0 and OpenID Connect, killed with SIGKILL between a request and the journal,
 * or while it waits for a token. Each life asks for tokens of its own, and the store has none. {@code -Dcrash.kills} says how often
 * the application is killed.
 */
@Tag("crash")
@Tag("crash-calls")
@Tag("any-jdk")
class TokenCrashIT {

    private static final int NUMBERS_A_LIFE = 10;
    /** A charge and a booking, each with a token of its own. */
    private static final int CALLS_A_NUMBER = 2;
    private static final String CLIENT_SECRET = "s3cret-of-the-shop";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void repeatsTheCallInFlightWithATokenOfTheNextLife() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);
        Random random = new Random(settings.seed());
        int numbers = NUMBERS_A_LIFE * (settings.kills() + 1);
        try (ChargeServer server = new ChargeServer()) {
            KilledApplication application = application(server, numbers);
            for (int kill = 0; kill < settings.kills(); kill++) {
                application.killDuring(server.calls().holdAfter(random.nextInt(NUMBERS_A_LIFE * CALLS_A_NUMBER)));
                assertThatTheStoreHasNoToken(application, server);
            }

            finish(application, numbers);
            assertThat(server.calls().repeated()).isEqualTo(server.calls().held());
            assertThat(server.calls().all()).hasSize(numbers * CALLS_A_NUMBER + settings.kills());
            assertThat(server.authorizedCalls()).doesNotHaveDuplicates().extracting(AuthorizedCall::token)
                    .isSubsetOf(server.tokens());
            assertThat(server.tokens()).hasSizeBetween(settings.kills() + 1, CALLS_A_NUMBER * (settings.kills() + 1));
            assertThatTheStoreHasNoToken(application, server);
            assertThat(stored(application).contains("Bearer ***")).as("the answers are found, as tokens would be").isTrue();
        }
    }

    @Test
    void makesNoCallForWhichItHasNoToken() throws Exception {
        try (ChargeServer server = new ChargeServer()) {
            KilledApplication application = application(server, NUMBERS_A_LIFE);
            application.killDuring(server.tokenRequests().holdAfter(0));
            application.killDuring(server.tokenRequests().holdAfter(1));

            finish(application, NUMBERS_A_LIFE);
            assertThat(server.calls().all()).doesNotHaveDuplicates().hasSize(NUMBERS_A_LIFE * CALLS_A_NUMBER);
            assertThatTheStoreHasNoToken(application, server);
        }
    }

    private KilledApplication application(ChargeServer server, int numbers) {
        return new KilledApplication(directory, "/charges", Map.of("calls", numbers, "uri", server.uri()),
                Map.of("quarkus.cairn.secret.shop.value", CLIENT_SECRET, "quarkus.cairn.compression", "none"));
    }

    private static void finish(KilledApplication application, int numbers) throws Exception {
        assertThat(application.finish()).extracting(booking -> booking.path("number").asInt())
                .containsExactlyElementsOf(IntStream.range(0, numbers).boxed().toList());
    }

    private static void assertThatTheStoreHasNoToken(KilledApplication application, ChargeServer server) throws IOException {
        String stored = stored(application);
        assertThat(server.tokens()).isNotEmpty().noneMatch(stored::contains);
        assertThat(stored.contains(CLIENT_SECRET)).as("the secret of the client is stored").isFalse();
    }

    /** The bytes of all files of the store. */
    private static String stored(KilledApplication application) throws IOException {
        StringBuilder stored = new StringBuilder();
        try (Stream<Path> files = Files.walk(application.store())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                stored.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return stored.toString();
    }
}
