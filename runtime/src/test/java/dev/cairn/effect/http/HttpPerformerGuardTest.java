package dev.cairn.effect.http;

import static dev.cairn.effect.http.HttpTestServer.callTo;
import static dev.cairn.effect.http.HttpTestServer.dynamicCallTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.outbound.OutboundPolicy;
import dev.cairn.effect.outbound.OutboundRules;
import dev.cairn.engine.port.EffectCall;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** Calls to targets that input can influence, with a policy whose resolver gives the addresses of the test. */
class HttpPerformerGuardTest {

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger requests = new AtomicInteger();
    private final HttpTestServer server = new HttpTestServer(vertx, new HttpServerOptions(), this::answer);
    private final Queue<String> answers = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void answer(HttpServerRequest request) {
        requests.incrementAndGet();
        if (request.path().equals("/redirect")) {
            request.response().setStatusCode(302).putHeader("Location", server.uri("/target")).end();
        } else if (request.path().equals("/drop") && requests.get() == 1) {
            request.connection().close();
        } else {
            request.response().putHeader("Content-Type", "text/plain").end(request.getHeader("Host"));
        }
    }

    @Test
    void theCheckedAddressIsCalledUnderTheNameOfTheHost() {
        answers.addAll(List.of("127.0.0.1", "127.0.0.9"));
        try (HttpPerformer performer = performer(true)) {
            assertThat(perform(performer, dynamicCallTo(named("/"))).textValue()).isEqualTo("service.test:" + server.port());
        }
        assertThat(answers).containsExactly("127.0.0.9");
    }

    @Test
    void aRequestThatIsSentAgainGoesToTheCheckedAddress() {
        answers.addAll(List.of("127.0.0.1", "127.0.0.9"));
        try (HttpPerformer performer = performer(true)) {
            assertThat(perform(performer, dynamicCallTo(named("/drop"))).textValue()).startsWith("service.test");
        }
        assertThat(requests).hasValue(2);
        assertThat(answers).hasSize(1);
    }

    @Test
    void aConnectionIsNotSharedByAddressesOfAName() {
        // Nothing listens at the second address: a shared connection would lead to the first one.
        answers.addAll(List.of("127.0.0.1", "127.0.0.9"));
        try (HttpPerformer performer = performer(true)) {
            perform(performer, dynamicCallTo(named("/")));

            assertThat(error(performer, dynamicCallTo(named("/"))).status()).isEqualTo(500);
        }
        assertThat(requests).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({ "service.test", "127.0.0.1", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "127.0.0.1.", "[::1]",
            "[::ffff:127.0.0.1]", "①②⑦.⓪.⓪.①", "%31%32%37.0.0.1" })
    void loopbackIsRefusedAndNothingIsSent(String host) {
        answers.add("127.0.0.1");
        try (HttpPerformer performer = performer(false)) {
            WorkflowError error = error(performer, dynamicCallTo("http://" + host + ":" + server.port() + "/"));

            assertThat(error.type()).isEqualTo(WorkflowError.Standard.AUTHORIZATION.type());
            assertThat(error.status()).isEqualTo(403);
            assertThat(error.detail()).startsWith("CAIRN-0730");
        }
        assertThat(server.connections).hasValue(0);
    }

    @Test
    void aUserNameThatLooksLikeAHostIsNoRequest() {
        try (HttpPerformer performer = performer(false)) {
            assertThat(error(performer, dynamicCallTo("http://good.example@127.0.0.1:" + server.port() + "/")).type())
                    .isEqualTo(WorkflowError.Standard.VALIDATION.type());
            assertThat(error(performer, dynamicCallTo("http://good.example\\@127.0.0.1:" + server.port() + "/")).type())
                    .isEqualTo(WorkflowError.Standard.VALIDATION.type());
        }
        assertThat(server.connections).hasValue(0);
    }

    @Test
    void aConstantTargetIsNotAskedFor() {
        try (HttpPerformer performer = performer(false)) {
            assertThat(perform(performer, callTo(server.uri("/"))).textValue()).isEqualTo("127.0.0.1:" + server.port());
        }
    }

    @Test
    void aRedirectionIsNotFollowed() {
        answers.add("127.0.0.1");
        try (HttpPerformer performer = performer(true)) {
            assertThat(error(performer, dynamicCallTo(named("/redirect"))).status()).isEqualTo(302);
        }
        assertThat(requests).hasValue(1);
    }

    @Test
    void aHostThatIsUnknownIsACommunicationError() {
        try (HttpPerformer performer = performer(false)) {
            assertThat(error(performer, dynamicCallTo(named("/"))).type())
                    .isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
        }
    }

    @Test
    void aNameThatIsNotResolvedInTimeIsACommunicationError() {
        HttpClientSettings hasty = new HttpClientSettings(1, Duration.ofSeconds(1), Duration.ofMillis(50),
                Duration.ofSeconds(1), 1_000);
        OutboundPolicy policy = new OutboundPolicy(OutboundRules.of(List.of(), true), host -> Uni.createFrom().nothing(),
                refusal -> {}, text -> text);
        try (HttpPerformer performer = new HttpPerformer(vertx, hasty, policy)) {
            assertThat(error(performer, dynamicCallTo(named("/"))).title()).isEqualTo("HTTP call timed out");
        }
    }

    /** Otherwise the lookups of calls that are over keep later ones waiting. */
    @Test
    void theLookupOfAHostEndsWithItsCall() throws InterruptedException {
        HttpClientSettings hasty = new HttpClientSettings(1, Duration.ofSeconds(1), Duration.ofMillis(50),
                Duration.ofSeconds(1), 1_000);
        AtomicInteger ended = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(2);
        OutboundPolicy policy = new OutboundPolicy(OutboundRules.of(List.of(), true),
                host -> Uni.createFrom().<List<InetAddress>>emitter(lookup -> {
                    begun.countDown();
                    lookup.onTermination(ended::incrementAndGet);
                }), refusal -> {}, text -> text);
        try (HttpPerformer performer = new HttpPerformer(vertx, hasty, policy)) {
            error(performer, dynamicCallTo(named("/")));
            assertThat(ended).hasValue(1);
        }
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, policy)) {
            Cancellable call = performer.perform(dynamicCallTo(named("/"))).subscribe().with(any -> {});
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            call.cancel();
            assertThat(ended).hasValue(2);
        }
    }

    @Test
    void theLookupOfAHostIsPartOfTheTimeToConnect() {
        OutboundPolicy policy = new OutboundPolicy(OutboundRules.of(List.of(), true), host -> Uni.createFrom().nothing(),
                refusal -> {}, text -> text);
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, policy)) {
            WorkflowError error = error(performer,
                    HttpTestServer.dynamicCallTo(named("/"), "{\"limits\": {\"connectMillis\": 50}}"));

            assertThat(error.title()).isEqualTo("HTTP call failed");
            assertThat(error.detail()).endsWith("No host was found within 50 ms");
        }
    }

    @Test
    void aUnicodeHostIsSentInAscii() {
        answers.add("127.0.0.1");
        try (HttpPerformer performer = performer(true)) {
            assertThat(perform(performer, dynamicCallTo("http://bücher.test:" + server.port() + "/")).textValue())
                    .isEqualTo("xn--bcher-kva.test:" + server.port());
        }
    }

    private String named(String path) {
        return "http://service.test:" + server.port() + path;
    }

    private HttpPerformer performer(boolean allowsLoopback) {
        return new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, new OutboundPolicy(
                OutboundRules.of(List.of(), allowsLoopback), this::resolve, refusal -> {}, text -> text));
    }

    private Uni<List<InetAddress>> resolve(String host) {
        String answer = answers.poll();
        return answer == null ? Uni.createFrom().failure(new UnknownHostException(host))
                : Uni.createFrom().item(() -> List.of(address(answer)));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private static JsonNode perform(HttpPerformer performer, EffectCall call) {
        return performer.perform(call).await().atMost(Duration.ofSeconds(10));
    }

    private static WorkflowError error(HttpPerformer performer, EffectCall call) {
        return catchThrowableOfType(WorkflowException.class, () -> perform(performer, call)).error();
    }
}
