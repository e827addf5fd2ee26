package dev.cairn.quarkus.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.quarkus.config.CairnConfig;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;

/** Credentials providers that are slow, or answer late. */
class CredentialsRefreshTest {

    private static final Duration INTERVAL = Duration.ofMillis(5);
    private static final int PATIENCE_SECONDS = 20;

    private final Vertx vertx = Vertx.vertx();
    private final ApplicationSecrets secrets = new ApplicationSecrets();

    private record ProvidedSecret(Optional<String> credentialsProvider) implements CairnConfig.Secret {

        @Override
        public Optional<String> value() {
            return Optional.empty();
        }

        @Override
        public Map<String, String> fields() {
            return Map.of();
        }

        @Override
        public Optional<String> credentialsProviderName() {
            return Optional.empty();
        }
    }

    @BeforeEach
    void configure() {
        secrets.configure(Map.of(), Map.of(), List.of());
    }

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private CredentialsProviderSecrets refreshed(Duration patience, Function<String, Uni<Map<String, String>>> providers,
            String... names) {
        Map<String, CairnConfig.Secret> configured = new HashMap<>();
        for (String name : names) {
            configured.put(name, new ProvidedSecret(Optional.of(name)));
        }
        CredentialsProviderSecrets refreshed = new CredentialsProviderSecrets(configured, secrets, vertx, patience,
                secret -> providers.apply(secret.credentialsProvider().orElseThrow()));
        refreshed.refreshEvery(INTERVAL);
        return refreshed;
    }

    private String password() {
        return secrets.get().at("/secrets/slow/password").textValue();
    }

    @Test
    void aProviderIsNotAskedBeforeItHasAnswered() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch ticks = new CountDownLatch(5);
        CredentialsProviderSecrets refreshed = refreshed(Duration.ofMinutes(1), name -> {
            if (name.equals("slow")) {
                asked.incrementAndGet();
                return Uni.createFrom().nothing();
            }
            ticks.countDown();
            return Uni.createFrom().item(Map.of("password", "quick"));
        }, "slow", "quick");

        assertThat(ticks.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("the other provider is asked again and again").isTrue();
        refreshed.close();
        assertThat(asked).hasValue(1);
    }

    @Test
    void anAnswerThatIsTooLateIsNotTaken() throws InterruptedException {
        AtomicReference<UniEmitter<? super Map<String, String>>> first = new AtomicReference<>();
        CountDownLatch answers = new CountDownLatch(2);
        CredentialsProviderSecrets refreshed = refreshed(Duration.ofMillis(20), name -> {
            if (first.get() == null) {
                return Uni.createFrom().<Map<String, String>>emitter(first::set);
            }
            answers.countDown();
            return Uni.createFrom().item(Map.of("password", "new"));
        }, "slow");

        assertThat(answers.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("the provider is asked again").isTrue();
        refreshed.close();
        assertThat(password()).isEqualTo("new");
        first.get().complete(Map.of("password", "old"));
        assertThat(password()).isEqualTo("new");
    }
}
